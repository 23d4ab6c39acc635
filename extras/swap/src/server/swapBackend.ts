import type { Address, Hex } from "viem"
import { isHash } from "viem/utils"

import type { RouteRecord } from "../market/facts.js"
import type { Market } from "../market/openMarket.js"
import { makeQuotes } from "../market/quoting/makeQuotes.js"
import type { Timing } from "../market/quoting/pricePlan.js"
import { listTokens } from "./listTokens.js"
import type { SwapBackend } from "./routes.js"
import { routesOnTheWire } from "./routesOnTheWire.js"
import { statusOnTheWire } from "./statusOnTheWire.js"
import { amountOnTheWire, chainOnTheWire, providersOnTheWire, tokenOf } from "./tokenOnTheWire.js"
import { isForOutput } from "#extras/swap/src/types.js"
import type { QuoteQuery, StatusQuery } from "#extras/swap/src/wire/querySchemas.js"
import { chainTime } from "#src/devnet/chain/pendingBlock.js"

/** What requests to the swap API must have, and how fast the devnet is. */
export type SwapAccess = Timing & { readonly apiKey: string; readonly affiliate: string }

export function swapBackend(market: Market, { apiKey, affiliate, ...timing }: SwapAccess): SwapBackend {
  const { chains, contracts, quotes, ledger } = market

  async function quote(query: QuoteQuery, statusEndpoint: string): ReturnType<SwapBackend["quote"]> {
    const { userAddress, receiverAddress, originChainId = 0, destinationChainId, inputToken, quoteType } = query
    const origin = chains.find(({ chainId }) => chainId === originChainId)
    const [offers, gasPrice] = await Promise.all([
      makeQuotes(query, market),
      origin?.provider.request({ method: "eth_gasPrice" }) as Promise<Hex> | undefined,
    ])
    if ("problem" in offers) return offers
    quotes.add(offers)
    const amounts = offers.map(({ order: { inputAmount } }) => inputAmount)
    const least = amounts.reduce((one, other) => (other < one ? other : one), amounts[0] ?? 0n)
    return {
      originChainId,
      destinationChainId,
      userAddress: userAddress ?? null,
      receiverAddress,
      input: amountOnTheWire(tokenOf(originChainId, contracts, inputToken as Address), query.inputAmount ?? least),
      quoteType: quoteType ?? "EXACT_INPUT",
      routes: routesOnTheWire(offers, {
        ...{ ...timing, contracts, gasPrice: BigInt(gasPrice ?? 0n), statusEndpoint },
        isForOutput: isForOutput(query),
      }),
    }
  }

  async function status({ quoteId, srcTxHash, includeQuoteDetails = false }: StatusQuery): Promise<object | undefined> {
    const id = quoteId?.toLowerCase() ?? (srcTxHash && ledger.quoteOfTx(srcTxHash))
    if (id === undefined || !isHash(id)) return undefined
    const known = quotes.get(id)
    const origin = chains.find(({ slug }) => slug === known?.origin.slug)
    if (known === undefined || origin === undefined) return undefined
    const describe = (route: RouteRecord | undefined) =>
      route && statusOnTheWire(route, { contracts, includeQuoteDetails })
    const inTime = ledger.route(id, false)
    // The deadline is that of the first transaction.
    if (inTime?.facts.started !== undefined) return describe(inTime)
    const isLate = BigInt(await chainTime(origin)) > known.order.deadline
    // A transaction may have been mined in time, and not have been read yet.
    if (ledger.route(id, isLate)?.status === "EXPIRED") await market.sync()
    return describe(ledger.route(id, isLate))
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
