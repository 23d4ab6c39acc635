import type { Hono } from "hono"
import type { Hex } from "viem"

import { describeMarket, type DevnetMarket, type MarketContractsByRole } from "../market/describeMarket.js"
import { describeRoute } from "../market/describeRoute.js"
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
