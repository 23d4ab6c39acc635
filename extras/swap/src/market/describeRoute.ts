import type { Hex } from "viem"

import type { Market } from "./openMarket.js"
import type { RouteChange } from "#src/devnet/changes.js"

/** `undefined` where no chain knows anything of it. */
export function describeRoute(
  { ledger, chains }: Pick<Market, "ledger" | "chains">,
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
