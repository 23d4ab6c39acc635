/** Where amounts lie: the median, what nine of ten do not exceed, and the highest. Each of them is one of the amounts. */
export type Spread = {
  /** How many amounts there are. */
  readonly known: number
  readonly median: bigint
  readonly p90: bigint
  readonly worst: bigint
}

/**
 * Finds the spread of amounts, by nearest rank: the smallest amount that so many percent of them do not exceed.
 *
 * @returns `null` if there is no amount
 * @example
 * spreadOf([3n, 1n, 2n]) // { known: 3, median: 2n, p90: 3n, worst: 3n }
 */
export function spreadOf(amounts: readonly bigint[]): Spread | null {
  const sorted = amounts.toSorted((one, other) => (one < other ? -1 : 1))
  const rank = (percent: number): bigint => nearestRank(sorted, percent) ?? 0n
  const known = sorted.length
  return known === 0 ? null : { known, median: rank(50), p90: rank(90), worst: rank(100) }
}

/** The smallest of sorted amounts that so many percent of them do not exceed; `undefined` if there is none. */
export function nearestRank<Amount>(
  sorted: { readonly length: number; readonly [index: number]: Amount },
  percent: number,
): Amount | undefined {
  return sorted[Math.ceil((percent * sorted.length) / 100) - 1]
}

export function mapSpread(spread: Spread, change: (amount: bigint) => bigint): Spread {
  const { known, median, p90, worst } = spread
  return { known, median: change(median), p90: change(p90), worst: change(worst) }
}
