import { z } from "zod"

import { addressSchema, hexSchema, orNull } from "../../http/wire.js"
import { quoteSchema, routeDetailsSchema } from "./quoteSchemas.js"
import type { Chain, Provider, Providers, Refund, RouteStatus, TokensByChain } from "../types.js"
import { routeStatusFromCode } from "../states.js"
import {
  amountSchema,
  chainIdSchema,
  decimalsSchema,
  inEnvelope,
  outputSchema,
  textOrNull,
  timestampSchema,
  tokenAmountSchema,
  tokenSchema,
} from "./wireSchemas.js"

export { quoteSchema, tokenSchema }
export { providersQuery, quoteQuery, statusQuery, tokensListQuery, tokensSearchQuery } from "./querySchemas.js"
export type { ProvidersQuery, QuoteQuery, StatusQuery, TokensListQuery, TokensSearchQuery } from "./querySchemas.js"

/** A status by its name, or by the number that the earlier API had for it. */
const statusSchema: z.ZodType<string> = z.union(
  [z.string().min(1), z.number().int().nonnegative().transform(routeStatusFromCode)],
  { error: "a status" },
)

const providerIds = z
  .array(z.string())
  .nullish()
  .transform((ids) => ids ?? [])

const flag = z
  .boolean()
  .nullish()
  .transform((given) => given ?? false)

/** A chain. A flag that was left out is false. */
export const chainSchema: z.ZodType<Chain> = z.looseObject({
  chainId: chainIdSchema,
  name: z.string(),
  icon: textOrNull,
  currency: z.looseObject({
    address: addressSchema,
    name: z.string(),
    symbol: z.string(),
    decimals: decimalsSchema,
    icon: textOrNull,
    minNativeCurrencyForGas: orNull(amountSchema),
  }),
  explorers: providerIds,
  sendingEnabled: flag,
  receivingEnabled: flag,
  isAutoEnabled: flag,
  isManualEnabled: flag,
  isDepositEnabled: flag,
  dexes: providerIds,
  bridges: providerIds,
})

/** An answer of `/v3/swap/supported-chains`. */
export const chainsSchema: z.ZodType<Chain[]> = inEnvelope(z.array(chainSchema))

const providerSchema: z.ZodType<Provider> = z.looseObject({
  providerId: z.string().min(1),
  displayName: z.string(),
  logoURI: textOrNull,
})

/** An answer of `/v3/swap/providers`, which has no envelope. One around it does no harm. */
export const providersSchema: z.ZodType<Providers> = inEnvelope(
  z.looseObject({ bridges: z.array(providerSchema), dexes: z.array(providerSchema) }),
)

const tokensByChainSchema: z.ZodType<TokensByChain> = z.record(
  z.string().regex(/^\d{1,16}$/, { error: "a chain id" }),
  z.array(tokenSchema),
)

/** An answer of `/v3/swap/tokens/list`. */
export const tokensListSchema: z.ZodType<TokensByChain> = inEnvelope(tokensByChainSchema)

/** An answer of `/v3/swap/tokens/search`. */
export const tokensSearchSchema: z.ZodType<{ readonly tokens: TokensByChain }> = inEnvelope(
  z.looseObject({ tokens: tokensByChainSchema }),
)

const refundSchema: z.ZodType<Refund> = z.looseObject({
  chainId: orNull(chainIdSchema),
  status: textOrNull,
  txHash: orNull(hexSchema),
  timestamp: timestampSchema,
})

const sideShape = {
  chainId: chainIdSchema,
  status: statusSchema,
  txHash: orNull(hexSchema),
  timestamp: timestampSchema,
}

const present: z.ZodType = orNull(z.unknown())

/** One route's status. Keys that are in no public material survive. */
export const routeStatusSchema: z.ZodType<RouteStatus> = z.looseObject({
  quoteId: z.string().min(1),
  userOp: textOrNull,
  status: statusSchema,
  statusCode: orNull(z.union([z.string(), z.number()]).transform(String)),
  isDestPayloadExecuted: present,
  origin: z.looseObject({
    ...sideShape,
    userAddress: orNull(addressSchema),
    input: listOf(tokenAmountSchema),
  }),
  destination: z.looseObject({
    ...sideShape,
    receiverAddress: orNull(addressSchema),
    output: listOf(outputSchema),
  }),
  routeDetails: orNull(routeDetailsSchema),
  refund: orNull(refundSchema),
  quoteDetails: present,
})

/** An answer of `/v3/swap/status`. */
export const statusAnswerSchema: z.ZodType<RouteStatus> = inEnvelope(routeStatusSchema)

/** The same, of this quote: what is answered about another one is no answer. */
export function statusAnswerOf(quoteId: string): z.ZodType<RouteStatus> {
  return statusAnswerSchema.refine((route) => route.quoteId.toLowerCase() === quoteId.toLowerCase(), {
    error: `the status of quote ${quoteId}`,
  })
}

function listOf<T>(schema: z.ZodType<T>): z.ZodType<T[]> {
  return orNull(z.array(schema)).transform((list) => list ?? [])
}
