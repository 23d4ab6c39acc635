import { z } from "zod"

import { lenient, lenientList } from "../../http/parsing/answerSchema.js"
import { Malformed, nothing } from "../../http/parsing/malformed.js"
import { anyAddressSchema, booleanSchema, orNull, someTextSchema, textSchema } from "../../http/schemas.js"
import type { Chain, Provider, Providers, Token, TokensByChain } from "../types.js"
import { checksumWhenRead } from "./checksumWhenRead.js"
import { amountSchema, chainIdSchema, decimalsSchema, plainTokenSchema, textOrNull } from "./fieldSchemas.js"
import { swapAnswer } from "./swapAnswer.js"

const idsSchema: z.ZodType<string[]> = lenient(
  orNull(lenientList(textSchema)).transform((ids) => ids ?? []),
  [],
)

const flagSchema = orNull(booleanSchema).transform((flag) => flag ?? false)

/** A chain. A flag that was left out is false. */
export const chainSchema: z.ZodType<Chain> = z.looseObject({
  chainId: chainIdSchema,
  name: lenient(textOrNull),
  icon: lenient(textOrNull),
  currency: z.looseObject({
    address: anyAddressSchema,
    name: lenient(textOrNull),
    symbol: textSchema,
    decimals: decimalsSchema,
    icon: lenient(textOrNull),
    minNativeCurrencyForGas: lenient(orNull(amountSchema)),
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
export const chainsSchema: z.ZodType<Chain[]> = swapAnswer(lenientList(chainSchema), {
  count: (chains) => chains.length,
})

const providerSchema: z.ZodType<Provider> = z.looseObject({
  providerId: someTextSchema,
  displayName: lenient(textOrNull),
  logoURI: lenient(textOrNull),
})

/** A response of `/v3/swap/providers`. The API sends it without an envelope; one with an envelope is read too. */
export const providersSchema: z.ZodType<Providers> = swapAnswer(
  z.looseObject({ bridges: lenientList(providerSchema), dexes: lenientList(providerSchema) }),
  { count: ({ bridges, dexes }) => bridges.length + dexes.length },
)

const tokensByChainSchema: z.ZodType<TokensByChain> = z
  .record(z.string(), lenient<readonly Token[]>(lenientList(plainTokenSchema), nothing as never), {
    error: "an object",
  })
  .transform((byChain) => {
    const misnamed = Object.keys(byChain).filter((key) => !/^\d{1,16}$/.test(key))
    const issue = { path: [], message: "a chain id" }
    const malformed = misnamed.map((key) => [key, new Malformed({ value: byChain[key], issue, fallback: nothing })])
    return { ...byChain, ...Object.fromEntries(malformed) } as TokensByChain
  })

function countTokens(byChain: TokensByChain): number {
  return Object.values(byChain).reduce((count, tokens) => count + tokens.length, 0)
}

function checksummed(byChain: TokensByChain): TokensByChain {
  return Object.fromEntries(Object.entries(byChain).map(([id, tokens]) => [id, tokens.map(checksumWhenRead)]))
}

/** A response of `/v3/swap/tokens/list`. */
export const tokensListSchema: z.ZodType<TokensByChain> = swapAnswer(tokensByChainSchema, {
  count: countTokens,
  finish: checksummed,
})

/** A response of `/v3/swap/tokens/search`. */
export const tokensSearchSchema: z.ZodType<{ readonly tokens: TokensByChain }> = swapAnswer(
  z.looseObject({ tokens: tokensByChainSchema }),
  {
    count: ({ tokens }) => countTokens(tokens),
    finish: ({ tokens, ...others }) => ({ ...others, tokens: checksummed(tokens) }),
  },
)
