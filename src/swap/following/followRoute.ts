import type { Hex } from "viem"

import { checkAll } from "../../primitives/checks.js"
import { follow, type WatchTiming } from "../../tracking/follow.js"
import type { SwapClient } from "../createSwapClient.js"
import { checkStatusSubject, statusChecks } from "../wire/parameters/statusChecks.js"
import { RouteNotFoundError } from "../requestErrors.js"
import type { RouteStatus, StatusCheck } from "../types.js"
import { createRouteTracker, type RouteStep } from "./routeTracker.js"
import { routeLateError, routeOutcomeError } from "./trackingErrors.js"

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
  /** `statusCheck` of the quoted route. Its interval and maximum duration are used; its endpoint is never requested. */
  statusCheck?: Pick<StatusCheck, "intervalSec" | "maxDurationSec"> | null | undefined
  /** Include `quoteDetails` in the route of every step. */
  includeQuoteDetails?: boolean | undefined
  /** Milliseconds. Default: `maxDurationSec` of `statusCheck`, limited to 1 minute to 24 hours, or {@link defaultRouteTimeout}. */
  timeout?: number | undefined
}

/** How long a watch lasts if neither the caller nor the route sets a time, in milliseconds: 30 minutes. */
export const defaultRouteTimeout: number = 30 * 60_000

/**
 * The default limits for the time between two requests, in milliseconds. The interval that a route asks for is kept within them, so
 * that it can neither overload the API nor stall the watch.
 */
export const routeIntervals: { readonly minInterval: number; readonly maxInterval: number } = {
  minInterval: 1_000,
  maxInterval: 30_000,
}

const shortestDuration = 60_000
const longestDuration = 24 * 60 * 60_000

/** Follows one route: what all watches and waits for routes run on. */
export async function* followRoute(
  client: SwapClient,
  parameters: WatchRouteParameters,
): AsyncGenerator<RouteStep, void, undefined> {
  const { statusCheck } = parameters
  const timeout = parameters.timeout ?? durationOf(statusCheck?.maxDurationSec)
  const subject = checkStatusSubject(checkAll(statusChecks, parameters))
  const { quoteId, srcTxHash, includeQuoteDetails = false } = subject
  const nextIn = intervalOf(statusCheck?.intervalSec)
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
    { ...intervals(parameters), signal: parameters.signal, onTrouble: parameters.onTrouble, timeout },
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

/** If the caller sets one limit beyond the other's default, the default gives way. */
function intervals({ minInterval, maxInterval }: WatchTiming): { minInterval: number; maxInterval: number } {
  return {
    minInterval: minInterval ?? Math.min(routeIntervals.minInterval, maxInterval ?? Infinity),
    maxInterval: maxInterval ?? Math.max(routeIntervals.maxInterval, minInterval ?? 0),
  }
}

function intervalOf(seconds: number | null | undefined): number | undefined {
  return typeof seconds === "number" && seconds > 0 ? seconds * 1_000 : undefined
}

function durationOf(seconds: number | null | undefined): number {
  if (typeof seconds !== "number" || !(seconds > 0)) return defaultRouteTimeout
  return Math.min(longestDuration, Math.max(shortestDuration, seconds * 1_000))
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
