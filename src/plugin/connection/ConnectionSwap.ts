import type {
  ExecuteRouteParameters,
  ExecuteRouteReturnType,
  GetQuoteParameters,
  GetQuoteReturnType,
  ListTokensParameters,
  ListTokensReturnType,
  RouteJournal,
  RouteStatus,
  RouteStep,
  SwapClient,
  WatchRouteParameters,
} from "../../swap/index.js"

/** A chain by its id, or by its name in the configuration. */
export type SwapChainReference = number | string

/** What `getQuote` takes, with chains by name, from the connection's own unless another is given. */
export type ConnectionQuoteParameters = Omit<GetQuoteParameters, "userOps" | "originChainId" | "destinationChainId"> & {
  /** Default: `"tx"`. */
  userOps?: GetQuoteParameters["userOps"] | undefined
  /** Default: the connection's chain, but for a withdrawal from an exchange. */
  originChainId?: SwapChainReference | undefined
  destinationChainId: SwapChainReference
}

/** What `executeRoute` takes, without what the connection has. */
export type ConnectionExecuteRouteParameters = Omit<
  ExecuteRouteParameters,
  "client" | "walletClient" | "publicClient" | "journal"
> & {
  /** Default: one in the project's cache. */
  journal?: RouteJournal | undefined
}

/**
 * The functions of `hardhat-plugs/swap`, with the client filled in. What is sent is sent on the connection's chain, as its first
 * account.
 *
 * @example
 * const alpha = await network.create("alpha")
 * const request = {
 *   userOps: "tx", originChainId: 41001, destinationChainId: 41002, inputToken, outputToken, inputAmount: 12_500_000n,
 *   userAddress, receiverAddress: userAddress, slippage: "0.5",
 * } as const
 * const quote = await alpha.plugs.swap.getQuote(request)
 * const { route } = await alpha.plugs.swap.executeRoute({ route: quote.routes[0], request, quote })
 */
export type ConnectionSwap = {
  /** Asks what can be had for what. */
  getQuote(parameters: ConnectionQuoteParameters): Promise<GetQuoteReturnType>
  /** Asks how far a route is. */
  getStatus: SwapClient["getStatus"]
  /** Looks for tokens by address, name or symbol. */
  searchTokens: SwapClient["searchTokens"]
  /** Lists tokens. Chains can be given by name. */
  listTokens(
    parameters?: Omit<ListTokensParameters, "chainIds"> & {
      chainIds?: string | readonly SwapChainReference[] | undefined
    },
  ): Promise<ListTokensReturnType>
  /** Lists chains. */
  getSupportedChains: SwapClient["getSupportedChains"]
  /** Lists bridges and dexes. */
  getProviders: SwapClient["getProviders"]

  /**
   * Checks, approves and sends a route as the connection's first account, and follows it to its end. It is written down in the
   * project's cache, unless another journal is given: called again with the same route, it goes on where it was.
   */
  executeRoute(parameters: ConnectionExecuteRouteParameters): Promise<ExecuteRouteReturnType>
  /** Follows a route: each change once. */
  watchRoute(parameters: WatchRouteParameters): AsyncGenerator<RouteStep, void, undefined>
  /** Waits until a route is completed. */
  waitForRoute(parameters: WatchRouteParameters): Promise<RouteStatus>
  /** Calls back at every change, until the returned function is called. */
  onRoute(
    parameters: WatchRouteParameters,
    onStep: (step: RouteStep) => void,
    onError?: (error: unknown) => void,
  ): () => void
}
