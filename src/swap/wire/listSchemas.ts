import { z } from "zod"

import { addressSchema, orNull } from "../../http/schemas.js"
import type { Chain, Provider, Providers, TokensByChain } from "../types.js"
import { amountSchema, chainIdSchema, decimalsSchema, textOrNull, tokenSchema } from "./fieldSchemas.js"
import { inEnvelope } from "./inEnvelope.js"

const idsSchema = z
  .array(z.string())
  .nullish()
  .transform((ids) => ids ?? [])

const flagSchema = z
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
export const chainsSchema: z.ZodType<Chain[]> = inEnvelope(z.array(chainSchema))

const providerSchema: z.ZodType<Provider> = z.looseObject({
  providerId: z.string().min(1),
  displayName: z.string(),
  logoURI: textOrNull,
})

/** A response of `/v3/swap/providers`. The API sends it without an envelope; one with an envelope is read too. */
export const providersSchema: z.ZodType<Providers> = inEnvelope(
  z.looseObject({ bridges: z.array(providerSchema), dexes: z.array(providerSchema) }),
)

const tokensByChainSchema: z.ZodType<TokensByChain> = z.record(
  z.string().regex(/^\d{1,16}$/, { error: "a chain id" }),
  z.array(tokenSchema),
)

/** A response of `/v3/swap/tokens/list`. */
export const tokensListSchema: z.ZodType<TokensByChain> = inEnvelope(tokensByChainSchema)

/** A response of `/v3/swap/tokens/search`. */
export const tokensSearchSchema: z.ZodType<{ readonly tokens: TokensByChain }> = inEnvelope(
  z.looseObject({ tokens: tokensByChainSchema }),
)
