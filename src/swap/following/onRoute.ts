import { callBack } from "../../tracking/callBack.js"
import type { SwapClient } from "../createSwapClient.js"
import type { WatchRouteParameters } from "./followRoute.js"
import type { RouteStep } from "./routeStep.js"
import { watchRoute } from "./watchRoute.js"

/**
 * Follows a route as `watchRoute` does, and calls back: the face for user interfaces.
 *
 * @param onStep called for every change; what it throws ends the watch and goes to `onError`
 * @param onError called at most once, last, with what `watchRoute` would throw; without it, that is an unhandled rejection
 * @returns ends the watch: nothing is called any more
 * @example
 * const stop = onRoute(client, { quoteId }, ({ state }) => show(state), (error) => show(String(error)))
 */
export function onRoute(
  client: SwapClient,
  parameters: WatchRouteParameters,
  onStep: (step: RouteStep) => void,
  onError?: (error: unknown) => void,
): () => void {
  const watch = (signal: AbortSignal): AsyncIterable<RouteStep> => watchRoute(client, { ...parameters, signal })
  return callBack(watch, parameters.signal, onStep, onError)
}
