import { z } from "zod"

import { listOf, recordOf } from "../../http/parsing/listOf.js"
import { addressSchema, booleanSchema, orNull, someTextSchema, textSchema } from "../../http/schemas.js"
import type { Chain, Provider, Providers, TokensByChain } from "../types.js"
import { amountSchema, chainIdSchema, decimalsSchema, textOrNull } from "./fieldSchemas.js"
import { inEnvelope } from "./inEnvelope.js"
import { listedTokenSchema } from "./listedTokenSchema.js"

const idsSchema = orNull(listOf(textSchema)).transform((ids) => ids ?? [])

const flagSchema = orNull(booleanSchema).transform((given) => given ?? false)

/** A chain. A flag that was left out is false. */
export const chainSchema: z.ZodType<Chain> = z.looseObject({
  chainId: chainIdSchema,
  name: textSchema,
  icon: textOrNull,
  currency: z.looseObject({
    address: addressSchema,
    name: textSchema,
    symbol: textSchema,
    decimals: decimalsSchema,
    icon: textOrNull,
    minNativeCurrencyForGas: orNull(amountSchema),
  }),
  explorers: idsSchema,
  sendingEnabled: flagSchema,
  receivingEnabled: flagSchema,
  isAutoEnabled: flagSchema,
  isManualEnabled: flagSchema,
  isDepositEnabled: flagSchema,
  dexes: idsSchema,
  bridges: idsSchema,
})

/** A response of `/v3/swap/supported-chains`. */
export const chainsSchema: z.ZodType<Chain[]> = inEnvelope(listOf(chainSchema))

const providerSchema: z.ZodType<Provider> = z.looseObject({
  providerId: someTextSchema,
  displayName: textSchema,
  logoURI: textOrNull,
})

/** A response of `/v3/swap/providers`. The API sends it without an envelope; one with an envelope is read too. */
export const providersSchema: z.ZodType<Providers> = inEnvelope(
  z.looseObject({ bridges: listOf(providerSchema), dexes: listOf(providerSchema) }),
)

const tokensByChainSchema: z.ZodType<TokensByChain> = recordOf(
  (key) => /^\d{1,16}$/.test(key),
  "a chain id",
  listOf(listedTokenSchema),
)

/** A response of `/v3/swap/tokens/list`. */
export const tokensListSchema: z.ZodType<TokensByChain> = inEnvelope(tokensByChainSchema)

/** A response of `/v3/swap/tokens/search`. */
export const tokensSearchSchema: z.ZodType<{ readonly tokens: TokensByChain }> = inEnvelope(
  z.looseObject({ tokens: tokensByChainSchema }),
)
