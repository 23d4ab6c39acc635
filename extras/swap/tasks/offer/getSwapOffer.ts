import type { Address, Client } from "viem"

import type { SwapRequest } from "../arguments/readQuoteArguments.js"
import { rankRoutes } from "./chooseRoute.js"
import { describeToken, type SwapToken } from "./describeToken.js"
import type { SwapClient } from "#extras/swap/src/createSwapClient.js"
import { nativeToken } from "#extras/swap/src/nativeToken.js"
import { findKnownChain, findToken } from "#extras/swap/src/plugin/findToken.js"
import type { Quote, QuoteRoute } from "#extras/swap/src/types.js"
import type { GetQuoteParameters } from "#extras/swap/src/wire/parameters/types.js"
import { readNativeCurrency } from "#src/onchain/tokens.js"
import { didYouMean } from "#src/primitives/commands/nearest.js"
import { isEvmAddress } from "#src/primitives/foreign.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { parseAmount } from "#src/primitives/numbers/amount.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { inQuotes } from "#src/primitives/text.js"

/** The routes that are offered for a swap. */
export type SwapOffer = {
  /** The swap as the command line describes it. */
  readonly swapRequest: SwapRequest
  readonly input: SwapToken
  readonly output: SwapToken
  /** The origin chain's own currency, which pays for gas. */
  readonly currency: {
    readonly address: Address
    readonly symbol: string
    readonly decimals: number
    /** What the API asks an account to own for gas. */
    readonly minNativeCurrencyForGas: bigint | null
  }
  /** The request as it was sent to the API. */
  readonly request: Omit<GetQuoteParameters, "signal"> & { originChainId: number; inputAmount: bigint }
  readonly quote: Quote
  /** The one with the largest output first. */
  readonly routes: readonly QuoteRoute[]
}

