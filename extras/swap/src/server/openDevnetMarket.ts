import type { Hono } from "hono"
import type { Hex } from "viem"

import { describeMarket, type DevnetMarket, type MarketContractsByRole } from "../market/describeMarket.js"
import { knownRouter } from "../market/knownRouter.js"
import { type Market, openMarket } from "../market/openMarket.js"
import type { Quotes } from "../market/quoting/quotes.js"
import type { SwapAccess } from "./swapBackend.js"
import type { RouteChange } from "#src/devnet/changes.js"

/** The market as a devnet has it among its protocols: what it says of each chain, what it serves, and what of it others show. */
export type OpenedMarket = Market & {
  readonly description: MarketContractsByRole
  readonly ofChain: DevnetMarket
  /**
   * Makes its API, which is loaded for that.
   *
   * @param quotes where it remembers what it offers
   */
  routes(quotes: Quotes, access: SwapAccess): Promise<Hono>
  /** `undefined` where no chain knows anything of it. */
  describe(quoteId: string, at: number): RouteChange | undefined
}

/** Deploys a market for a devnet, and observes it. */
export async function openDevnetMarket(...parameters: Parameters<typeof openMarket>): Promise<OpenedMarket> {
  const [chains] = parameters
  const market = await openMarket(...parameters)
  const description = describeMarket(market.contracts)
  return {
    ...market,
    description,
    ofChain: { ...description, routers: { [description.router]: knownRouter(chains) } },
    async routes(quotes, access) {
      const [{ swapRoutes }, { swapBackend }] = await Promise.all([import("./routes.js"), import("./swapBackend.js")])
      return swapRoutes(swapBackend({ ...market, quotes }, access))
    },
    describe: (quoteId, at) => describeRoute(market, quoteId as Hex, at),
  }
}

/** `undefined` where no chain knows anything of it. */
export function describeRoute(
  { ledger, chains }: Pick<Market, "ledger" | "chains">,
  quoteId: Hex,
  at: number,
): RouteChange | undefined {
  const { quote } = ledger.route(quoteId, false) ?? {}
  const origin = chains.find(({ slug }) => slug === quote?.origin.slug)
  const isLate = quote !== undefined && BigInt(origin?.announced()?.timestamp ?? 0) > quote.order.deadline
  const route = ledger.route(quoteId, isLate)
  if (route === undefined || Object.values(route.facts).flat().length === 0) return undefined
  const { order, destination } = route.quote
  const { started, reverted, completed, refunding, refunded, depositRefunded } = route.facts
  return {
    ...{ quoteId, status: route.status, at, srcChainSlug: route.quote.origin.slug, dstChainSlug: destination.slug },
    ...{ user: order.user, receiver: order.receiver, inputToken: order.inputToken, outputToken: order.outputToken },
    inputAmount: order.inputAmount.toString(),
    outputAmount: completed?.amount.toString() ?? null,
    inputTxHash: (started ?? reverted)?.txHash ?? null,
    outputTxHash: completed?.txHash ?? null,
    returnTxHash: refunding?.txHash ?? null,
    refundTxHash: (refunded ?? depositRefunded)?.txHash ?? null,
  }
}
