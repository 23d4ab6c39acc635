import type { Address, Client, Hex } from "viem"

import { getBlock, getTransactionReceipt } from "viem/actions"

import { isEvmHash } from "../../../primitives/foreign.js"
import type { SwapCase, SwapChain } from "../types.js"
import { contractsOfRoute, readRouteEvents, type RouteEvent } from "./routeEvents.js"

/** What the provider has logged of a route whose transaction succeeded. */
export type RouteReading = {
  /** The transaction that started it. A deposit is started by its provider's, not by the one that paid. */
  readonly txHash: Hex
  readonly quoteId: string
  /** The contracts that may tell of the route; none if its provider logs nothing of routes. */
  readonly contracts: readonly Address[]
  /** In the order of the chain. */
  readonly origin: readonly RouteEvent[]
  readonly destination: readonly RouteEvent[]
  /** Seconds since 1970 by the destination chain, or by whoever asks if that is later. */
  readonly destinationNow: number
  /** When the transaction was mined, in seconds since 1970. */
  readonly startedAt: number
}

/** Reads what the contracts of a route have logged; `undefined` if its transaction is not known to have succeeded. */
export async function readRoute(swap: SwapCase): Promise<RouteReading | undefined> {
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
  const contracts = own !== undefined && own.length > 0 ? own : (started ?? [])
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
    origin: onOrigin,
    destination: isOneChain ? onOrigin : onDestination,
    destinationNow: Math.max(now, Number(head?.timestamp ?? 0n)),
    startedAt: sending.at,
  }
}

/** Whether a chain can be read. */
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
