import { formatAmount } from "./amount.js"
import { excerpt } from "../text.js"

/** The unit of a token, as its contract or an API gives it. */
export type Unit = { readonly decimals: number; readonly symbol?: string | null | undefined }

/**
 * Formats an amount of a token in the token's unit, and in its smallest unit, which is exact whatever its decimals are.
 *
 * @example
 * formatTokens(12_500_000n, { decimals: 6, symbol: "USDC" }) // "12.5 USDC (12500000 in its smallest unit)"
 */
export function formatTokens(amount: bigint, unit: Unit | undefined): string {
  if (unit === undefined) return `${amount} in the token's smallest unit`
  const symbol = unit.symbol === undefined || unit.symbol === null ? "" : ` ${excerpt(unit.symbol, 20)}`
  return `${formatAmount(amount, unit.decimals)}${symbol} (${amount} in its smallest unit)`
}
