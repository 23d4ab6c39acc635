import type { Address, Hex } from "viem"

import { getAddress } from "viem/utils"
import { z } from "zod"

import { type Check, type Checked, type Checks, checkSlug } from "../primitives/checks.js"
import { InvalidInputError } from "../primitives/InvalidInputError.js"

/** Hex of any length. The result is in lower case. */
export const hexSchema: z.ZodType<Hex> = z
  .string()
  .regex(/^0x[0-9a-fA-F]*$/, { error: "0x and hex digits" })
  .transform((text) => text.toLowerCase() as Hex)

/** An address. The result is checksummed; the checksum that the server sends is not verified. */
export const addressSchema: z.ZodType<Address> = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, { error: "an address" })
  .transform((text) => getAddress(text.toLowerCase()))

/** A chain slug, as a number or as decimal digits. */
export const slugSchema: z.ZodType<number> = checked(checkSlug, "a chain slug")

/** Accepts null, an empty string and a missing value as `null`: servers differ in how they say that something is unknown. */
export function orNull<T>(schema: z.ZodType<T>): z.ZodType<T | null> {
  return z.preprocess((wire) => (wire === "" ? null : wire), schema.nullish()).transform((value) => value ?? null)
}

/**
 * Turns a check into a schema.
 *
 * @param expected the message of the issue. Default: the message of the check's error
 */
export function checked<T>(check: Check<T>, expected?: string): z.ZodType<T> {
  return z.unknown().transform((value, ctx) => {
    try {
      return check(value, "value")
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error
      // The argument's name is left out of the message, because an issue has its path beside it.
      ctx.addIssue({ code: "custom", message: expected ?? error.shortMessage.slice(`${error.argument}: `.length) })
      return z.NEVER
    }
  })
}

/**
 * Creates the schema of a query string from a table of checks. A missing parameter is reported by its name.
 *
 * @example
 * querySchema({ chainSlug: checkSlug }).safeParse({}).error?.issues[0]?.message // "missing field : chainSlug"
 */
export function querySchema<Table extends Checks>(checks: Table): z.ZodType<Checked<Table>> {
  const shape = Object.fromEntries(Object.entries(checks).map(([name, check]) => [name, required(name, check)]))
  return z.object(shape) as z.ZodType<Checked<Table>>
}

/** Accepts an empty value as a missing one: `?name=` in a query string names a parameter without giving it. */
export function ifGiven<T>(schema: z.ZodType<T>): z.ZodType<T> {
  return z.preprocess((value) => (value === "" ? undefined : value), schema)
}

/** Creates the schema of a required parameter. If it is missing or empty, it is reported by its name. */
export function required<T>(name: string, check: Check<T>): z.ZodType<T> {
  return z
    .unknown()
    .refine((value) => value !== undefined && value !== "", { error: `missing field : ${name}`, abort: true })
    .pipe(checked(check))
}
