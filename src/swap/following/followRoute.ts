import type { Hex } from "viem"

import { checkAll } from "../../primitives/checks.js"
import { follow, type WatchTiming } from "../../tracking/follow.js"
import type { SwapClient } from "../createSwapClient.js"
import { checkStatusSubject, statusChecks } from "../parameters/statusChecks.js"
import { RouteNotFoundError } from "../requestErrors.js"
import type { RouteStatus, StatusCheck } from "../types.js"
import { createRouteTracker } from "./routeTracker.js"
import type { RouteStep } from "./routeStep.js"
import { endOf, lateRouteError } from "./trackingErrors.js"

/** Which route to follow, and for how long. */
export type WatchRouteParameters = WatchTiming & {
  /** This, or `srcTxHash`. */
  quoteId?: string | undefined
  /** The transaction on the origin chain. It doesn't find a deposit route. */
  srcTxHash?: Hex | undefined
  /** The route's own, from the quote: its interval and its longest duration are taken, its address never is. */
  statusCheck?: Pick<StatusCheck, "intervalSec" | "maxDurationSec"> | null | undefined
  /** Have `quoteDetails` in every step's route. */
  includeQuoteDetails?: boolean | undefined
  /** Milliseconds. Default: `maxDurationSec` of `statusCheck`, from a minute to a day; else {@link defaultRouteTimeout}. */
  timeout?: number | undefined
}

/** How long a watch lasts when neither it nor the route says so: 30 minutes. */
export const defaultRouteTimeout: number = 30 * 60_000

/**
 * Milliseconds between looks at a route, unless a watch says otherwise: whatever interval a route asks for is kept within these, so
 * that it can neither hammer its API nor fall asleep.
 */
export const routeIntervals: { readonly minInterval: number; readonly maxInterval: number } = {
  minInterval: 1_000,
  maxInterval: 30_000,
}

const shortestDuration = 60_000
const longestDuration = 24 * 60 * 60_000

/** What every watch of and wait for a route is made of. */
export async function* followRoute(
  client: SwapClient,
  parameters: WatchRouteParameters,
): AsyncGenerator<RouteStep, void, undefined> {
  const { statusCheck } = parameters
  const timeout = parameters.timeout ?? durationOf(statusCheck?.maxDurationSec)
  const subject = checkStatusSubject(checkAll(statusChecks, parameters))
  const { quoteId, srcTxHash, includeQuoteDetails = false } = subject
  const nextIn = intervalOf(statusCheck?.intervalSec)
  const journey = createRouteTracker()
  const looks = follow(
    client,
    {
      key: `route ${quoteId ?? srcTxHash}${includeQuoteDetails ? " with details" : ""}`,
      load: (signal) => getKnownRoute(client, { ...subject, signal }),
      see(route, at) {
        const steps = journey.observe(route, at)
        return { value: steps, changed: steps.length > 0, nextIn }
      },
      late: (trouble) => lateRouteError({ subject, waited: timeout, journey, trouble }),
    },
    { ...intervals(parameters), signal: parameters.signal, onTrouble: parameters.onTrouble, timeout },
  )
  for await (const steps of looks) {
    yield* steps
    const route = journey.route()
    if (route === undefined || !journey.isOver()) continue
    const error = endOf({ route, history: journey.history })
    if (error !== undefined) throw error
    return
  }
}

/** A bound that is given moves the other one's default along. */
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

/** A route that the API doesn't know yet is waited for. */
async function getKnownRoute(
  client: SwapClient,
  parameters: Parameters<SwapClient["getStatus"]>[0],
): Promise<RouteStatus | undefined> {
  try {
    return await client.getStatus(parameters)
  } catch (error) {
    if (error instanceof RouteNotFoundError) return undefined
    throw error
  }
}
