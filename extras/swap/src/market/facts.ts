import type { Address, Hex } from "viem"

import type { MarketQuote } from "./quoting/quotes.js"
import type { RouteState } from "#src/swap/states.js"

export type MinedAt = { readonly txHash: Hex; /** Unix seconds. */ readonly timestamp: number }

/** The value of a route somewhere, in a token of that chain. */
type Value = { readonly token: Address; readonly amount: bigint }

/** What the logs of one chain say of one route. No two chains of a route log the same. */
export type RouteFacts = {
  readonly started?: MinedAt & { readonly inputToken: Address; readonly inputAmount: bigint; readonly isSwept: boolean }
  readonly bridged?: MinedAt & Value & { readonly bridgeFee: bigint }
  readonly arrived?: MinedAt & {
    readonly chainSlug: number
    readonly bridge: Address
    readonly srcChainSlug: number
    readonly payableAt: number
  }
  readonly completed?: MinedAt & Value
  /** Its receiver took the payload. */
  readonly payloadExecuted?: MinedAt
  readonly refunding?: MinedAt & { readonly reason: Hex }
  readonly refundWaiting?: MinedAt & { readonly reason: Hex }
  readonly refundDue?: MinedAt & Value & { readonly chainSlug: number; readonly bridge: Address }
  readonly refunded?: MinedAt & Value
  /** A deposit that was of no use was sent back. */
  readonly depositRefunded?: MinedAt & Value
  /** The transaction that was to start it reverted. */
  readonly reverted?: MinedAt
  /** The balances of its deposit address now. */
  readonly deposited?: readonly Value[]
}

export type RouteFact = { readonly quoteId: Hex } & RouteFacts

export type RouteIndex = Map<Hex, RouteFacts>

/** Adds facts. The first of a kind stands, except for a deposit address, where the latest balances count. */
export function addRouteFact(index: RouteIndex, { quoteId, ...facts }: RouteFact): void {
  const known = index.get(quoteId)
  index.set(quoteId, { ...facts, ...known, ...(facts.deposited && { deposited: facts.deposited }) })
}

export type RouteRecord = {
  readonly quoteId: Hex
  readonly quote: MarketQuote
  /** What all chains say of it. */
  readonly facts: RouteFacts
  readonly status: RouteState
}

/** The last thing that happened decides; if nothing has, the time: `isLate` says that the origin can no longer mine the transaction. */
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
