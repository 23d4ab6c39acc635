import type { Address, Hex } from "viem"

import { parseAddress } from "./address.js"
import { didYouMean } from "./commands/nearest.js"
import { InvalidInputError } from "./InvalidInputError.js"
import { assertUint256, readWholeNumber } from "./numbers/amount.js"
import { inQuotes } from "./text.js"

/** Parses one parameter from a caller or a query string, or throws an `InvalidInputError` that names it. */
export type Check<T> = (value: unknown, argument: string) => T

/** Checks by the name of their parameter. */
export type Checks = Readonly<Record<string, Check<unknown>>>

/** A table of checks with these results. */
export type ChecksOf<Parsed> = { readonly [Name in keyof Parsed]: Check<Parsed[Name]> }

/** The parameters of a request once they are checked. `Own` are those that are given in another form. */
export type Parsed<Parameters, Own = unknown> = Readonly<Required<Omit<Parameters, "signal" | keyof Own>>> & Own

/** The parsed parameters of a table of checks. */
export type Checked<Table> = { [Name in keyof Table]: Table[Name] extends Check<infer T> ? T : never }

/**
 * Parses every parameter of a table.
 *
 * @throws {InvalidInputError} a parameter is invalid; the error is about the first one
 */
export function checkAll<Table extends Checks>(
  checks: Table,
  parameters: Readonly<Record<string, unknown>>,
): Checked<Table> {
  const entries = Object.entries(checks).map(([name, check]) => [name, check(parameters[name], name)])
  return Object.fromEntries(entries) as Checked<Table>
}

/** Creates a check that allows the parameter to be absent. */
export function optional<T>(check: Check<T>): Check<T | undefined> {
  return (value, argument) => (value === undefined ? undefined : check(value, argument))
}

/** Parses a chain slug: an unsigned 32-bit number or its decimal digits. */
export const checkSlug: Check<number> = wholeNumber("a chain slug", 2 ** 32 - 1)

/** Parses a chain id, as wallets use it, or its decimal digits. */
export const checkChainId: Check<number> = wholeNumber("a chain id")

/** Parses a number of bytes or its decimal digits. */
export const checkByteCount: Check<number> = wholeNumber("a number of bytes")

/** Parses a safe integer from 0, or its decimal digits. */
export const checkCount: Check<number> = wholeNumber("a count")

/** Checks a number of milliseconds above zero. */
export function checkMilliseconds(value: number, argument: string): number {
  if (Number.isFinite(value) && value > 0) return value
  throw new InvalidInputError({
    argument,
    problem: `${value} is not a valid number of milliseconds`,
    fix: "Use a number above zero.",
  })
}

/** Parses a `uint256`: a bigint, its decimal digits, or a safe integer. */
export function checkUint256(value: unknown, argument: string): bigint {
  if (typeof value === "bigint") return assertUint256(value, argument)
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new InvalidInputError({
      argument,
      problem: `the number ${String(value)} is too large to be exact`,
      fix: "Give a bigint or a decimal string.",
    })
  }
  const text = typeof value === "number" ? String(value) : value
  if (typeof text === "string" && /^\d{1,78}$/.test(text)) return assertUint256(BigInt(text), argument)
  throw new InvalidInputError({
    argument,
    problem: `${describeValue(value)} is not a whole number`,
    fix: "Give a bigint or decimal digits without sign, point or exponent.",
  })
}

export function checkHash(value: unknown, argument: string): Hex {
  return checkBytes32(value, argument, "a transaction hash")
}

/** Parses 32 bytes of hex. The result is in lower case. */
export function checkBytes32(value: unknown, argument: string, called: string = "32 bytes of hex"): Hex {
  if (typeof value === "string" && /^0x[0-9a-fA-F]{64}$/.test(value)) return value.toLowerCase() as Hex
  throw new InvalidInputError({
    argument,
    problem: `${describeValue(value)} is not ${called}`,
    fix: "Give 0x followed by 64 hexadecimal digits.",
  })
}

/** Parses an address, and returns it with its checksum. */
export function checkAddress(value: unknown, argument: string): Address {
  if (typeof value === "string") return parseAddress(value, argument)
  throw new InvalidInputError({
    argument,
    problem: `${describeValue(value)} is not an address`,
    fix: "Give 0x followed by 40 hexadecimal digits, as a string.",
  })
}

/** Checks that a value can be sent as a header. An error does not show it, because it can be a secret. */
export function checkHeaderValue(value: unknown, argument: string): string {
  if (typeof value === "string" && /^[\x21-\x7e]+$/.test(value)) return value
  throw new InvalidInputError({
    argument,
    problem: "it cannot be sent as a header",
    fix: "Use visible ASCII characters without spaces, and check that you did not copy a line break.",
  })
}

/** Checks that a value is a key of a table, such as the name of a state. */
export function checkName<Name extends string>(
  value: unknown,
  argument: string,
  { table, called }: { table: Readonly<Record<Name, unknown>>; called: string },
): Name {
  if (typeof value === "string" && Object.hasOwn(table, value)) return value as Name
  throw new InvalidInputError({
    argument,
    problem: `${describeValue(value)} is not ${called}`,
    fix: `${didYouMean(typeof value === "string" ? value : "", Object.keys(table))} Give one of ${Object.keys(table).join(", ")}.`.trim(),
  })
}

function wholeNumber(called: string, max = Number.MAX_SAFE_INTEGER): Check<number> {
  return (value, argument) => {
    const number = readWholeNumber(value, max)
    if (number !== undefined) return number
    throw new InvalidInputError({
      argument,
      problem: `${describeValue(value)} is not ${called}`,
      fix: `Give a whole number from 0 to ${max}.`,
    })
  }
}

export function describeValue(value: unknown): string {
  if (typeof value === "string") return inQuotes(value)
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean")
    return inQuotes(String(value))
  if (value instanceof Promise) return "a promise, which has to be awaited,"
  return Array.isArray(value) ? "more than one value" : "it"
}
