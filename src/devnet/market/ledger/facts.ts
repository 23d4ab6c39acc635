import type { Address, Hex } from "viem"

/** The transaction in which something happened, and the time of its block. */
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

/** What a chain's logs say of a route. */
export type RouteFact = { readonly quoteId: Hex } & RouteFacts

/** The facts of one chain, by the ids of quotes. */
export type RouteIndex = Map<Hex, RouteFacts>

/** Adds facts. The first of a kind stands, except for a deposit address, where the latest balances count. */
export function addRouteFact(index: RouteIndex, { quoteId, ...facts }: RouteFact): void {
  const known = index.get(quoteId)
  index.set(quoteId, { ...facts, ...known, ...(facts.deposited && { deposited: facts.deposited }) })
}
