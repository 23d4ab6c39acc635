import type { SwapClient } from "../createSwapClient.js"
import type { RouteStatus } from "../types.js"
import { followRoute, type WatchRouteParameters } from "./followRoute.js"

/**
 * Waits until a route is COMPLETED, and returns it.
 *
 * @throws {RouteRefundedError} and the other errors of `watchRoute`
 * @example
 * const { destination } = await waitForRoute(client, { quoteId: route.quoteId, statusCheck: route.statusCheck })
 * console.log(destination.txHash, destination.output[0]?.amount)
 */
export async function waitForRoute(client: SwapClient, parameters: WatchRouteParameters): Promise<RouteStatus> {
  let latest: RouteStatus | undefined
  for await (const { route } of followRoute(client, parameters)) latest = route
  if (latest === undefined) throw new Error("A watch that ends without an error has seen the route.")
  return latest
}
