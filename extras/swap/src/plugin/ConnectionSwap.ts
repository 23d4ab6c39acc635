import type { Address } from "viem"

import type { CheckedToken } from "#extras/swap/src/checks/checkToken.js"
import type { SwapClient } from "#extras/swap/src/createSwapClient.js"
import type { ExecuteRouteParameters, ExecuteRouteReturnType, RouteJournal } from "#extras/swap/src/execution/types.js"
import type { SwapCauseName } from "#extras/swap/src/explaining/swapCauses.js"
import type { RouteStep } from "#extras/swap/src/following/routeTracker.js"
import type { WatchRouteParameters } from "#extras/swap/src/following/watchRoute.js"
import type { Quote, RouteStatus, TokensByChain } from "#extras/swap/src/types.js"
import type { GetQuoteParameters, ListTokensParameters } from "#extras/swap/src/wire/parameters/types.js"
import type { Explanation } from "#src/explaining/Explanation.js"
import type { RevokedAllowance } from "#src/onchain/allowances.js"
import type { TransactOptions } from "#src/onchain/transact.js"

/** A chain by its id, or by its name in the configuration. */
export type SwapChainReference = number | string

/** Parameters of `getQuote`, with chains by name. */
export type ConnectionQuoteParameters = Omit<GetQuoteParameters, "userOps" | "originChainId" | "destinationChainId"> & {
  /** Default: `"tx"`. */
  userOps?: GetQuoteParameters["userOps"] | undefined
  /** Default: the connection's chain; none for a withdrawal from an exchange. */
  originChainId?: SwapChainReference | undefined
  destinationChainId: SwapChainReference
}

/** Parameters of `executeRoute`, without those that the connection provides. */
export type ConnectionExecuteRouteParameters = Omit<
  ExecuteRouteParameters,
  "client" | "walletClient" | "publicClient" | "journal"
> & {
  /** Default: one in the project's cache. */
  journal?: RouteJournal | undefined
}

/**
 * The functions of `hardhat-plugs/swap` with the client bound. Transactions are sent on the connection's chain, as its first account.
 *
 * @example
 * const alpha = await network.create("alpha")
 * const usdc = await alpha.plugs.swap.findToken({ token: "USDC" })
 * const request = {
 *   userOps: "tx", originChainId: 41001, destinationChainId: 41002, inputToken: usdc.address, outputToken,
 *   inputAmount: parseUnits("12.5", usdc.decimals), userAddress, receiverAddress: userAddress, slippage: "0.5",
 * } as const
 * const quote = await alpha.plugs.swap.getQuote(request)
 * const { route } = await alpha.plugs.swap.executeRoute({ route: quote.routes[0], request, quote })
 */
export type ConnectionSwap = {
  /** Gets a quote: the routes that are offered for a swap. */
  getQuote(parameters: ConnectionQuoteParameters): Promise<Quote>
  /** Gets the status of a route. */
  getStatus: SwapClient["getStatus"]
  /**
   * Finds a token of the connection's chain: by its address, by a symbol of `plugs.swap.tokens`, or by a symbol that the API knows.
   * Its decimals and its symbol are read from the chain.
   *
   * @throws {TokenMismatchError} the API says something else of the token than the chain
   */
  findToken(parameters: { token: string; signal?: AbortSignal | undefined }): Promise<CheckedToken>
  /** Searches tokens by address, name or symbol. What it returns is the API's claim. */
  searchTokens: SwapClient["searchTokens"]
  /** Lists tokens. Chains can be given by name. */
  listTokens(
    parameters?: Omit<ListTokensParameters, "chainIds"> & {
      chainIds?: string | readonly SwapChainReference[] | undefined
    },
  ): Promise<TokensByChain>
  /** Lists the chains that swaps can use. */
  getSupportedChains: SwapClient["getSupportedChains"]
  /** Lists bridges and dexes. */
  getProviders: SwapClient["getProviders"]

  /**
   * Checks a route, approves its token, sends it as the connection's first account, and waits until it ends. Progress is kept in a
   * journal in the project's cache unless another one is given: a call with the same route resumes there. The contracts of
   * `plugs.swap.chains` are allowed unless others are given, and the calldata of `plugs.swap.routers` is decoded. The account must own what
   * the API asks for gas on the chain. The payout is looked for where a network with a URL reaches the destination.
   */
  executeRoute(parameters: ConnectionExecuteRouteParameters): Promise<ExecuteRouteReturnType>
  /**
   * Explains why a swap has not arrived, from the journals of the project, the API and the chains that networks with a URL reach.
   *
   * @param parameters.id of its quote, or the hash of its transaction on the origin chain
   */
  explainSwap(parameters: { id: string; signal?: AbortSignal | undefined }): Promise<Explanation<SwapCauseName>>
  /**
   * Sets an allowance of the connection's first account to zero, unless it is zero already.
   *
   * @throws {NotRevokedError} the token still reports an allowance
   */
  revokeAllowance(
    parameters: { token: Address; spender: Address } & Pick<
      TransactOptions,
      "onSubmitted" | "receiptTimeout" | "signal"
    >,
  ): Promise<RevokedAllowance>
  /** Watches a route: yields each change once. */
  watchRoute(parameters: WatchRouteParameters): AsyncGenerator<RouteStep, void, undefined>
  /** Waits until a route is completed. */
  waitForRoute(parameters: WatchRouteParameters): Promise<RouteStatus>
  /** Calls `onStep` at every change until the returned function is called. */
  onRoute(
    parameters: WatchRouteParameters,
    onStep: (step: RouteStep) => void,
    onError?: (error: unknown) => void,
  ): () => void
}
