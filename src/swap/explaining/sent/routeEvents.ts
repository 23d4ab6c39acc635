import type { Address, Client, Log, ParseEventLogsReturnType } from "viem"

import { getLogs } from "viem/actions"
import { getAddress, isAddressEqual, parseAbi, parseEventLogs, type ParseAbi } from "viem/utils"

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
export const routeEventsAbi: ParseAbi<typeof events> = parseAbi(events)

/** Something that a provider has logged of a route. */
export type RouteEvent = ParseEventLogsReturnType<typeof routeEventsAbi, undefined, true>[number]

/**
 * Reads what the contracts of a route have logged of it on one chain, in order. Anybody can log the same events, so only contracts that
 * the origin transaction led to are believed: a provider has its contracts at the same addresses on all of the devnet's chains.
 */
export async function readRouteEvents(
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
  return parse([...logs]).filter(({ address, args }) => args.quoteId === quoteId && includesAddress(contracts, address))
}

function includesAddress(contracts: readonly Address[], address: Address): boolean {
  return contracts.some((contract) => isAddressEqual(contract, address))
}

/** The contracts that have logged in a transaction which started a route; none if it started no route that logs these events. */
export function contractsOfRoute(logs: readonly Log[], quoteId: string): readonly Address[] {
  const isStart = ({ eventName, args }: RouteEvent): boolean => eventName === "RouteStarted" && args.quoteId === quoteId
  return parse([...logs]).some(isStart) ? [...new Set(logs.map(({ address }) => address))] : []
}

function parse(logs: Log[]): RouteEvent[] {
  return parseEventLogs({ abi: routeEventsAbi, logs }).map((log) => ({ ...log, address: getAddress(log.address) }))
}
