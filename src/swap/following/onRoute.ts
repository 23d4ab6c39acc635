import { callBack } from "../../tracking/callBack.js"
import type { SwapClient } from "../createSwapClient.js"
import type { WatchRouteParameters } from "./followRoute.js"
import type { RouteStep } from "./routeTracker.js"
import { watchRoute } from "./watchRoute.js"

/**
 * Follows a route as `watchRoute` does and calls a function for each change. Made for user interfaces.
 *
 * @param onStep called for each change; an error that it throws ends the watch and is passed to `onError`
 * @param onError called at most once, with what `watchRoute` would throw; without it the error is an unhandled rejection
 * @returns a function that ends the watch; nothing is called after it
 * @example
 * const stop = onRoute(client, { quoteId }, ({ state }) => show(state), (error) => show(String(error)))
 */
export function onRoute(
  client: SwapClient,
  parameters: WatchRouteParameters,
  onStep: (step: RouteStep) => void,
  onError?: (error: unknown) => void,
): () => void {
  const stream = (signal: AbortSignal): AsyncIterable<RouteStep> => watchRoute(client, { ...parameters, signal })
  return callBack(stream, parameters.signal, onStep, onError)
}
