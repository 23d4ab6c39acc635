import type { Address } from "viem"

import { parseAmount } from "../../../primitives/amount.js"
import type { GetQuoteParameters, Quote, QuoteRoute, SwapClient } from "../../../swap/index.js"
import { findKnownChain } from "./findKnownChain.js"
import { currencyOf, findToken, type SwapToken } from "./findToken.js"
import type { SwapRequest } from "../../arguments/swap/readQuoteArguments.js"
import { rankRoutes } from "./rankRoutes.js"

/** What was asked for, and what is offered for it. */
export type SwapOffer = {
  readonly wish: SwapRequest
  readonly input: SwapToken
  readonly output: SwapToken
  /** The origin's own, which gas is paid in. */
  readonly currency: SwapToken
  /** As the API was asked. */
  readonly request: Omit<GetQuoteParameters, "signal"> & { userAddress: Address; originChainId: number }
  readonly quote: Quote
  /** The one that gives the most first. */
  readonly routes: readonly QuoteRoute[]
}

/**
 * Finds the tokens that are meant, and asks for a quote.
 *
 * @throws {InvalidInputError} a token that isn't known, or that several are, or an amount that is finer than it
 */
export async function askForQuote(
  client: SwapClient,
  { wish, userAddress, signal }: { wish: SwapRequest; userAddress: Address; signal?: AbortSignal | undefined },
): Promise<SwapOffer> {
  const { origin, destination } = wish
  const chains = await client.getSupportedChains({ signal })
  const from = findKnownChain(chains, origin, "--from")
  const to = findKnownChain(chains, destination, "--to")
  const [input, output] = await Promise.all([
    findToken(client, { text: wish.token, chain: origin, known: from, argument: "token", signal }),
    findToken(client, { text: wish.wanted, chain: destination, known: to, argument: "--for", signal }),
  ])
  const request = {
    userOps: "tx" as const,
    originChainId: origin.chainId,
    destinationChainId: destination.chainId,
    inputToken: input.address,
    outputToken: output.address,
    inputAmount: parseAmount(wish.amount, input.decimals, "amount"),
    userAddress,
    receiverAddress: wish.receiver ?? userAddress,
    slippage: wish.slippage,
    includeProvider: wish.includeProvider,
    excludeProvider: wish.excludeProvider,
  }
  const quote = await client.getQuote({ ...request, signal })
  const currency = currencyOf(from)
  return { wish, input, output, currency, request, quote, routes: rankRoutes(quote.routes) }
}
