import { inspect } from "node:util"

import type { Address } from "viem"
import { z } from "zod"

import type { Chain, Provider, Providers, Token, TokensByChain } from "../types.js"
import {
  amountSchema,
  chainIdSchema,
  decimalsSchema,
  plainTokenSchema,
  swapAnswer,
  textOrNull,
} from "./fieldSchemas.js"
import { lenient, lenientList } from "#src/http/parsing/answerSchema.js"
import { Malformed, nothing } from "#src/http/parsing/malformed.js"
import { anyAddressSchema, booleanSchema, orNull, someTextSchema, textSchema } from "#src/http/schemas.js"
import { checksumOf } from "#src/primitives/address.js"
import { isEvmAddress, type OrForeign } from "#src/primitives/foreign.js"

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

function withChecksums(byChain: TokensByChain): TokensByChain {
  return Object.fromEntries(Object.entries(byChain).map(([id, tokens]) => [id, tokens.map(checksumWhenRead)]))
}

export const tokensListSchema: z.ZodType<TokensByChain> = swapAnswer(tokensByChainSchema, {
  count: countTokens,
  finish: withChecksums,
})

export const tokensSearchSchema: z.ZodType<{ readonly tokens: TokensByChain }> = swapAnswer(
  z.looseObject({ tokens: tokensByChainSchema }),
  {
    count: ({ tokens }) => countTokens(tokens),
    finish: ({ tokens, ...others }) => ({ ...others, tokens: withChecksums(tokens) }),
  },
)

const plain: unique symbol = Symbol("address in lower case")
const checksummed: unique symbol = Symbol("address with checksum")
type ListedToken = Token & {
  readonly [plain]: OrForeign<Address>
  readonly [checksummed]: OrForeign<Address> | undefined
}

// All tokens share these: with functions of its own, each token would take twice the memory.
const properties = {
  address: {
    enumerable: true,
    get(this: ListedToken): OrForeign<Address> {
      const known = this[checksummed]
      if (known !== undefined) return known
      const given = this[plain]
      const address = isEvmAddress(given) ? checksumOf(given) : given
      // A frozen token computes it each time.
      Reflect.set(this, checksummed, address)
      return address
    },
  },
  // Otherwise a printed token would show that it has a getter, instead of its address.
  inspected: {
    value(this: ListedToken): Token {
      return { ...this }
    },
  },
} as const

/**
 * Returns a token whose address is checksummed when it is first read: a list can have tens of thousands of tokens, of which few are
 * used, and their checksums would take several times longer than the rest of the parsing.
 *
 * It is a copy, because replacing a property of an object by a getter makes the object slow and large.
 *
 * @param token with its address in lower case
 */
function checksumWhenRead(token: Token): Token {
  const listed: Record<string, unknown> = {}
  Object.defineProperty(listed, plain, { value: token.address })
  Object.defineProperty(listed, checksummed, { value: undefined, writable: true })
  Object.defineProperty(listed, inspect.custom, properties.inspected)
  for (const [key, value] of Object.entries(token)) {
    if (key === "address") Object.defineProperty(listed, key, properties.address)
    else listed[key] = value
  }
  return listed as Token
}
