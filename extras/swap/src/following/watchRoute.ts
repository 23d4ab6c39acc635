import type { Hex } from "viem"

import type { SwapClient } from "../createSwapClient.js"
import { RouteNotFoundError } from "../requestErrors.js"
import type { RouteStatus, StatusCheck } from "../types.js"
import { checkStatusSubject, statusChecks } from "../wire/parameters/statusChecks.js"
import { createRouteTracker, type RouteStep } from "./routeTracker.js"
import { routeLateError, routeOutcomeError } from "./trackingErrors.js"
import { checkAll } from "#src/primitives/checks.js"
import { callBack, follow, type WatchTiming } from "#src/tracking/follow.js"

/** Which route to follow, and for how long. */
export type WatchRouteParameters = WatchTiming & {
  /** Identifies the route. Required if `srcTxHash` is not given. */
  quoteId?: string | undefined
  /** The transaction on the origin chain. It does not identify a deposit route. */
  srcTxHash?: Hex | undefined
  /**
   * The transaction on the origin chain is known to be mined. Then EXPIRED is not final: the watch goes on to another final state or to
   * its deadline. Default: false, until an answer of the API names the transaction.
   */
  isMined?: boolean | undefined
  /**
   * `statusCheck` of the quoted route. Its maximum duration is used, and its interval up to 5 minutes: the API is
   * asked less often than that, and never more, whatever the two limits are. Its endpoint is never requested.
   */
  statusCheck?: Pick<StatusCheck, "intervalSec" | "maxDurationSec"> | null | undefined
  /** Include `quoteDetails` in the route of every step. */
  includeQuoteDetails?: boolean | undefined
  /** Milliseconds. Default: `maxDurationSec` of `statusCheck`, limited to 1 minute to 24 hours, or else 30 minutes. */
  timeout?: number | undefined
}

/** How long a watch lasts if neither the caller nor the route sets a time, in milliseconds: 30 minutes. */
const defaultRouteTimeout = 30 * 60_000

/** The longest interval of a route that is kept, in milliseconds: five minutes. A longer one would stall the watch. */
const longestRouteInterval = 5 * 60_000

/** The default limits for the time between two requests, in milliseconds, where a route does not ask for a longer time. */
const routeIntervals = { minInterval: 1_000, maxInterval: 30_000 }

const minDurationMs = 60_000
const maxDurationMs = 24 * 60 * 60_000

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
export async function* watchRoute(
  client: SwapClient,
  parameters: WatchRouteParameters,
): AsyncGenerator<RouteStep, void, undefined> {
  const { statusCheck } = parameters
  const timeout = parameters.timeout ?? durationOf(statusCheck?.maxDurationSec)
  const subject = checkStatusSubject(checkAll(statusChecks, parameters))
  const { quoteId, srcTxHash, includeQuoteDetails = false } = subject
  const nextIn = intervalOf(statusCheck?.intervalSec)
  const { onTrouble, onWait, signal } = parameters
  const tracker = createRouteTracker({ isSent: parameters.isMined === true || srcTxHash !== undefined })
  const answers = follow(
    client,
    {
      key: `route ${quoteId ?? srcTxHash}${includeQuoteDetails ? " with details" : ""}`,
      load: (signal) => getKnownRoutes(client, { ...subject, signal }),
      interpret(routes, at) {
        const steps = tracker.observe(routes, at)
        return { value: steps, changed: steps.length > 0, nextIn }
      },
      deadlineError: (lastError) => routeLateError({ subject, waited: timeout, tracker, lastError }),
    },
    { ...intervals(parameters, nextIn), signal, onTrouble, onWait, timeout },
  )
  for await (const steps of answers) {
    yield* steps
    const [route] = tracker.things()
    if (route === undefined || !tracker.isOver()) continue
    const error = routeOutcomeError({ route, history: tracker.history })
    if (error !== undefined) throw error
    return
  }
}

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
  for await (const { route } of watchRoute(client, parameters)) latest = route
  if (latest === undefined) throw new Error("A watch that ends without an error has seen the route.")
  return latest
}

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

/** If the caller sets one limit beyond the other's default, the default gives way. Both give way to what the route asks for. */
function intervals({ minInterval, maxInterval }: WatchTiming, routeInterval = 0): typeof routeIntervals {
  const least = minInterval ?? Math.min(routeIntervals.minInterval, maxInterval ?? Infinity)
  const most = maxInterval ?? Math.max(routeIntervals.maxInterval, minInterval ?? 0)
  // A limit that is no valid number is refused by whoever polls.
  return least > 0 && routeInterval > least
    ? { minInterval: routeInterval, maxInterval: Math.max(routeInterval, most) }
    : { minInterval: least, maxInterval: most }
}

function intervalOf(seconds: number | null | undefined): number | undefined {
  return typeof seconds === "number" && seconds > 0 ? Math.min(longestRouteInterval, seconds * 1_000) : undefined
}

function durationOf(seconds: number | null | undefined): number {
  if (typeof seconds !== "number" || !(seconds > 0)) return defaultRouteTimeout
  return Math.min(maxDurationMs, Math.max(minDurationMs, seconds * 1_000))
}

/** The route, or nothing while the API does not know it. */
async function getKnownRoutes(
  client: SwapClient,
  parameters: Parameters<SwapClient["getStatus"]>[0],
): Promise<RouteStatus[]> {
  try {
    return [await client.getStatus(parameters)]
  } catch (error) {
    if (error instanceof RouteNotFoundError) return []
    throw error
  }
}
