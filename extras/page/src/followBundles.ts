import type { Hex } from "viem"

import type { Feed } from "./createFeed.js"
import type { Market } from "#extras/swap/src/market/openMarket.js"
import type { RequestChange, RouteChange } from "#src/devnet/changes.js"
import type { GatewayLedger } from "#src/devnet/gateway/ledger/ledger.js"

type Followed = {
  readonly gateway: { readonly ledger: Pick<GatewayLedger, "subscribe" | "request"> } | undefined
  readonly market: Pick<Market, "ledger" | "chains"> | undefined
}

/** Gives a feed each change of what has parts: requests of app gateways with their payloads, and swaps with their messages. */
export function followBundles({ gateway, market }: Followed, feed: Feed, now: () => number): void {
  gateway?.ledger.subscribe(({ requestCount }) => {
    const change = describeRequest(gateway, requestCount, now())
    if (change !== undefined) feed.request(change)
  })
  market?.ledger.onRoute((quoteId) => {
    const change = describeRoute(market, quoteId, now())
    if (change !== undefined) feed.route(change)
  })
}

/** `undefined` until it is submitted, or where chains were set back to before it. */
export function describeRequest(
  { ledger }: NonNullable<Followed["gateway"]>,
  count: number,
  at: number,
): RequestChange | undefined {
  const request = ledger.request(count)
  if (request === undefined) return undefined
  const { requestCount, appGateway, txHash, status, isCancelled } = request
  return { requestCount, appGateway, txHash, status, isCancelled, at }
}

/** `undefined` where no chain knows anything of it. */
export function describeRoute(
  { ledger, chains }: NonNullable<Followed["market"]>,
  quoteId: Hex,
  at: number,
): RouteChange | undefined {
  const { quote } = ledger.route(quoteId, false) ?? {}
  const origin = chains.find(({ slug }) => slug === quote?.origin.slug)
  const isLate = quote !== undefined && BigInt(origin?.announced()?.timestamp ?? 0) > quote.order.deadline
  const route = ledger.route(quoteId, isLate)
  if (route === undefined || Object.values(route.facts).flat().length === 0) return undefined
  const { order, destination } = route.quote
  const { started, reverted, completed, refunding, refunded, depositRefunded } = route.facts
  return {
    ...{ quoteId, status: route.status, at, srcChainSlug: route.quote.origin.slug, dstChainSlug: destination.slug },
    ...{ user: order.user, receiver: order.receiver, inputToken: order.inputToken, outputToken: order.outputToken },
    inputAmount: order.inputAmount.toString(),
    outputAmount: completed?.amount.toString() ?? null,
    inputTxHash: (started ?? reverted)?.txHash ?? null,
    outputTxHash: completed?.txHash ?? null,
    returnTxHash: refunding?.txHash ?? null,
    refundTxHash: (refunded ?? depositRefunded)?.txHash ?? null,
  }
}
