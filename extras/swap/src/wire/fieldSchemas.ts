import { z } from "zod"

import type { Output, RouteDetails, Token, TokenAmount } from "../types.js"
import { type AnswerOptions, answerSchema, lenient, lenientList } from "#src/http/parsing/answerSchema.js"
import {
  anyAddressSchema,
  booleanSchema,
  field,
  orNull,
  parsePart,
  plainAnyAddressSchema,
  textSchema,
  uint256Schema,
  wholeNumberSchema,
} from "#src/http/schemas.js"
import { isRecord } from "#src/primitives/isRecord.js"

// Schemas of the fields, tokens and amounts that several responses contain.

export const chainIdSchema: z.ZodType<number> = wholeNumberSchema("a chain id")

/** An amount in a token's smallest unit: decimal digits, or a number that is exact. */
export const amountSchema: z.ZodType<bigint> = uint256Schema("an amount: decimal digits, or an exact number")

export const decimalsSchema: z.ZodType<number> = wholeNumberSchema("a number of decimals", 255)

export const textOrNull: z.ZodType<string | null> = orNull(textSchema)

/** Only for values such as prices and ranks. No payment depends on them, so they may be JavaScript numbers. */
const numericSchema: z.ZodType<number> = field("a number", readNumber)

export const numberOrNull: z.ZodType<number | null> = orNull(numericSchema)

/** Seconds, which can be a fraction: a local market quotes times below a second. */
export const secondsSchema: z.ZodType<number> = field("seconds", (value) => {
  const seconds = readNumber(value)
  return seconds !== undefined && seconds >= 0 ? seconds : undefined
})

/** A time, in a form that the specification leaves open. */
export const timestampSchema: z.ZodType<number | string | null> = orNull(
  field("a time", (value) => (typeof value === "string" ? value : finite(value))),
)

export const textOfNumberOrNull: z.ZodType<string | null> = orNull(
  field("text or a number", (value) => (typeof value === "string" ? value : finite(value)?.toString())),
)

// Nothing that is paid depends on the fields that are lenient.
const tokenShape = {
  chainId: chainIdSchema,
  address: anyAddressSchema,
  name: lenient(textOrNull),
  symbol: textSchema,
  decimals: decimalsSchema,
  logoURI: lenient(textOrNull),
  icon: lenient(textOrNull),
  isShortListed: lenient(orNull(booleanSchema)),
  isVerified: lenient(orNull(booleanSchema)),
  tags: lenient(orNull(lenientList(textSchema))),
  trendingRank: lenient(numberOrNull),
  marketCap: lenient(numberOrNull),
  totalVolume: lenient(numberOrNull),
  balance: lenient(orNull(amountSchema)),
  balanceInUsd: lenient(numberOrNull),
}

/** A token. Unknown keys are kept. */
export const tokenSchema: z.ZodType<Token> = z.looseObject(tokenShape)

/** A token whose address, if it is one of an EVM chain, is in lower case. */
export const plainTokenSchema: z.ZodType<Token> = z.looseObject({ ...tokenShape, address: plainAnyAddressSchema })

const amountShape = {
  token: tokenSchema,
  amount: amountSchema,
  priceInUsd: lenient(numberOrNull),
  valueInUsd: lenient(numberOrNull),
}

export const tokenAmountSchema: z.ZodType<TokenAmount> = z.looseObject(amountShape)

export const outputSchema: z.ZodType<Output> = z.looseObject({ ...amountShape, minAmountOut: orNull(amountSchema) })

export const routeDetailsSchema: z.ZodType<RouteDetails> = z.looseObject({
  name: lenient(textOrNull),
  logoURI: lenient(textOrNull),
})

function readNumber(value: unknown): number | undefined {
  const isDigits = typeof value === "string" && /^-?\d{1,20}(\.\d{1,20})?$/.test(value)
  return isDigits ? Number(value) : finite(value)
}

function finite(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined
}

/** An answer has none of these fields itself. */
function isEnvelope(body: Readonly<Record<string, unknown>>): boolean {
  return typeof body["success"] === "boolean" && "statusCode" in body
}

/** With or without the API's envelope; providers have none. An envelope that reports a failure is refused, whatever it contains. */
export function swapAnswer<T, Answer = T>(
  schema: z.ZodType<T>,
  options: AnswerOptions<T, Answer> = {},
): z.ZodType<Answer> {
  const success = { accepts: (value: unknown) => value === true, expected: "a response that succeeded" }
  return ofThisVersion(answerSchema({ keys: ["result"], beside: { success }, isEnvelope }, schema, options))
}

/** Fields that only answers of earlier versions have: in the result, its deposit, or its first element or route. */
const earlierFields = ["depositData", "depositRoute", "autoRoute", "manualRoutes", "userTxs", "originData", "sourceTx"]

/** Says of an answer that does not fit whether it is one of an earlier version. */
function ofThisVersion<T>(schema: z.ZodType<T>): z.ZodType<T> {
  return z.transform((body, context) => {
    const parsed = parsePart(schema, body, context)
    if (context.issues.length === 0) return parsed
    const value = isRecord(body) && Object.hasOwn(body, "result") ? body["result"] : body
    const { deposit, routes, 0: first } = Object(value) as { deposit?: unknown; routes?: unknown; 0?: unknown }
    const parts = [value, deposit, first, (Object(routes) as { 0?: unknown })[0]].filter(isRecord)
    const earlier = earlierFields.find((name) => parts.some((part) => Object.hasOwn(part, name)))
    if (earlier === undefined) return z.NEVER
    const message = `an answer of version 3 of the API; ${earlier} is in those of an earlier version`
    context.issues.splice(0, Infinity, { code: "custom", message, input: body })
    return z.NEVER
  })
}
