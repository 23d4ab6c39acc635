import pLimit from "p-limit"

import type { ChainEntry } from "../../../primitives/chains.js"
import { isPlugsError, type PlugsError } from "../../../primitives/PlugsError.js"

export type CompareFeesParameters = {
  readonly destinations: readonly ChainEntry[]
  /** Asks the messaging API. */
  readonly estimate: (dstChainSlug: number) => Promise<bigint>
  /** Asks the socket. */
  readonly read: (dstChainSlug: number) => Promise<bigint>
}

/** What a message to one chain costs, in wei of the source chain, and what could not be learnt. */
export type FeeComparison = {
  readonly to: ChainEntry
  readonly estimate: bigint | null
  readonly onChain: bigint | null
  /** How far the estimate is above the minimum, such as "4.31"; below it with a minus. */
  readonly differencePercent: string | null
  readonly errors: readonly PlugsError[]
}

/** Enough to be quick, and not so many that an API would mind. */
const atOnce = 8

/**
 * Learns the fee of each destination from both sources. A source that fails is told in its row and spoils no other.
 *
 * @example
 * const rows = await compareFees({ destinations, estimate: (slug) => …, read: (slug) => … })
 */
export async function compareFees({ destinations, estimate, read }: CompareFeesParameters): Promise<FeeComparison[]> {
  const limit = pLimit(atOnce)
  return await limit.map(destinations, async (to) => {
    const [estimated, minimum] = await Promise.all([settle(estimate(to.slug)), settle(read(to.slug))])
    return {
      to,
      estimate: estimated.value,
      onChain: minimum.value,
      differencePercent:
        estimated.value === null || minimum.value === null ? null : percentAbove(estimated.value, minimum.value),
      errors: [estimated.error, minimum.error].filter((error) => error !== undefined),
    }
  })
}

/**
 * How many percent one amount is above another, with two digits, exactly.
 *
 * @returns `null` when the base is zero and the amount isn't
 * @example
 * percentAbove(104n, 100n) // "4.00"
 */
export function percentAbove(amount: bigint, base: bigint): string | null {
  if (base === 0n) return amount === 0n ? "0.00" : null
  const hundredths = roundedQuotient((amount - base) * 10_000n, base)
  const digits = String(hundredths < 0n ? -hundredths : hundredths).padStart(3, "0")
  return `${hundredths < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Away from zero at the half, so that a difference above nothing doesn't read as smaller than it is. */
function roundedQuotient(dividend: bigint, divisor: bigint): bigint {
  const half = divisor / 2n
  return (dividend < 0n ? dividend - half : dividend + half) / divisor
}

async function settle<T>(promise: Promise<T>): Promise<{ value: T | null; error?: PlugsError }> {
  try {
    return { value: await promise }
  } catch (error) {
    // Anything else is a bug, and no row of a table.
    if (!isPlugsError(error)) throw error
    return { value: null, error }
  }
}
