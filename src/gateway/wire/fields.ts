import type { Address, Hex } from "viem"
import { z } from "zod"

import { payloadCallTypes } from "../states.js"
import { lenient } from "#src/http/parsing/answerSchema.js"
import {
  booleanSchema,
  field,
  hexSchema,
  orNull,
  readAddress,
  textSchema,
  uint256Schema,
  wholeNumberSchema,
} from "#src/http/schemas.js"
import { isEvmHash } from "#src/primitives/foreign.js"
import { isRecord } from "#src/primitives/isRecord.js"
import { readWholeNumber } from "#src/primitives/numbers/amount.js"

// The forms of this API's single fields, in whatever answer they are. What is lenient reads another form as `null`, and keeps it as foreign.

export const textOrNull: z.ZodType<string | null> = orNull(textSchema)

/** An address. The API uses the zero address for an address that is not known yet; the result is `null`. */
export const addressOrNull: z.ZodType<Address | null> = orNull(
  field("an address", (value) => (typeof value === "string" && /^0x0{40}$/.test(value) ? null : readAddress(value))),
)

/** A whole number, as a number or as decimal digits. */
export const countSchema: z.ZodType<number> = wholeNumberSchema("a whole number")

export const text: z.ZodType<string | null> = lenient(textOrNull)
export const hex: z.ZodType<Hex | null> = lenient(orNull(hexSchema))
export const address: z.ZodType<Address | null> = lenient(addressOrNull)
export const count: z.ZodType<number | null> = lenient(orNull(countSchema))
export const amount: z.ZodType<bigint | null> = lenient(orNull(uint256Schema("a whole number")))
export const flag: z.ZodType<boolean | null> = lenient(orNull(booleanSchema))
export const isGivenUp: z.ZodOptional<z.ZodType<boolean | null>> = lenient(booleanSchema).optional()

/** The hash of a transaction, in lower case. Nothing, or zeros, stand for none. */
export const txHashSchema: z.ZodType<Hex | null> = lenient(
  orNull(
    field("the hash of a transaction", (value) => {
      if (typeof value !== "string") return undefined
      if (/^0x0*$/.test(value)) return null
      return isEvmHash(value) ? (value.toLowerCase() as Hex) : undefined
    }),
  ),
)

/** An amount in whole tokens of unknown decimals, so it is kept as text. */
export const tokensSchema: z.ZodType<string> = field("an amount of tokens", (value) => {
  if (typeof value === "string") return value
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? String(value) : undefined
})

/** A slug, or the name of a chain. */
export const feePoolChainSchema: z.ZodType<string | number> = field("a chain", (value) => {
  const slug = readWholeNumber(value, 2 ** 32 - 1)
  if (slug !== undefined) return slug
  return typeof value === "string" || Number.isSafeInteger(value) ? (value as string | number) : undefined
})

/** A call type by its number, or by its name as the other endpoints have it. */
export const callType: z.ZodType<string | null> = lenient(
  orNull(
    field("a call type", (value) => {
      if (typeof value === "string" && !/^\d+$/.test(value)) return value
      const number = readWholeNumber(value)
      return number === undefined ? undefined : (payloadCallTypes[number] ?? String(number))
    }),
  ),
)

/** A hash, where zeros stand for none. */
export const digest: z.ZodType<Hex | null> = lenient(
  orNull(
    field("0x and hex digits", (value) => {
      const { success, data } = hexSchema.safeParse(value)
      return success ? (/^0x0+$/.test(data) ? null : data) : undefined
    }),
  ),
)

/** Creates the schema of an object that may be missing and whose fields may be missing. Anything else stands for one that says nothing. */
export function details<Shape extends Readonly<Record<string, z.ZodType>>>(
  shape: Shape,
): z.ZodType<z.output<z.ZodObject<Shape, z.core.$loose>>> {
  return z.preprocess((value) => (isRecord(value) ? value : {}), z.looseObject(shape))
}
