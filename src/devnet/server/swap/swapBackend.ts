import { type Address, isHash, type Hex } from "viem"

import type { QuoteQuery, StatusQuery } from "../../../swap/wire/querySchemas.js"
import { chainTime } from "../../chain/chainTime.js"
import type { Timing } from "../../market/quoting/costs.js"
import { makeQuotes } from "../../market/quoting/makeQuotes.js"
import type { Market } from "../../market/openMarket.js"
import type { SwapBackend } from "./routes.js"
import { chainOnTheWire, providersOnTheWire } from "./listings.js"
import { listTokens } from "./listTokens.js"
import { routesOnTheWire } from "./routesOnTheWire.js"
import { statusOnTheWire } from "./statusOnTheWire.js"
import { amountOnTheWire, tokenOf } from "./tokenOnTheWire.js"

/** What requests to the swap API must have, and how fast the devnet is. */
export type SwapAccess = Timing & { readonly apiKey: string; readonly affiliate: string }

/** Serves the swap API from the devnet's markets. */
export function swapBackend(market: Market, { apiKey, affiliate, ...timing }: SwapAccess): SwapBackend {
  const { chains, contracts, quotes, ledger } = market

  async function quote(query: QuoteQuery, statusEndpoint: string): ReturnType<SwapBackend["quote"]> {
    const offers = await makeQuotes(query, { chains, contracts })
    if ("problem" in offers) return offers
    quotes.add(offers)
    const { userAddress, receiverAddress, originChainId = 0, destinationChainId, inputToken, inputAmount } = query
    const origin = chains.find(({ chainId }) => chainId === originChainId)
    const gasPrice = BigInt((await origin?.provider.request({ method: "eth_gasPrice" })) as Hex)
    return {
      originChainId,
      destinationChainId,
      userAddress: userAddress ?? null,
      receiverAddress,
      input: amountOnTheWire(tokenOf(originChainId, contracts, inputToken as Address), inputAmount),
      routes: routesOnTheWire(offers, { ...timing, contracts, gasPrice, statusEndpoint }),
    }
  }

  async function status({ quoteId, srcTxHash, includeQuoteDetails = false }: StatusQuery): Promise<object | undefined> {
    const id = quoteId?.toLowerCase() ?? (srcTxHash && ledger.quoteOfTx(srcTxHash))
    if (id === undefined || !isHash(id)) return undefined
    const known = quotes.get(id)
    const origin = chains.find(({ slug }) => slug === known?.origin.slug)
    if (known === undefined || origin === undefined) return undefined
    const isLate = BigInt(await chainTime(origin)) > known.order.deadline
    // A transaction may have been mined in time, and not have been read yet.
    if (ledger.route(id, isLate)?.status === "EXPIRED") await market.sync()
    const route = ledger.route(id, isLate)
    return route && statusOnTheWire(route, { contracts, includeQuoteDetails })
  }

  return {
    apiKey,
    affiliate,
    quote,
    status,
    tokens: (request) => listTokens(market, request),
    chains: chains.map(chainOnTheWire),
    providers: providersOnTheWire,
  }
}
