import { InvalidInputError } from "../InvalidInputError.js"
import { excerpt, inQuotes } from "../text.js"

export const maxUint256: bigint = 2n ** 256n - 1n

/** Returns the smaller of two amounts: `Math.min` knows no bigint. */
export function smallerOf(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

/** Returns the larger of two amounts: `Math.max` knows no bigint. */
export function largerOf(one: bigint, other: bigint): bigint {
  return one < other ? other : one
}

/**
 * Checks that a value fits into a `uint256`, and returns it.
 *
 * @throws {InvalidInputError} the value is below zero, or 2^256 or more
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

/** Writes a whole number out that has an exponent, such as `1.5e18`, exactly. Any other text stays as it is. */
export function wholeDigits(text: string): string {
  const [, whole = "", written = "", exponent = ""] = /^(\d{1,78})(?:\.(\d{1,78}))?[eE]\+?(\d{1,2})$/.exec(text) ?? []
  const fraction = written.replace(/(?<!0)0+$/, "")
  const isWhole = exponent !== "" && fraction.length <= Number(exponent)
  return isWhole ? whole + fraction.padEnd(Number(exponent), "0") : text
}

/** The units of a chain's currency, each with its decimals and the most of it that a number without a unit can mean. */
const units: Readonly<Record<string, { readonly decimals: number; readonly most: bigint }>> = {
  wei: { decimals: 0, most: maxUint256 },
  gwei: { decimals: 9, most: 10n ** 7n },
  eth: { decimals: 18, most: 10n ** 6n },
}

/**
 * Reads an amount of a chain's currency as people write it: `0.01`, `0.01eth`, `1gwei` or `1000wei`.
 *
 * @param options.unit what a number without a unit is counted in. Default: `eth`
 * @throws {InvalidInputError} it is none, or a number without a unit that is too large to be meant so
 */
export function parseCurrency(
  text: string,
  argument: string,
  { unit: usual = "eth" }: { readonly unit?: "eth" | "gwei" } = {},
): bigint {
  const [, number = text, given] = /^(.*?\d)\s*([a-z]+)$/is.exec(text.trim()) ?? []
  const unit = units[given?.toLowerCase().replace(/^ether$/, "eth") ?? usual]
  if (unit === undefined) {
    const problem = `${inQuotes(text)} ends with no unit that is known`
    throw new InvalidInputError({ argument, problem, fix: "Write it as 0.01eth, 1gwei or 1000wei." })
  }
  const amount = parseAmount(number, unit.decimals, argument)
  if (given !== undefined || amount <= unit.most * 10n ** BigInt(unit.decimals)) return amount
  throw new InvalidInputError({
    argument,
    problem: `${inQuotes(text)} without a unit is ${number} ${usual === "eth" ? "whole coins, such as ETH" : usual}`,
    fix: `Write the unit: ${number}wei if it is wei, or ${number}${usual}.`,
  })
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

/** Reads a whole number from 0 to `max`: a number, or its decimal digits. Returns `undefined` for anything else. */
export function readWholeNumber(value: unknown, max: number = Number.MAX_SAFE_INTEGER): number | undefined {
  const number = typeof value === "string" && /^\d{1,16}$/.test(value) ? Number(value) : value
  return typeof number === "number" && Number.isInteger(number) && number >= 0 && number <= max ? number : undefined
}

/** Reads a `uint256`: a bigint, decimal digits, or a number that is exact. Returns `undefined` for anything else. */
export function readUint256(value: unknown): bigint | undefined {
  if (typeof value === "bigint") return value >= 0n && value <= maxUint256 ? value : undefined
  if (typeof value === "number") return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : undefined
  if (typeof value !== "string" || !/^\d{1,78}$/.test(value)) return undefined
  const amount = BigInt(value)
  return amount <= maxUint256 ? amount : undefined
}
