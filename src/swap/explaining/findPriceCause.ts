import type { Certainty } from "../../explaining/Explanation.js"
import type { JournalEntry } from "../execution/types.js"
import type { SwapCase } from "../reading/types.js"
import type { QuoteRoute } from "../types.js"
import type { SwapCause } from "./swapCauses.js"
import { amountOf, swapAgain } from "./words.js"

/**
 * Finds out whether a new quote for the same request gives less than was accepted, and by how much.
 *
 * @param certainty how sure it is that a lower price stops this swap
 */
export async function findPriceCause(
  swap: SwapCase,
  { request, route, leastOut }: JournalEntry,
  certainty: Certainty,
): Promise<readonly SwapCause[]> {
  const quote = await swap.getQuote(request)
  const best = bestLike(route, quote?.routes ?? [])
  if (best === undefined || promised(best) >= leastOut) return []
  const { token, amount: before } = route.output
  const { amount: now } = best.output
  return [
    {
      name: "price-moved",
      certainty,
      says: `A new quote gives ${amountOf(now, token)}, ${percentBelow(now, before)} % less than the ${amountOf(before, token)} of this one, and at least ${amountOf(leastOut, token)} was accepted.`,
      evidence: [
        { source: "the journal", says: `The quote gave ${before}, and at least ${leastOut} was accepted.` },
        { source: "the swap API, a new quote", says: `It gives ${now}, and at least ${promised(best)}.` },
      ],
      fix: swapAgain(swap),
    },
  ]
}

/** The best route of the same provider, or else the best one. */
function bestLike({ routeDetails }: QuoteRoute, routes: readonly QuoteRoute[]): QuoteRoute | undefined {
  const sorted = [...routes].sort((one, other) => (promised(one) < promised(other) ? 1 : -1))
  return sorted.find((other) => other.routeDetails?.name === routeDetails?.name) ?? sorted[0]
}

function promised({ output }: QuoteRoute): bigint {
  return output.minAmountOut ?? output.amount
}

function percentBelow(now: bigint, before: bigint): string {
  return before === 0n ? "0" : (Number(((before - now) * 10_000n) / before) / 100).toString()
}
