import type {
  GetQuoteParameters,
  GetQuoteReturnType,
  ListTokensParameters,
  ListTokensReturnType,
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

/**
 * The functions of `hardhat-plugs/swap`, with the client filled in. What is sent is sent on the connection's chain, as its first
 * account.
 *
 * @example
 * const alpha = await network.create("alpha")
 * const { routes } = await alpha.plugs.swap.getQuote({
 *   destinationChainId: "beta", inputToken, outputToken, inputAmount: 12_500_000n, userAddress, receiverAddress: userAddress,
 * })
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
