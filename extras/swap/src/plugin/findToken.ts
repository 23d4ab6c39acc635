import type { Address, Client } from "viem"

import { type CheckedToken, checkToken } from "#extras/swap/src/checks/checkToken.js"
import type { SwapClient } from "#extras/swap/src/createSwapClient.js"
import type { SwapChain } from "#extras/swap/src/plugin/swapChains.js"
import type { Chain, Token } from "#extras/swap/src/types.js"
import { checkAnyAddress } from "#extras/swap/src/wire/parameters/quoteChecks.js"
import { pinnedTokens } from "#src/plugin/config/pinnedTokens.js"
import type { PlugsConfig } from "#src/plugin/config/PlugsConfig.js"
import { didYouMean } from "#src/primitives/commands/nearest.js"
import { isEvmAddress, isForeignAddress } from "#src/primitives/foreign.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { inQuotes, oneLine, shorten } from "#src/primitives/text.js"

/** A token as the swap API describes it. What the API leaves out about a pinned token is absent. */
export type FoundToken = Pick<Token, "chainId" | "address"> &
  Partial<Pick<Token, "symbol" | "decimals" | "name">> & {
    /** Whether its address is one of the configuration. */
    readonly isPinned: boolean
    /** Whether the user gave its address whole. */
    readonly isGiven?: boolean | undefined
  }

type ListedToken = Pick<Token, "chainId" | "address" | "symbol" | "decimals" | "name">

