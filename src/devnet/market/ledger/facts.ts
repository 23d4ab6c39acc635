import type { Address, Hex } from "viem"

/** Where and when something was logged. */
export type Seen = { readonly txHash: Hex; /** Unix seconds. */ readonly timestamp: number }

/** The value of a route somewhere, in a token of that chain. */
type Value = { readonly token: Address; readonly amount: bigint }

/** What one chain's logs tell of one route. Which of its chains that is makes no difference: no two tell the same. */
export type RouteFacts = {
  readonly started?: Seen & { readonly inputToken: Address; readonly inputAmount: bigint; readonly isSwept: boolean }
  readonly bridged?: Seen & Value & { readonly bridgeFee: bigint }
  readonly arrived?: Seen & {
    readonly chainSlug: number
    readonly bridge: Address
    readonly srcChainSlug: number
    readonly payableAt: number
  }
  readonly completed?: Seen & Value
  readonly refunding?: Seen & { readonly reason: Hex }
  readonly refundWaiting?: Seen & { readonly reason: Hex }
  readonly refundDue?: Seen & Value & { readonly chainSlug: number; readonly bridge: Address }
  readonly refunded?: Seen & Value
  /** A deposit that came to nothing went back. */
  readonly depositRefunded?: Seen & Value
  /** A transaction that should have started it was mined and reverted. */
  readonly reverted?: Seen
  /** What lies at its deposit address now. */
  readonly deposited?: readonly Value[]
}

/** What a chain's logs tell of a route, at one moment. */
export type RouteFact = { readonly quoteId: Hex } & RouteFacts

/** One chain's facts, by route. */
export type RouteIndex = Map<Hex, RouteFacts>

/** Adds what was told. The first word on a matter stands, but for what is at a deposit address. */
export function addRouteFact(page: RouteIndex, { quoteId, ...facts }: RouteFact): void {
  const known = page.get(quoteId)
  page.set(quoteId, { ...facts, ...known, ...(facts.deposited && { deposited: facts.deposited }) })
}
