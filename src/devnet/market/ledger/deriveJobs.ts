import type { Address } from "viem"

import type { RouteFacts } from "./facts.js"
import type { Order } from "../quoting/orders.js"
import type { MarketQuote } from "../quoting/quotes.js"
import { isUsable } from "./routeStatus.js"

/** Something that a keeper can do for a route. */
export type Errand = {
  /** Where it is to be done. */
  readonly chainSlug: number
  /** Unix seconds on that chain, before which it can't be done. */
  readonly notBefore: number
} & (
  | { readonly stage: "release" | "payRefund"; readonly bridge: Address }
  | { readonly stage: "claimRefund"; readonly bridge: Address; readonly srcChainSlug: number }
  | { readonly stage: "sweep"; readonly order: Order }
  | { readonly stage: "refundDeposit"; readonly order: Order; readonly token: Address }
)

/** What a route can be helped with now, from what is known of it. */
export function deriveJobs(quote: MarketQuote | undefined, facts: RouteFacts): readonly Errand[] {
  const { arrived, completed, refunding, refundWaiting, refundDue, refunded } = facts
  const errands: Errand[] = []
  if (arrived !== undefined && completed === undefined && refunding === undefined) {
    const { chainSlug, bridge, srcChainSlug, payableAt } = arrived
    // What has been tried and could be neither delivered nor sent back waits for somebody who pays.
    if (refundWaiting === undefined) errands.push({ stage: "release", chainSlug, notBefore: payableAt, bridge })
    else errands.push({ stage: "claimRefund", chainSlug, notBefore: 0, bridge, srcChainSlug })
  }
  if (refundDue !== undefined && refunded === undefined) {
    errands.push({ stage: "payRefund", chainSlug: refundDue.chainSlug, notBefore: 0, bridge: refundDue.bridge })
  }
  return quote === undefined ? errands : [...errands, ...errandsOfDeposit(quote, facts)]
}

/** A deposit that its order can use is swept until it is too late. Everything else at a deposit address goes back. */
function errandsOfDeposit(quote: MarketQuote, facts: RouteFacts): readonly Errand[] {
  const { origin, order } = quote
  const { deposited = [], started } = facts
  const isAwaited = started === undefined && isUsable(quote, facts)
  const { slug: chainSlug } = origin
  return deposited.flatMap(({ token }): Errand[] => {
    const refund = { stage: "refundDeposit", chainSlug, order, token } as const
    if (!isAwaited || token !== order.inputToken) return [{ ...refund, notBefore: 0 }]
    return [
      { stage: "sweep", chainSlug, order, notBefore: 0 },
      { ...refund, notBefore: Number(order.deadline) + 1 },
    ]
  })
}
