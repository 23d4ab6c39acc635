import type { RouteTag } from "../../../swap/userOps.js"

/** What an offer is compared by. */
export type Contender = { readonly amountOut: bigint; readonly seconds: number; readonly netValueInUsd: number }

/**
 * Puts offers in order, the best first: that which leaves the most when gas and messages are paid. That one is suggested; one has the
 * largest output, and one is the fastest.
 */
export function rank<Offer extends Contender>(
  offers: readonly Offer[],
): readonly { readonly offer: Offer; readonly routeTags: readonly RouteTag[] }[] {
  const sorted = [...offers].sort(
    (one, other) => other.netValueInUsd - one.netValueInUsd || compare(other.amountOut, one.amountOut),
  )
  const largest = first(sorted, (one, other) => one.amountOut > other.amountOut)
  const fastest = first(sorted, (one, other) => one.seconds < other.seconds)
  return sorted.map((offer, index) => ({
    offer,
    routeTags: [
      ...(index === 0 ? (["SUGGESTED"] as const) : []),
      ...(offer === largest ? (["MAX_OUTPUT"] as const) : []),
      ...(offer === fastest ? (["FASTEST"] as const) : []),
    ],
  }))
}

/** Of those that are equally good, the one that comes first. */
function first<Offer>(offers: readonly Offer[], isBetter: (one: Offer, other: Offer) => boolean): Offer | undefined {
  return offers.reduce<Offer | undefined>(
    (best, offer) => (best === undefined || isBetter(offer, best) ? offer : best),
    undefined,
  )
}

function compare(one: bigint, other: bigint): number {
  return one === other ? 0 : one > other ? 1 : -1
}
