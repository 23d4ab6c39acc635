import { InvalidInputError } from "../InvalidInputError.js"
import { excerpt, inQuotes } from "../text.js"

/** The largest `uint256`. */
export const maxUint256: bigint = 2n ** 256n - 1n

/**
 * Checks that a value fits into a `uint256`, and returns it.
 *
 * @throws {InvalidInputError} the value is below zero, or 2^256 or more
 * @example
 * assertUint256(fee, "value")
 */
export function assertUint256(value: bigint, argument: string): bigint {
  if (value >= 0n && value <= maxUint256) return value
  throw new InvalidInputError({
    argument,
    problem: value < 0n ? `${inQuotes(String(value))} is below zero` : "it does not fit into 256 bits",
    fix: "Give an amount from 0 to 2^256 - 1 of the smallest unit.",
  })
}

/**
 * Converts a decimal amount of whole tokens into the smallest unit. The conversion is exact: it does not round and uses no
 * floating-point number.
 *
 * @param decimals of the token: 18 for ether
 * @throws {InvalidInputError} the text is not a plain decimal number, has more digits than the token has decimals, or is 2^256 or more
 * @example
 * parseAmount("12.5", 6) // 12_500_000n
 */
export function parseAmount(text: string, decimals: number, argument: string = "amount"): bigint {
  assertDecimals(decimals)
  const [, whole, written = ""] = /^(\d+)(?:\.(\d+))?$/.exec(text.trim()) ?? []
  if (whole === undefined) {
    throw new InvalidInputError({
      argument,
      problem: `${inQuotes(text)} is not a decimal number`,
      fix: "Write digits with at most one point, such as 12.5, without sign, exponent or separators.",
    })
  }
  const fraction = written.replace(/(?<!0)0+$/, "")
  if (fraction.length > decimals) {
    throw new InvalidInputError({
      argument,
      problem: `${inQuotes(text)} has ${fraction.length} digits after the point`,
      fix:
        decimals === 0
          ? "Give a whole number."
          : `The token has ${decimals} decimals. Give at most ${decimals} digits after the point.`,
    })
  }
  return assertUint256(BigInt(whole + fraction.padEnd(decimals, "0")), argument)
}

/**
 * Formats an amount of the smallest unit in whole tokens, exactly and without trailing zeros.
 *
 * @example
 * formatAmount(12_500_000n, 6, "USDC") // "12.5 USDC"
 */
export function formatAmount(amount: bigint, decimals: number, symbol?: string): string {
  assertDecimals(decimals)
  const digits = String(amount < 0n ? -amount : amount).padStart(decimals + 1, "0")
  const point = digits.length - decimals
  const fraction = digits.slice(point).replace(/(?<!0)0+$/, "")
  const number = `${amount < 0n ? "-" : ""}${digits.slice(0, point)}${fraction === "" ? "" : `.${fraction}`}`
  return symbol === undefined ? number : `${number} ${symbol}`
}

function assertDecimals(decimals: number): void {
  if (Number.isInteger(decimals) && decimals >= 0 && decimals <= 255) return
  throw new InvalidInputError({
    argument: "decimals",
    problem: `${decimals} is not a number of decimals`,
    fix: "Give a whole number from 0 to 255, as the token's decimals() does.",
  })
}

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