/** What a swap is offered for, and what its tokens are checked with. */
export type GetSwapOfferParameters = {
  readonly swapRequest: SwapRequest
  /** The account that sends the transaction. A deposit needs none if its receiver is given. */
  readonly userAddress: Address | undefined
  /** Clients that read the two chains. Without one, what the API says of the chain's tokens is believed. */
  readonly readers: { readonly origin: Client | undefined; readonly destination: Client | undefined }
  /** The addresses that symbols mean, by the name of the chain. */
  readonly pins?: ((chainName: string) => Readonly<Record<string, Address>>) | undefined
  /** Whether the offer is only looked at. Default: it may be executed. */
  readonly mayDiffer?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

/** What a swap is, before it is quoted. */
export type SwapTerms = Omit<SwapOffer, "quote" | "routes">

/**
 * Finds the tokens of a swap, and gets a quote for it.
 *
 * @throws what `readSwapTerms` throws
 */
export async function getSwapOffer(client: SwapClient, parameters: GetSwapOfferParameters): Promise<SwapOffer> {
  const terms = await readSwapTerms(client, parameters)
  const quote = await client.getQuote({ ...terms.request, signal: parameters.signal })
  return { ...terms, quote, routes: rankRoutes(quote.routes) }
}

/**
 * Finds the tokens of a swap. Decimals and symbols are the chains', so the API cannot change what an amount
 * means.
 *
 * @throws {InvalidInputError} a chain or token is unknown, a symbol is ambiguous, or the amount has more decimals than the token
 * @throws {TokenMismatchError} the API says something else of a token than its chain
 */
export async function readSwapTerms(
  client: SwapClient,
  { swapRequest, userAddress, readers, pins = () => ({}), mayDiffer, signal }: GetSwapOfferParameters,
): Promise<SwapTerms> {
  const { origin, destination } = swapRequest
  const chains = await client.getSupportedChains({ signal })
  const from = findKnownChain(chains, origin, "--from")
  const to = findKnownChain(chains, destination, "--to")
  await requireKnownProviders(client, swapRequest, signal)
  const sides = [
    { text: swapRequest.token, chain: origin, known: from, argument: "token", reader: readers.origin },
    { text: swapRequest.wanted, chain: destination, known: to, argument: "--for", reader: readers.destination },
  ] as const
  const resolve = async ({ reader, ...side }: (typeof sides)[number]): Promise<SwapToken> => {
    const found = await findToken(client, { ...side, pins: pins(side.chain.name), signal })
    return await describeToken({ ...found, isGiven: mayDiffer ?? found.isGiven }, { ...side, reader })
  }
  const [input, output, currency] = await Promise.all([
    resolve(sides[0]),
    resolve(sides[1]),
    readNativeCurrency(readers.origin, origin.chainId),
  ])
  const request = {
    ...paymentOf(swapRequest, userAddress),
    originChainId: origin.chainId,
    destinationChainId: destination.chainId,
    inputToken: input.address,
    outputToken: output.address,
    inputAmount: parseAmount(swapRequest.amount, input.decimals, "amount"),
    receiverAddress: receiverOf(swapRequest, output, userAddress),
    slippage: swapRequest.slippage,
    includeProvider: swapRequest.includeProvider,
    excludeProvider: swapRequest.excludeProvider,
    feeBps: swapRequest.feeBps,
    feeTakerAddress: swapRequest.feeTakerAddress,
  }
  const { minNativeCurrencyForGas } = from.currency
  const gasCurrency = { ...currency, address: nativeToken, minNativeCurrencyForGas }
  return { swapRequest, input, output, currency: gasCurrency, request }
}

function paymentOf(
  { refundAddress }: SwapRequest,
  userAddress: Address | undefined,
): Pick<GetQuoteParameters, "userOps" | "userAddress" | "refundAddress"> {
  return refundAddress === undefined ? { userOps: "tx", userAddress } : { userOps: "deposit", refundAddress }
}

/** Returns the receiver, by default the sender. It must be an account of the output token's chain. */
function receiverOf(
  { receiver, destination }: SwapRequest,
  { address }: SwapToken,
  sender: Address | undefined,
): NonNullable<SwapRequest["receiver"]> {
  const isEvm = isEvmAddress(address)
  const account = receiver ?? (isEvm ? sender : undefined)
  if (account !== undefined && (isEvm === isEvmAddress(account) || address === nativeToken)) return account
  const why = isEvm ? "the network has no account that could receive the output" : `the token is ${inQuotes(address)}`
  throw new InvalidInputError({
    argument: "--receiver",
    problem:
      account === undefined
        ? `it is missing, and ${why}`
        : `${inQuotes(account)} is no account of ${destination.name}, where the token is ${inQuotes(address)}`,
    fix: `Give the account on ${destination.name} that receives the output, in the form that this chain has.`,
  })
}

/**
 * Checks that the swap API has the providers of `--provider` and `--without`. It would answer that there is no route instead.
 *
 * @throws {InvalidInputError} it does not have one of them
 */
export async function requireKnownProviders(
  client: SwapClient,
  { includeProvider = [], excludeProvider = [] }: Pick<SwapRequest, "includeProvider" | "excludeProvider">,
  signal?: AbortSignal,
): Promise<void> {
  if (includeProvider.length === 0 && excludeProvider.length === 0) return
  const known = await client.getProviders({ signal }).catch((error: unknown) => {
    if (isPlugsError(error) && error.code !== "ABORTED") return undefined
    throw error
  })
  // A server that does not list its providers still gives quotes.
  if (known === undefined) return
  const { bridges, dexes } = known
  const ids = [...bridges, ...dexes].map(({ providerId }) => providerId)
  for (const [argument, given] of Object.entries({ "--provider": includeProvider, "--without": excludeProvider })) {
    const unknown = given.find((id) => !ids.includes(id))
    if (unknown === undefined) continue
    throw new InvalidInputError({
      argument,
      problem: `the swap API has no provider ${inQuotes(unknown)}`,
      fix: `${didYouMean(unknown, ids)} npx hardhat swap providers lists them.`.trim(),
    })
  }
}
