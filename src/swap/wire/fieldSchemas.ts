import { z } from "zod"

import { addressSchema, checked, orNull } from "../../http/schemas.js"
import { checkChainId, checkCount, checkUint256 } from "../../primitives/checks.js"
import type { Output, RouteDetails, Token, TokenAmount } from "../types.js"

// Schemas of the fields, tokens and amounts that several responses contain.

export const chainIdSchema: z.ZodType<number> = checked(checkChainId, "a chain id")

/** An amount in a token's smallest unit: decimal digits, or a number that is exact. */
export const amountSchema: z.ZodType<bigint> = checked(checkUint256, "an amount: decimal digits, or an exact number")

export const decimalsSchema: z.ZodType<number> = checked(checkCount, "a number of decimals").refine((n) => n <= 255, {
  error: "a number of decimals",
})

export const textOrNull: z.ZodType<string | null> = orNull(z.string())

export const numberOrNull: z.ZodType<number | null> = orNull(numeric())

/** Seconds, which can be a fraction: a local market quotes times below a second. */
export const secondsSchema: z.ZodType<number> = numeric().refine((seconds) => seconds >= 0, { error: "seconds" })

/** A time, in a form that the specification leaves open. */
export const timestampSchema: z.ZodType<number | string | null> = orNull(z.union([z.number(), z.string()]))

/** A token. Unknown keys are kept. */
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

/** The output of a route. */
export const outputSchema: z.ZodType<Output> = z.looseObject({ ...amountShape, minAmountOut: orNull(amountSchema) })

/** Name and logo of the provider of a route. */
export const routeDetailsSchema: z.ZodType<RouteDetails> = z.looseObject({ name: textOrNull, logoURI: textOrNull })

/** Only for values such as prices and ranks. No payment depends on them, so they may be JavaScript numbers. */
function numeric(): z.ZodType<number> {
  const digits = z.string().regex(/^-?\d{1,20}(\.\d{1,20})?$/)
  return z.union([z.number(), digits.transform(Number)], { error: "a number" })
}
