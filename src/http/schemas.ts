import type { Address, Hex } from "viem"
import { z } from "zod"

import { checksumOf } from "#src/primitives/address.js"
import type { Check, Checked, Checks } from "#src/primitives/checks.js"
import { didYouMean } from "#src/primitives/commands/nearest.js"
import { isEvmHash, type OrForeign } from "#src/primitives/foreign.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { readUint256, readWholeNumber } from "#src/primitives/numbers/amount.js"
import { excerpt } from "#src/primitives/text.js"

/**
 * Creates the schema of one value of a response.
 *
 * @param expected the message of the issue
 * @param read returns what the value means, or `undefined` if it is not as specified. It throws nothing: a response can have hundreds
 * of thousands of wrong values
 */
export function field<T>(expected: string, read: (value: unknown) => T | undefined): z.ZodType<T> {
  return z.transform((input, context) => {
    const value = read(input)
    if (value !== undefined) return value
    context.issues.push({ code: "custom", message: expected, input })
    return z.NEVER
  })
}

export const textSchema: z.ZodType<string> = field("text", (value) => (typeof value === "string" ? value : undefined))

export const someTextSchema: z.ZodType<string> = field("text that is not empty", (value) =>
  typeof value === "string" && value !== "" ? value : undefined,
)

export const booleanSchema: z.ZodType<boolean> = field("true or false", (value) =>
  typeof value === "boolean" ? value : undefined,
)

/** Hex of any length. The result is in lower case. */
export const hexSchema: z.ZodType<Hex> = field("0x and hex digits", (value) =>
  typeof value === "string" && /^0x[0-9a-fA-F]*$/.test(value) ? (value.toLowerCase() as Hex) : undefined,
)

/** An address. The result is checksummed; the checksum that the server sends is not verified. */
export const addressSchema: z.ZodType<Address> = field("an address", readAddress)

/** Text in place of an address or a hash of an EVM chain. The longest known addresses and hashes have about 110 characters. */
function readForeign(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" && value.length <= 200 ? value : undefined
}

/** An address: with its checksum, or as it came if it is not one of an EVM chain. */
export const anyAddressSchema: z.ZodType<OrForeign<Address>> = field(
  "an address",
  (value) => readAddress(value) ?? readForeign(value),
)

/** The same with an EVM address in lower case. */
export const plainAnyAddressSchema: z.ZodType<OrForeign<Address>> = field(
  "an address",
  (value) => readPlainAddress(value) ?? readForeign(value),
)

/** The hash of a transaction: in lower case, or as it came if it is not one of an EVM chain. */
export const anyHashSchema: z.ZodType<OrForeign<Hex>> = field("the hash of a transaction", (value) => {
  const hash = readForeign(value)
  return hash !== undefined && isEvmHash(hash) ? hash.toLowerCase() : hash
})

/** Reads an address, and returns it with its checksum. */
export function readAddress(value: unknown): Address | undefined {
  const plain = readPlainAddress(value)
  return plain === undefined ? undefined : checksumOf(plain)
}

/** Reads an address, and returns it in lower case. */
function readPlainAddress(value: unknown): Address | undefined {
  return typeof value === "string" && /^0x[0-9a-fA-F]{40}$/.test(value) ? (value.toLowerCase() as Address) : undefined
}

/** A chain slug, as a number or as decimal digits. */
export const slugSchema: z.ZodType<number> = wholeNumberSchema("a chain slug", 2 ** 32 - 1)

/** Creates the schema of a whole number from 0 to `max`, as a number or as decimal digits. */
export function wholeNumberSchema(expected: string, max?: number): z.ZodType<number> {
  return field(expected, (value) => readWholeNumber(value, max))
}

/** Creates the schema of a `uint256`, as decimal digits or as an exact number. */
export function uint256Schema(expected: string): z.ZodType<bigint> {
  return field(expected, readUint256)
}

/** Parses part of a value inside a transform. Its issues get the path of the part. */
export function parsePart<T>(
  schema: z.ZodType<T>,
  value: unknown,
  { issues }: z.core.ParsePayload,
  ...path: readonly PropertyKey[]
): T {
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  for (const issue of error.issues) issues.push({ ...issue, input: value, path: [...path, ...issue.path] } as never)
  return z.NEVER
}

/** Accepts null, an empty string and a missing value as `null`: servers differ in how they say that something is unknown. */
export function orNull<T>(schema: z.ZodType<T>): z.ZodType<T | null> {
  return z.transform((value, context) =>
    value === undefined || value === null || value === "" ? null : parsePart(schema, value, context),
  )
}

/** Turns a check into a schema, whose issue has the message `expected`, or that of the check's error. */
export function checked<T>(check: Check<T>, expected?: string): z.ZodType<T> {
  return z.unknown().transform((value, ctx) => {
    try {
      return check(value, "value")
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error
      // The argument's name is left out of the message, because an issue has its path beside it.
      ctx.addIssue({ code: "custom", message: expected ?? error.explanation })
      return z.NEVER
    }
  })
}

/**
 * Creates the schema of a query string from a table of checks. A missing parameter is reported by its name, and so is one that no check
 * is for: whoever sends it expects it to have an effect.
 *
 * @param needed the parameters that are required. Default: all
 * @example
 * querySchema({ chainSlug: checkSlug }).safeParse({}).error?.issues[0]?.message // "missing field : chainSlug"
 */
export function querySchema<Table extends Checks>(
  checks: Table,
  needed: readonly (keyof Table)[] = Object.keys(checks),
): z.ZodType<Checked<Table>> {
  const shape = Object.entries(checks).map(([name, check]) => [
    name,
    needed.includes(name) ? required(name, check) : ifGiven(checked(check)),
  ])
  const error = (issue: z.core.$ZodRawIssue): string | undefined =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((name) => unknownName(name, Object.keys(checks))).join("; ")
      : undefined
  return z.strictObject(Object.fromEntries(shape) as z.ZodRawShape, { error }) as unknown as z.ZodType<Checked<Table>>
}

function unknownName(name: string, known: readonly string[]): string {
  const all = known.length === 0 ? "There is none." : `Known are ${known.join(", ")}.`
  return `${excerpt(name)}: no parameter that is known here. ${didYouMean(name, known) || all}`
}

/** Accepts an empty value as a missing one: `?name=` in a query string names a parameter without giving it. */
function ifGiven<T>(schema: z.ZodType<T>): z.ZodType<T> {
  return z.preprocess((value) => (value === "" ? undefined : value), schema)
}

function required<T>(name: string, check: Check<T>): z.ZodType<T> {
  return z
    .unknown()
    .refine((value) => value !== undefined && value !== "", { error: `missing field : ${name}`, abort: true })
    .pipe(checked(check))
}
