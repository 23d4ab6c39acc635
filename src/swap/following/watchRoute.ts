import type { SwapClient } from "../createSwapClient.js"
import { followRoute, type WatchRouteParameters } from "./followRoute.js"
import type { RouteStep } from "./routeStep.js"

/**
 * Follows a route, and yields every change of its status, of either side, and of its refund, once.
 *
 * A route that the API doesn't know yet is waited for, and so is a server that is away. It is asked as often as the route's
 * `statusCheck` wants, from every second to every 30 unless `minInterval` and `maxInterval` say otherwise. The watch ends when the
 * route is COMPLETED. Leave the loop to end it sooner. Any number of watches of one client share their requests.
 *
 * @throws {RouteFailedError} the swap failed
 * @throws {RouteExpiredError} the quote was not used in time
 * @throws {RouteRefundedError} the swap failed, and what it took was paid back
 * @throws {DeadlinePassedError} with the last state, the history and the last error that was waited out
 * @throws {AbortedError} the signal was aborted
 * @throws {InvalidInputError} a parameter that can't be right
 * @example
 * for await (const { state, route } of watchRoute(client, { quoteId, statusCheck })) console.log(state, route.origin.txHash)
 */
export async function* watchRoute(
  client: SwapClient,
  parameters: WatchRouteParameters,
): AsyncGenerator<RouteStep, void, undefined> {
  yield* followRoute(client, parameters)
}
