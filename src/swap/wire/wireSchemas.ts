import { z } from "zod"

import { addressSchema, checked, orNull } from "../../http/wire.js"
import { checkChainId, checkCount, checkUint256 } from "../../primitives/checks.js"
import type { Output, Token, TokenAmount } from "../types.js"

// What the answers of several endpoints are made of.

export const chainIdSchema: z.ZodType<number> = checked(checkChainId, "a chain id")

/** A token's smallest unit: decimal digits, or a number that is exact. */
export const amountSchema: z.ZodType<bigint> = checked(checkUint256, "an amount: decimal digits, or an exact number")

export const decimalsSchema: z.ZodType<number> = checked(checkCount, "a number of decimals").refine((n) => n <= 255, {
  error: "a number of decimals",
})

export const textOrNull: z.ZodType<string | null> = orNull(z.string())

export const numberOrNull: z.ZodType<number | null> = orNull(numeric())

/** Seconds; a fraction of one makes sense on a local market. */
export const secondsSchema: z.ZodType<number> = numeric().refine((seconds) => seconds >= 0, { error: "seconds" })

/** A time in whatever form: the specification gives none. */
export const timestampSchema: z.ZodType<number | string | null> = orNull(z.union([z.number(), z.string()]))

/** A token. Keys that are not in the specification survive. */
export const tokenSchema: z.ZodType<Token> = z.looseObject({
  chainId: chainIdSchema,
  address: addressSchema,
  name: z.string(),
  symbol: z.string(),
  decimals: decimalsSchema,
  logoURI: textOrNull,
  icon: textOrNull,
  isShortListed: orNull(z.boolean()),
  isVerified: orNull(z.boolean()),
  tags: orNull(z.array(z.string())),
  trendingRank: numberOrNull,
  marketCap: numberOrNull,
  totalVolume: numberOrNull,
  balance: orNull(amountSchema),
  balanceInUsd: numberOrNull,
})

const amountShape = {
  token: tokenSchema,
  amount: amountSchema,
  priceInUsd: numberOrNull,
  valueInUsd: numberOrNull,
}

/** An amount of a token. */
export const tokenAmountSchema: z.ZodType<TokenAmount> = z.looseObject(amountShape)

/** What a route gives. */
export const outputSchema: z.ZodType<Output> = z.looseObject({ ...amountShape, minAmountOut: orNull(amountSchema) })

/**
 * The API's envelope, or none: the quote, tokens, chains and status have one, the providers don't. One that says it failed is no
 * answer, whatever is in it.
 */
export function inEnvelope<T>(schema: z.ZodType<T>): z.ZodType<T> {
  const success = z.literal(true, { error: "an answer that succeeded" }).nullish()
  return z.union([z.looseObject({ success, result: schema }).transform(({ result }) => result), schema])
}

/** For what is worth a price or a rank alone: nothing is paid by it, so it may be a JavaScript number. */
function numeric(): z.ZodType<number> {
  const digits = z.string().regex(/^-?\d{1,20}(\.\d{1,20})?$/)
  return z.union([z.number(), digits.transform(Number)], { error: "a number" })
}
