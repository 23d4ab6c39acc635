import type { Address, Hex } from "viem"

import { getAddress } from "viem/utils"
import { z } from "zod"

import { type Check, type Checked, type Checks, checkSlug } from "../primitives/checks.js"
import { InvalidInputError } from "../primitives/InvalidInputError.js"

/** Hex of any length, in lower case afterwards. */
export const hexSchema: z.ZodType<Hex> = z
  .string()
  .regex(/^0x[0-9a-fA-F]*$/, { error: "0x and hex digits" })
  .transform((text) => text.toLowerCase() as Hex)

// A server's spelling of an address says nothing about what it knows, so the checksum is made here and not checked.
/** An address, checksummed afterwards. */
export const addressSchema: z.ZodType<Address> = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, { error: "an address" })
  .transform((text) => getAddress(text.toLowerCase()))

/** A chain slug, as a number or in digits. */
export const slugSchema: z.ZodType<number> = checked(checkSlug, "a chain slug")

/** What isn't known yet is left out, null or empty, by one server or another. */
export function orNull<T>(schema: z.ZodType<T>): z.ZodType<T | null> {
  return z.preprocess((wire) => (wire === "" ? null : wire), schema.nullish()).transform((value) => value ?? null)
}

/** Turns a check into a schema. The issue says what the check says, or what was expected. */
export function checked<T>(check: Check<T>, expected?: string): z.ZodType<T> {
  return z.unknown().transform((value, ctx) => {
    try {
      return check(value, "value")
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error
      // An issue has its path beside the message.
      ctx.addIssue({ code: "custom", message: expected ?? error.shortMessage.slice(`${error.argument}: `.length) })
      return z.NEVER
    }
  })
}

/**
 * Parameters as a query string gives them. A missing one is reported by its name.
 *
 * @example
 * querySchema({ chainSlug: checkSlug }).safeParse({}).error?.issues[0]?.message // "missing field : chainSlug"
 */
export function querySchema<Table extends Checks>(checks: Table): z.ZodType<Checked<Table>> {
  const shape = Object.fromEntries(Object.entries(checks).map(([name, check]) => [name, required(name, check)]))
  return z.object(shape) as z.ZodType<Checked<Table>>
}

/** A query string has an empty text for what it names and doesn't give. */
export function ifGiven<T>(schema: z.ZodType<T>): z.ZodType<T> {
  return z.preprocess((value) => (value === "" ? undefined : value), schema)
}

/** A parameter that must be there: left out or empty, it is reported by its name. */
export function required<T>(name: string, check: Check<T>): z.ZodType<T> {
  return z
    .unknown()
    .refine((value) => value !== undefined && value !== "", { error: `missing field : ${name}`, abort: true })
    .pipe(checked(check))
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
