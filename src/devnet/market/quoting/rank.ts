import type { RouteTag } from "../../../swap/types.js"

/** What offers are compared by. */
export type Comparable = { readonly amountOut: bigint; readonly seconds: number; readonly netValueInUsd: number }

/**
 * Sorts offers by their net value, highest first, and tags three of them: the first as suggested, the one with the largest output,
 * and the fastest.
 */
export function rank<Offer extends Comparable>(
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

/** Finds the best offer; the first of those that are equally good. */
function first<Offer>(offers: readonly Offer[], isBetter: (one: Offer, other: Offer) => boolean): Offer | undefined {
  return offers.reduce<Offer | undefined>(
    (best, offer) => (best === undefined || isBetter(offer, best) ? offer : best),
    undefined,
  )
}

function compare(one: bigint, other: bigint): number {
  return one === other ? 0 : one > other ? 1 : -1
}
