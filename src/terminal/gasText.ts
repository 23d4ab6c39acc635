import { formatAmount } from "#src/primitives/numbers/amount.js"

/** What gas costs, and in what. */
type GasCost = {
  /** The most that it costs, in the smallest unit. */
  readonly cost: bigint
  readonly native: { readonly symbol: string; readonly decimals: number }
}

/**
 * Formats the highest cost of gas with two digits, rounded up: what is shown is never less than what is paid.
 *
 * @example
 * gasText({ cost: 1_192_000_000_000_000n, native: { symbol: "ETH", decimals: 18 } }) // "at most 0.0012 ETH"
 */
export function gasText({ cost, native: { symbol, decimals } }: GasCost): string {
  const unit = 10n ** BigInt(Math.max(0, String(cost).length - 2))
  return `at most ${formatAmount(((cost + unit - 1n) / unit) * unit, decimals, symbol)}`
}
