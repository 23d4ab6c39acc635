import { InvalidInputError } from "../../../primitives/InvalidInputError.js"
import { oneLine, inQuotes, shorten } from "../../../primitives/text.js"
import type { Chain, SwapClient, Token } from "../../../swap/index.js"
import type { SwapChain } from "../../config/swapChains.js"

/** The properties of a token that a swap needs. */
export type SwapToken = Pick<Token, "chainId" | "address" | "symbol" | "decimals" | "name">

export type FindTokenParameters = {
  /** A symbol, in any case, or an address. */
  readonly text: string
  readonly chain: SwapChain
  /** The chain as the API gives it. */
  readonly known: Chain
  /** The name of the value in errors. */
  readonly argument: string
  readonly signal?: AbortSignal | undefined
}

/**
 * Finds the one token of a chain with a symbol or address. The chain's own currency is included even if the API does not list it:
 * otherwise a token that imitates its symbol would be found instead.
 *
 * @throws {InvalidInputError} no token matches, or several do; the error lists them
 */
export async function findToken(
  client: SwapClient,
  { text, chain, known, argument, signal }: FindTokenParameters,
): Promise<SwapToken> {
  const { tokens } = await client.searchTokens({ q: text, signal })
  const found = distinct([currencyOf(known), ...(tokens[chain.chainId] ?? [])])
  const isAddress = /^0x/i.test(text)
  const wanted = text.toLowerCase()
  const matches = found.filter(({ symbol, address }) => (isAddress ? address : symbol).toLowerCase() === wanted)
  const [match, another] = matches
  if (match !== undefined && another === undefined) return match
  if (match !== undefined) throw ambiguous(text, chain, matches, argument)
  throw new InvalidInputError({
    argument,
    problem: `the swap API knows no token ${isAddress ? "with the address" : "called"} ${inQuotes(text)} on ${chain.name}`,
    fix: isAddress
      ? "Check the address and the chain."
      : `Find it with npx hardhat swap tokens ${shorten(text, 20)}, or give its address.`,
  })
}

/** Returns a chain's own currency as a token. */
export function currencyOf({ chainId, currency }: Chain): SwapToken {
  const { address, symbol, decimals, name } = currency
  return { chainId, address, symbol, decimals, name }
}

function distinct(tokens: readonly SwapToken[]): SwapToken[] {
  return [...new Map(tokens.map((token) => [token.address, token] as const)).values()]
}

function ambiguous(text: string, chain: SwapChain, matches: readonly SwapToken[], argument: string): InvalidInputError {
  const choices = matches.map(({ address, name }) => `${address} (${tokenName(name)})`)
  return new InvalidInputError({
    argument,
    problem: `${matches.length} tokens of ${chain.name} are called ${inQuotes(text)}`,
    fix: `Give the address of one: ${choices.join(", ")}.`,
  })
}

/** Makes a token's name, which is untrusted, safe to print. */
function tokenName(name: string): string {
  return shorten(oneLine(name), 30)
}
