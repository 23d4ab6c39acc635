import type { SwapClient } from "../createSwapClient.js"
import { followRoute, type WatchRouteParameters } from "./followRoute.js"
import type { RouteStep } from "./routeTracker.js"

/**
 * Follows a route and yields every change of its status, of either side, and of its refund once.
 *
 * The watch waits for a route that the API does not know yet, and keeps going while the server is unreachable. It polls at the
 * interval of the route's `statusCheck`, kept between 1 and 30 seconds unless `minInterval` and `maxInterval` are set. It ends when
 * the route is COMPLETED. Leave the loop to end it earlier. All watches of one client on the same route share their requests.
 *
 * EXPIRED ends it only while no transaction is known: not with `isMined` or `srcTxHash`, and not after the API named a transaction.
 *
 * @throws {RouteFailedError} the swap failed
 * @throws {RouteExpiredError} the quote was not used in time
 * @throws {RouteRefundedError} the swap failed and the funds were returned
 * @throws {DeadlinePassedError} with the last state, the history and the last error of the API, if any
 * @throws {AbortedError} the signal was aborted
 * @throws {InvalidInputError} a parameter is invalid
 * @example
 * for await (const { state, route } of watchRoute(client, { quoteId, statusCheck })) console.log(state, route.origin.txHash)
 */
export function watchRoute(
  client: SwapClient,
  parameters: WatchRouteParameters,
): AsyncGenerator<RouteStep, void, undefined> {
  return followRoute(client, parameters)
}
