import type { Address } from "viem"

import type { Order } from "../quoting/orders.js"
import type { MarketQuote } from "../quoting/quotes.js"
import type { RouteFacts } from "./facts.js"
import { isUsable } from "./routeStatus.js"

/** What a job of the keeper does for a route. */
export type RouteAction = {
  /** Slug of the chain on which it is done. */
  readonly chainSlug: number
  /** Unix seconds on that chain, before which it cannot be done. */
  readonly notBefore: number
} & (
  | { readonly stage: "release" | "payRefund"; readonly bridge: Address }
  | { readonly stage: "claimRefund"; readonly bridge: Address; readonly srcChainSlug: number }
  | { readonly stage: "sweep"; readonly order: Order }
  | { readonly stage: "refundDeposit"; readonly order: Order; readonly token: Address }
)

/** Derives what the keeper can do for a route now. */
export function deriveJobs(quote: MarketQuote | undefined, facts: RouteFacts): readonly RouteAction[] {
  const { arrived, completed, refunding, refundWaiting, refundDue, refunded } = facts
  const actions: RouteAction[] = []
  if (arrived !== undefined && completed === undefined && refunding === undefined) {
    const { chainSlug, bridge, srcChainSlug, payableAt } = arrived
    // A route that could be neither delivered nor sent back waits for somebody who pays for the message back.
    if (refundWaiting === undefined) actions.push({ stage: "release", chainSlug, notBefore: payableAt, bridge })
    else actions.push({ stage: "claimRefund", chainSlug, notBefore: 0, bridge, srcChainSlug })
  }
  if (refundDue !== undefined && refunded === undefined) {
    actions.push({ stage: "payRefund", chainSlug: refundDue.chainSlug, notBefore: 0, bridge: refundDue.bridge })
  }
  return quote === undefined ? actions : [...actions, ...actionsForDeposit(quote, facts)]
}

/** A deposit that its order can use is swept until the deadline. Everything else at a deposit address goes back. */
function actionsForDeposit(quote: MarketQuote, facts: RouteFacts): readonly RouteAction[] {
  const { origin, order } = quote
  const { deposited = [], started } = facts
  const isAwaited = started === undefined && isUsable(quote, facts)
  const { slug: chainSlug } = origin
  return deposited.flatMap(({ token }): RouteAction[] => {
    const refund = { stage: "refundDeposit", chainSlug, order, token } as const
    if (!isAwaited || token !== order.inputToken) return [{ ...refund, notBefore: 0 }]
    return [
      { stage: "sweep", chainSlug, order, notBefore: 0 },
      { ...refund, notBefore: Number(order.deadline) + 1 },
    ]
  })
}
