import { createTracker, type Step, type Tracker } from "../../tracking/tracker.js"
import { isFinal, routeStates, type RouteState } from "../states.js"
import type { RouteStatus } from "../types.js"

/** One change of a route: of its status, or only of its origin, its destination or its refund. Every change is reported once. */
export type RouteStep = Step<
  RouteState,
  {
    readonly quoteId: string
    /** The route as it is now, or as it was last seen before it vanished. */
    readonly route: RouteStatus
  }
>

/** Turns the API's repeated answers about one route into steps. */
export type RouteTracker = Tracker<RouteStatus, RouteStep>

/** Creates a tracker for one route. It has arrived when it is final. */
export function createRouteTracker(): RouteTracker {
  return createTracker<RouteStatus, RouteStep>({
    // A watch follows one route, whatever id the API gives it.
    idOf: () => "route",
    aspectsOf: ({ status, origin, destination, refund }) => [
      { value: status, table: routeStates },
      // The API documents no order for the statuses of the two sides.
      { value: `${origin.status} ${origin.txHash ?? ""}` },
      { value: `${destination.status} ${destination.txHash ?? ""}` },
      { value: refund === null ? "" : `${refund.status ?? ""} ${refund.txHash ?? ""}` },
    ],
    hasArrived: ({ status }) => isFinal(status),
    toStep: (change, route) => ({ quoteId: route.quoteId, ...change, route }),
  })
}
