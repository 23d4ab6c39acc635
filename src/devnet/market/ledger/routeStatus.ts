import type { Hex } from "viem"

import type { RouteState } from "../../../swap/states.js"
import type { RouteFacts } from "./facts.js"
import type { MarketQuote } from "../quoting/quotes.js"

/** What is known of a route. */
export type RouteRecord = {
  readonly quoteId: Hex
  readonly quote: MarketQuote
  /** What all chains say of it. */
  readonly facts: RouteFacts
  readonly status: RouteState
}

/**
 * Derives a route's status. The last thing that happened decides; if nothing has happened, the time does.
 *
 * @param isLate whether it is too late for the origin to mine the route's transaction
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

/** Checks whether the balance of a route's deposit address is enough to start the route. */
export function isUsable({ order }: MarketQuote, { deposited = [] }: RouteFacts): boolean {
  return deposited.some(({ token, amount }) => token === order.inputToken && amount >= order.inputAmount)
}
