import type { Address } from "viem"

import type { RouteLimits } from "#extras/swap/src/checks/types.js"
import type { MarketToken } from "#extras/swap/src/market/tokens.js"
import type { Quote, QuoteRoute } from "#extras/swap/src/types.js"
import type { GetQuoteParameters } from "#extras/swap/src/wire/parameters/types.js"
import type { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { invalid } from "#src/testing/arguments.js"
import type { Addressed } from "#src/testing/world/findInWorld.js"
import type { Sent } from "#src/testing/world/OpenWorld.js"

/** A token of the world's market by its symbol, the chain's native token as ETH, or the address of a token. */
export type SwapToken = Uppercase<MarketToken> | "ETH" | Address

/** What to swap for what. */
export type SwapRequest<Name extends string = string> = Omit<RouteLimits, "maxInput"> & {
  /** Name of the chain on which the swap begins. */
  readonly from: Name
  /** Name of the chain on which it pays. */
  readonly to: Name
  readonly input: SwapToken
  readonly output: SwapToken
  /** What is swapped: in whole tokens as text, such as `"12.5"`, or in the smallest unit as a bigint. */
  readonly amount: string | bigint
  /** A percentage as text. Default: `"0.5"`. */
  readonly slippage?: string | undefined
  /** Who swaps: an account of the chain. Default: the first. */
  readonly account?: Addressed | undefined
  /** Who is paid. Default: who swaps. */
  readonly receiver?: Addressed | undefined
  /** Ids of the only providers to use: `pool`, `press`, `curve`, `desk`. */
  readonly includeProvider?: readonly string[] | undefined
  /** Ids of providers not to use. Default: `press`, which pays five seconds late, unless `includeProvider` is given. */
  readonly excludeProvider?: readonly string[] | undefined
}

/** What the swap API has offered. */
export type SwapOffer<Name extends string = string> = {
  readonly swap: SwapRequest<Name>
  /** As the API was asked. */
  readonly request: GetQuoteParameters
  readonly quote: Quote
  /** The route that is executed: the first of the quote. */
  readonly route: QuoteRoute
}

/** What a world with a market has besides. */
export type WorldMarket<Name extends string = string> = {
  /**
   * Asks the world's swap API for a route, without executing it.
   *
   * @throws {RequestRefusedError} the API refused the request
   * @throws {NothingOfferedError} the API offers no route
   * @example
   * const offer = await world.quote({ from: "alpha", to: "beta", input: "USDC", output: "WETH", amount: "1000" })
   */
  readonly quote: (request: SwapRequest<Name>) => Promise<SwapOffer<Name>>
  /**
   * Swaps: asks the world's swap API for a route, and checks, approves and sends it as `executeRoute` does. The market's router may be
   * called, unless `allowedTargets` says otherwise. Given an offer of `quote`, it executes that one.
   *
   * It resolves once the transaction is mined. `expect(world.swap({…})).to.be.completed` delivers the rest.
   *
   * @throws {RequestRefusedError} the API refused the request
   * @throws {NothingOfferedError} the API offers no route
   * @throws {RouteRefusedError} the route does not do what was requested; nothing was signed
   * @throws the other errors of `executeRoute` until its transaction is sent
   * @example
   * const swap = await world.swap({ from: "alpha", to: "beta", input: "USDC", output: "WETH", amount: "1000" })
   * await expect(swap).to.be.completed
   */
  readonly swap: (swap: SwapRequest<Name> | SwapOffer<Name>) => Promise<Sent>
}

export function noMarket(): InvalidInputError {
  return invalid("world.swap", "the world has no market", "Start it with one: createWorld(hre, { market: true }).")
}