export type FindTokenParameters = {
  /** A symbol, in any case, or an address. */
  readonly text: string
  readonly chain: SwapChain
  /** The chain as the API gives it. */
  readonly known: Chain
  /** The name of the value in errors. */
  readonly argument: string
  /** The addresses that symbols of this chain mean. The API is not asked which token such a symbol means. */
  readonly pins?: Readonly<Record<string, Address>> | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Finds the one token of a chain with a symbol or address. A symbol that is pinned means its address, whatever tokens of this symbol
 * the API has. The chain's own currency is included even if the API does not list it:
 * otherwise a token that imitates its symbol would be found instead.
 *
 * @throws {InvalidInputError} no token matches, or several do; the error lists them
 */
export async function findToken(
  client: SwapClient,
  { text, chain, known, argument, pins = {}, signal }: FindTokenParameters,
): Promise<FoundToken> {
  const pin = Object.entries(pins).find(([symbol]) => symbol.toLowerCase() === text.toLowerCase())?.[1]
  const { tokens } = await client.searchTokens({ q: pin ?? text, signal })
  const found = distinct([currencyOf(known), ...(tokens[chain.chainId] ?? [])])
  const isAddress = pin !== undefined || /^0x/i.test(text) || isForeignAddress(text)
  const wanted = (pin ?? text).toLowerCase()
  // The letters of an address have a case where the chain is not an EVM chain.
  const isWanted = ({ address }: ListedToken): boolean =>
    isAddress && (isEvmAddress(address) ? address.toLowerCase() === wanted : address === text)
  const isCalled = ({ symbol }: ListedToken): boolean => !/^0x/i.test(wanted) && symbol.toLowerCase() === wanted
  const matches = found.filter((token) => isWanted(token) || isCalled(token))
  const [match, another] = matches
  if (match !== undefined && another === undefined) {
    const isPinned = Object.values(pins).some((address) => address.toLowerCase() === match.address.toLowerCase())
    // A symbol of the API's own choosing must not get the trust that another symbol was given.
    const isGiven = pin === undefined && isWanted(match)
    return { ...match, chainId: chain.chainId, isPinned: isAddress && isPinned, isGiven }
  }
  if (pin !== undefined) return { chainId: chain.chainId, address: pin, isPinned: true }
  if (match !== undefined) throw ambiguous(text, chain, matches, argument)
  const meant = isAddress ? "" : await nearestSymbol(client, { text, chain, known, pins, signal })
  throw new InvalidInputError({
    argument,
    problem: `the swap API knows no token ${isAddress ? "with the address" : "called"} ${inQuotes(text)} on ${chain.name}`,
    fix: isAddress
      ? "Check the address and the chain."
      : `${meant} Find it with npx hardhat swap tokens ${shorten(text, 20)}, or give its address.`.trim(),
  })
}

/** Reads a token's address, with its checksum on an EVM chain, or its symbol. */
export function readTokenText(text: string, argument: string): string {
  const name = text.trim()
  if (/^0x/i.test(name)) return checkAnyAddress(name, argument)
  if (isForeignAddress(name)) return name
  if (/^\S{1,40}$/.test(name)) return name
  throw new InvalidInputError({
    argument,
    problem: `${inQuotes(text)} is neither a token's symbol nor its address`,
    fix: "Write it as npx hardhat swap tokens lists it, such as USDC.",
  })
}

export function findKnownChain(chains: readonly Chain[], { name, chainId }: SwapChain, argument: string): Chain {
  const found = chains.find((chain) => chain.chainId === chainId)
  if (found !== undefined) return found
  const known = chains
    .slice(0, 20)
    .map((chain) => `${shorten(oneLine(chain.name ?? "no name"), 30)} (${chain.chainId})`)
  throw new InvalidInputError({
    argument,
    problem: `the swap API does not know the chain ${name === String(chainId) ? "" : `${name} `}(${chainId})`,
    fix: known.length === 0 ? "It knows none." : `It knows ${known.join(", ")}.`,
  })
}

/** Asks whether a symbol was meant that the chain has. */
async function nearestSymbol(
  client: SwapClient,
  { text, chain, known, pins = {}, signal }: Omit<FindTokenParameters, "argument">,
): Promise<string> {
  const tokens = await client.listTokens({ chainIds: [chain.chainId], signal }).catch((error: unknown) => {
    if (isPlugsError(error) && error.code !== "ABORTED") return {}
    throw error
  })
  const listed = Object.values(tokens).flat()
  const symbols = [...Object.keys(pins), known.currency.symbol, ...listed.map(({ symbol }) => symbol)]
  // An API can give any text as a symbol.
  return didYouMean(
    text,
    symbols.filter((symbol) => /^[\w$.-]{1,40}$/.test(symbol)),
  )
}

function currencyOf({ chainId, currency }: Chain): ListedToken {
  const { address, symbol, decimals, name } = currency
  return { chainId, address, symbol, decimals, name }
}

function distinct(tokens: readonly ListedToken[]): ListedToken[] {
  return [...new Map(tokens.map((token) => [token.address, token] as const)).values()]
}

function ambiguous(
  text: string,
  chain: SwapChain,
  matches: readonly ListedToken[],
  argument: string,
): InvalidInputError {
  const choices = matches.map(({ address, name }) => `${address} (${tokenName(name)})`)
  return new InvalidInputError({
    argument,
    problem: `${matches.length} tokens of ${chain.name} are called ${inQuotes(text)}`,
    fix: `Give the address of one: ${choices.join(", ")}.`,
  })
}

/** Makes a token's name, which is untrusted, safe to print. */
function tokenName(name: string | null): string {
  return shorten(oneLine(name ?? "no name"), 30)
}

export type FindOwnTokenParameters = {
  readonly client: SwapClient
  /** Reads the chain. */
  readonly reader: Client
  readonly plugs: PlugsConfig
  /** A symbol or an address. */
  readonly text: string
  readonly chain: SwapChain
  readonly signal?: AbortSignal | undefined
}

/** Finds a token of a chain that can be read, as `swap execute` does. */
export async function findOwnToken(parameters: FindOwnTokenParameters): Promise<CheckedToken> {
  const { client, reader, plugs, chain, signal } = parameters
  const text = readTokenText(parameters.text, "token")
  const known = findKnownChain(await client.getSupportedChains({ signal }), chain, "connection")
  const place = { text, chain, known, argument: "token", pins: pinnedTokens(plugs, chain.name), signal }
  const { isPinned, isGiven, ...found } = await findToken(client, place)
  return await checkToken(reader, found, { isPinned, onMismatch: isGiven === true ? () => undefined : undefined })
}
