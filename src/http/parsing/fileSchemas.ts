import type { Address } from "viem"

import { z } from "zod"

import { checkAddress } from "../../primitives/checks.js"
import { readWholeNumber } from "../../primitives/numbers/readNumbers.js"
import { checked, field } from "../schemas.js"

// Values in files of deployments. Unlike a server's answers, their checksums are verified: people write these files.

const largestSlug = 2 ** 32 - 1

export const fileAddressSchema: z.ZodType<Address> = checked(checkAddress)

export const fileNameSchema: z.ZodType<string> = field(
  "must be a name of at most 64 letters, digits, - and _",
  (value) => (isName(value) ? value : undefined),
)

export const fileBlockSchema: z.ZodType<number> = field("must be the number of a block", (value) =>
  typeof value === "number" ? readWholeNumber(value) : undefined,
)

export const fileSlugSchema: z.ZodType<number> = field(
  `must be a chain slug: a number from 1 to ${largestSlug}`,
  (value) => (typeof value === "number" && isSlug(String(value)) ? value : undefined),
)

/** A slug as the key of an object. */
export const slugKeySchema: z.ZodType<string, string> = z
  .string()
  .refine(isSlug, `must be a chain slug: digits, from 1 to ${largestSlug}`)

export const nameKeySchema: z.ZodType<string, string> = z
  .string()
  .refine(isName, "must be a name of at most 64 letters, digits, - and _")

function isSlug(text: string): boolean {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= largestSlug
}

function isName(value: unknown): value is string {
  return typeof value === "string" && /^[\w-]{1,64}$/.test(value)
}
