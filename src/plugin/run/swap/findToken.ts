import { InvalidInputError } from "../../../primitives/InvalidInputError.js"
import { oneLine, quote, shorten } from "../../../primitives/quote.js"
import type { Chain, SwapClient, Token } from "../../../swap/index.js"
import type { SwapChain } from "../../config/swapChains.js"

/** What a swap must know of a token. */
export type SwapToken = Pick<Token, "chainId" | "address" | "symbol" | "decimals" | "name">

export type FindTokenParameters = {
  /** A symbol, in whatever case, or an address. */
  readonly text: string
  readonly chain: SwapChain
  /** As the API knows the chain. */
  readonly known: Chain
  /** What an error calls it. */
  readonly argument: string
  readonly signal?: AbortSignal | undefined
}

/**
 * Finds the one token of a chain that is called so. The chain's own currency counts, whether the API lists it or not: else a token
 * that has taken its name would be found in its place.
 *
 * @throws {InvalidInputError} no token is called so, or several are; then they are listed
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
    problem: `the swap API knows no token ${isAddress ? "with the address" : "called"} ${quote(text)} on ${chain.name}`,
    fix: isAddress
      ? "Check the address and the chain."
      : `Find it with npx hardhat swap tokens ${shorten(text, 20)}, or give its address.`,
  })
}

/** A chain's own currency, as a token. */
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
    problem: `${matches.length} tokens of ${chain.name} are called ${quote(text)}`,
    fix: `Give the address of one: ${choices.join(", ")}.`,
  })
}

/** Anybody can name a token, and put into its name what they like. */
function tokenName(name: string): string {
  return shorten(oneLine(name), 30)
}
