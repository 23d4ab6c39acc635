import { z } from "zod"

import { unlessOdd, withoutOddElements } from "../../http/parsing/leaveOut.js"
import { listOf, recordOf } from "../../http/parsing/listOf.js"
import { anyAddressSchema, booleanSchema, orNull, someTextSchema, textSchema } from "../../http/schemas.js"
import type { Chain, Provider, Providers, TokensByChain } from "../types.js"
import { amountSchema, chainIdSchema, decimalsSchema, textOrNull } from "./fieldSchemas.js"
import { inEnvelope } from "./inEnvelope.js"
import { listedTokenSchema } from "./listedTokenSchema.js"

const idsOf = (name: string): z.ZodType<string[]> =>
  unlessOdd(name, orNull(listOf(textSchema, "id"))).transform((ids) => ids ?? [])

const flagSchema = orNull(booleanSchema).transform((given) => given ?? false)

/** A chain. A flag that was left out is false. */
export const chainSchema: z.ZodType<Chain> = z.looseObject({
  chainId: chainIdSchema,
  name: unlessOdd("name", textOrNull),
  icon: unlessOdd("icon", textOrNull),
  currency: z.looseObject({
    address: anyAddressSchema,
    name: unlessOdd("name", textOrNull),
    symbol: textSchema,
    decimals: decimalsSchema,
    icon: unlessOdd("icon", textOrNull),
    minNativeCurrencyForGas: unlessOdd("minNativeCurrencyForGas", orNull(amountSchema)),
  }),
  explorers: idsOf("explorers"),
  sendingEnabled: flagSchema,
  receivingEnabled: flagSchema,
  isAutoEnabled: flagSchema,
  isManualEnabled: flagSchema,
  isDepositEnabled: flagSchema,
  dexes: idsOf("dexes"),
  bridges: idsOf("bridges"),
})

/** A response of `/v3/swap/supported-chains`. */
export const chainsSchema: z.ZodType<Chain[]> = withoutOddElements(
  inEnvelope(listOf(chainSchema, "chain")),
  (chains) => chains.length,
)

const providerSchema: z.ZodType<Provider> = z.looseObject({
  providerId: someTextSchema,
  displayName: unlessOdd("displayName", textOrNull),
  logoURI: unlessOdd("logoURI", textOrNull),
})

/** A response of `/v3/swap/providers`. The API sends it without an envelope; one with an envelope is read too. */
export const providersSchema: z.ZodType<Providers> = withoutOddElements(
  inEnvelope(z.looseObject({ bridges: listOf(providerSchema, "bridge"), dexes: listOf(providerSchema, "dex") })),
  ({ bridges, dexes }) => bridges.length + dexes.length,
)

const tokensByChainSchema: z.ZodType<TokensByChain> = recordOf(
  { isKey: (key) => /^\d{1,16}$/.test(key), expected: "a chain id", name: "chain" },
  listOf(listedTokenSchema, "token"),
)

function countTokens(tokens: TokensByChain): number {
  return Object.values(tokens).reduce((count, ofChain) => count + ofChain.length, 0)
}

/** A response of `/v3/swap/tokens/list`. */
export const tokensListSchema: z.ZodType<TokensByChain> = withoutOddElements(
  inEnvelope(tokensByChainSchema),
  countTokens,
)

/** A response of `/v3/swap/tokens/search`. */
export const tokensSearchSchema: z.ZodType<{ readonly tokens: TokensByChain }> = withoutOddElements(
  inEnvelope(z.looseObject({ tokens: tokensByChainSchema })),
  ({ tokens }) => countTokens(tokens),
)
