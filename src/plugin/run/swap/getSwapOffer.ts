import type { Address } from "viem"

import { parseAmount } from "../../../primitives/amount.js"
import { InvalidInputError } from "../../../primitives/InvalidInputError.js"
import { oneLine, shorten } from "../../../primitives/text.js"
import type { Chain, GetQuoteParameters, Quote, QuoteRoute, SwapClient } from "../../../swap/index.js"
import type { SwapRequest } from "../../arguments/swap/readQuoteArguments.js"
import type { SwapChain } from "../../config/swapChains.js"
import { rankRoutes } from "./chooseRoute.js"
import { currencyOf, findToken, type SwapToken } from "./findToken.js"

/** The routes that are offered for a swap. */
export type SwapOffer = {
  /** The swap as the command line describes it. */
  readonly swapRequest: SwapRequest
  readonly input: SwapToken
  readonly output: SwapToken
  /** The origin chain's own currency, which pays for gas. */
  readonly currency: SwapToken
  /** The request as it was sent to the API. */
  readonly request: Omit<GetQuoteParameters, "signal"> & { userAddress: Address; originChainId: number }
  readonly quote: Quote
  /** The one with the largest output first. */
  readonly routes: readonly QuoteRoute[]
}

/**
 * Finds the tokens of a swap, and gets a quote for it.
 *
 * @throws {InvalidInputError} a chain or token is unknown, a symbol is ambiguous, or the amount has more decimals than the token
 */
export async function getSwapOffer(
  client: SwapClient,
  {
    swapRequest,
    userAddress,
    signal,
  }: { swapRequest: SwapRequest; userAddress: Address; signal?: AbortSignal | undefined },
): Promise<SwapOffer> {
  const { origin, destination } = swapRequest
  const chains = await client.getSupportedChains({ signal })
  const from = findKnownChain(chains, origin, "--from")
  const to = findKnownChain(chains, destination, "--to")
  const [input, output] = await Promise.all([
    findToken(client, { text: swapRequest.token, chain: origin, known: from, argument: "token", signal }),
    findToken(client, { text: swapRequest.wanted, chain: destination, known: to, argument: "--for", signal }),
  ])
  const request = {
    userOps: "tx" as const,
    originChainId: origin.chainId,
    destinationChainId: destination.chainId,
    inputToken: input.address,
    outputToken: output.address,
    inputAmount: parseAmount(swapRequest.amount, input.decimals, "amount"),
    userAddress,
    receiverAddress: swapRequest.receiver ?? userAddress,
    slippage: swapRequest.slippage,
    includeProvider: swapRequest.includeProvider,
    excludeProvider: swapRequest.excludeProvider,
  }
  const quote = await client.getQuote({ ...request, signal })
  return { swapRequest, input, output, currency: currencyOf(from), request, quote, routes: rankRoutes(quote.routes) }
}

/** Finds a chain among those that the swap API supports. */
function findKnownChain(chains: readonly Chain[], { name, chainId }: SwapChain, argument: string): Chain {
  const found = chains.find((chain) => chain.chainId === chainId)
  if (found !== undefined) return found
  const known = chains.slice(0, 20).map((chain) => `${shorten(oneLine(chain.name), 30)} (${chain.chainId})`)
  throw new InvalidInputError({
    argument,
    problem: `the swap API does not know the chain ${name === String(chainId) ? "" : `${name} `}(${chainId})`,
    fix: known.length === 0 ? "It knows none." : `It knows ${known.join(", ")}.`,
  })
}
