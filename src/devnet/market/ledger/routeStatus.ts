import type { Hex } from "viem"

import type { RouteState } from "../../../swap/states.js"
import type { RouteFacts } from "./facts.js"
import type { MarketQuote } from "../quoting/quotes.js"

/** How far a quote's route is. */
export type RouteRecord = {
  readonly quoteId: Hex
  readonly quote: MarketQuote
  /** What all chains tell of it. */
  readonly facts: RouteFacts
  readonly status: RouteState
}

/**
 * Says how far a route is. The last thing that happened decides; when nothing did, the time.
 *
 * @param isLate whether the origin can no longer mine anything in time
 */
export function routeStatus(quote: MarketQuote, facts: RouteFacts, isLate: boolean): RouteState {
  if (facts.completed !== undefined) return "COMPLETED"
  if (facts.refunded !== undefined) return "REFUNDED"
  if (facts.refundDue ?? facts.refunding ?? facts.refundWaiting) return "REFUNDING"
  if (facts.started !== undefined) return "IN_PROGRESS"
  if (facts.deposited?.some(({ token }) => token === quote.order.inputToken) === true) {
    return isUsable(quote, facts) && !isLate ? "IN_PROGRESS" : "REFUNDING"
  }
  if (facts.depositRefunded !== undefined) return "REFUNDED"
  if (facts.reverted !== undefined) return "FAILED"
  return isLate ? "EXPIRED" : "PENDING"
}

/** Whether a route can be started with what lies at its deposit address, as long as there is time. */
export function isUsable({ order }: MarketQuote, { deposited = [] }: RouteFacts): boolean {
  return deposited.some(({ token, amount }) => token === order.inputToken && amount >= order.inputAmount)
}
