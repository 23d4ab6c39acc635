import type { QuoteRoute } from "../../../swap/index.js"

/** Sorts routes: the one that gives the most first, and of those that give as much, the one that is sooner there. */
export function rankRoutes(routes: readonly QuoteRoute[]): QuoteRoute[] {
  return [...routes].sort((a, b) => compare(b.output.amount, a.output.amount) || compare(timeOf(a), timeOf(b)))
}

function compare<T extends bigint | number>(a: T, b: T): number {
  return a === b ? 0 : a < b ? -1 : 1
}

/** Seconds until a route is there; one of which nobody knows comes last. */
export function timeOf({ estimatedTime }: QuoteRoute): number {
  return estimatedTime ?? Infinity
}
