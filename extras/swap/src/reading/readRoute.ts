import type { Address, Client, Hex, Log, ParseEventLogsReturnType } from "viem"
import { getBlock, getLogs, getTransactionReceipt } from "viem/actions"
import { getAddress, isAddressEqual, type ParseAbi, parseAbi, parseEventLogs } from "viem/utils"

import type { SentSwap, SwapCase, SwapChain } from "./types.js"
import { isEvmHash } from "#src/primitives/foreign.js"

/** What the provider has logged of a route whose transaction succeeded. */
export type RouteReading = {
  /** The transaction that started it. A deposit is started by its provider's, not by the one that paid. */
  readonly txHash: Hex
  readonly quoteId: string
  /** The contracts that may tell of the route; none if its provider logs nothing of routes. */
  readonly contracts: readonly Address[]
  /** Whether what was signed here led to them, and not a transaction that the API names. */
  readonly isSigned: boolean
  /** In the order of the chain. */
  readonly origin: readonly RouteEvent[]
  readonly destination: readonly RouteEvent[]
  /** Seconds since 1970 by the destination chain, or by whoever asks if that is later. */
  readonly destinationNow: number
  /** When the transaction was mined, in seconds since 1970. */
  readonly startedAt: number
}

/** Reads what the contracts of a route have logged; `undefined` if its transaction is not known to have succeeded. */
export async function readRoute(swap: SentSwap): Promise<RouteReading | undefined> {
  const { origin, destination, sending, api, id, record, now } = swap
  if (sending.kind !== "mined" || sending.receipt.status === "reverted" || !isRead(origin)) return undefined
  const named = api.kind === "route" ? api.route.origin.txHash : null
  const txHash = named !== null && isEvmHash(named) ? named : sending.hash
  const receipt =
    txHash === sending.hash
      ? sending.receipt
      : await getTransactionReceipt(origin.client, { hash: txHash }).catch(() => sending.receipt)
  const quoteId = api.kind === "route" ? api.route.quoteId : (record?.entry?.route.quoteId ?? id)
  // What was signed here comes before what the API names.
  const [own, started] = [sending.receipt, receipt].map(({ logs }) => contractsOfRoute(logs, quoteId))
  const isSigned = own !== undefined && own.length > 0
  const contracts = isSigned ? own : (started ?? [])
  const read = async (chain: SwapChain, fromBlock: bigint): Promise<readonly RouteEvent[]> =>
    await readRouteEvents(chain.client, { quoteId, contracts, fromBlock }).catch(() => [])
  const isOneChain = destination?.chainId === origin.chainId
  const [onOrigin, onDestination, head] = await Promise.all([
    read(origin, receipt.blockNumber),
    isRead(destination) && !isOneChain ? read(destination, 0n) : [],
    isRead(destination) ? getBlock(destination.client).catch(() => undefined) : undefined,
  ])
  return {
    txHash,
    quoteId,
    contracts,
    isSigned,
    origin: onOrigin,
    destination: isOneChain ? onOrigin : onDestination,
    destinationNow: Math.max(now, Number(head?.timestamp ?? 0n)),
    startedAt: sending.at,
  }
}

export function isRead(chain: SwapCase["origin"]): chain is SwapChain {
  return chain?.client !== undefined
}

/** A provider does at once what costs it nothing. Seconds after which somebody else has to look. */
export const grace = 60

/** Whether what was logged in a block should have been gone on with long ago. */
export async function isLate(client: Client, blockNumber: bigint, now: number): Promise<boolean> {
  const { timestamp } = await getBlock(client, { blockNumber })
  return now > Number(timestamp) + grace
}

// Providers log what they like. These are the events of the devnet's market, which alone say what a refund waits for; a route of another
// provider has none of them, and then what the API says and what its messages show is all that is known.

const events = [
  "event RouteStarted(bytes32 indexed quoteId, address indexed user, address payer, address inputToken, uint256 inputAmount, address feeTaker, uint256 feeAmount)",
  "event RouteArrived(bytes32 indexed quoteId, uint32 indexed srcChainSlug, address token, uint256 amount, uint256 payableAt)",
  "event RouteCompleted(bytes32 indexed quoteId, address indexed receiver, address token, uint256 amountOut)",
  "event RouteRefunding(bytes32 indexed quoteId, uint32 indexed srcChainSlug, bytes32 msgId, bytes reason)",
  "event RouteRefundWaiting(bytes32 indexed quoteId, uint32 indexed srcChainSlug, bytes reason)",
  "event RouteRefundDue(bytes32 indexed quoteId, address indexed to, address token, uint256 amount)",
  "event RouteRefunded(bytes32 indexed quoteId, address indexed to, address token, uint256 amount)",
] as const

/** The events by which a provider tells how a route stands. */
const routeEventsAbi: ParseAbi<typeof events> = parseAbi(events)

export type RouteEvent = ParseEventLogsReturnType<typeof routeEventsAbi, undefined, true>[number]

/**
 * Reads what the contracts of a route have logged of it on one chain, in order. Anybody can log the same events, so only contracts that
 * the origin transaction led to are believed: a provider has its contracts at the same addresses on all of the devnet's chains.
 */
async function readRouteEvents(
  client: Client,
  { quoteId, contracts, fromBlock }: { quoteId: string; contracts: readonly Address[]; fromBlock: bigint },
): Promise<readonly RouteEvent[]> {
  if (contracts.length === 0) return []
  const logs = await getLogs(client, { address: [...contracts], events: routeEventsAbi, fromBlock, strict: true })
  return parse(logs).filter(({ args }) => args.quoteId === quoteId)
}

/** What the contracts of a route have logged of it, among the logs of a transaction. */
export function eventsOfRoute(
  logs: readonly Log[],
  { quoteId, contracts }: { quoteId: string; contracts: readonly Address[] },
): readonly RouteEvent[] {
  const isOwn = (address: Address): boolean => contracts.some((contract) => isAddressEqual(contract, address))
  return parse([...logs]).filter(({ address, args }) => args.quoteId === quoteId && isOwn(address))
}

/** The contracts that have logged in a transaction which started a route; none if it started no route that logs these events. */
function contractsOfRoute(logs: readonly Log[], quoteId: string): readonly Address[] {
  const isStart = ({ eventName, args }: RouteEvent): boolean => eventName === "RouteStarted" && args.quoteId === quoteId
  return parse([...logs]).some(isStart) ? [...new Set(logs.map(({ address }) => address))] : []
}

function parse(logs: Log[]): RouteEvent[] {
  return parseEventLogs({ abi: routeEventsAbi, logs }).map((log) => ({ ...log, address: getAddress(log.address) }))
}
