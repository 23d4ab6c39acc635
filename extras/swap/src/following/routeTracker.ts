import type { Payout, Refund, RouteStatus } from "../types.js"
import { isFinal, type RouteState, routeStates } from "#src/swap/states.js"
import type { StateTable } from "#src/tracking/states.js"
import { createTracker, type Step, type Tracker } from "#src/tracking/tracker.js"

/**
 * One change of a route: of its status, or only of its origin, its destination or its refund. Every change is reported once. That it is COMPLETED
 * comes with its payout, where that is looked for.
 */
export type RouteStep = Step<
  RouteState,
  {
    readonly quoteId: string
    /** The route as it is now, or as it was last seen before it vanished. */
    readonly route: RouteStatus
  } & Partial<Payout>
>

export type RouteTracker = Tracker<RouteStatus, RouteStep>

/**
 * Creates a tracker for one route. It has arrived when it is final.
 *
 * A quote whose transaction was sent cannot expire unused. So EXPIRED is not final once the caller or an answer of the API has named
 * the transaction: the funds have left the account, and what became of them is still to come.
 *
 * @param isSent whether the caller knows that the origin transaction was mined
 */
export function createRouteTracker({ isSent = false }: { readonly isSent?: boolean } = {}): RouteTracker {
  let table: StateTable = isSent ? sentRouteStates : routeStates
  const tracker = createTracker<RouteStatus, RouteStep>({
    // A watch follows one route, under any id that the API gives it.
    idOf: () => "route",
    aspectsOf: ({ status, origin, destination, refund }) => [
      { value: status, table },
      // The API documents no order for the statuses of the two sides.
      { value: partText(origin) },
      { value: partText(destination) },
      { value: refund === null ? "" : partText(refund) },
    ],
    hasArrived: ({ status }) => isFinal(status, table),
    toStep: (change, route) => ({ quoteId: route.quoteId, ...change, route }),
  })
  return {
    ...tracker,
    observe(routes, at) {
      if (routes.some(isOriginSeen)) table = sentRouteStates
      return tracker.observe(routes, at)
    },
  }
}

/** Returns the table of a route's states. Once the API has named the transaction on the origin chain, EXPIRED is not final. */
export function statesOf(route: Pick<RouteStatus, "origin">): StateTable {
  return isOriginSeen(route) ? sentRouteStates : routeStates
}

function partText({ status, txHash }: Pick<Refund, "status" | "txHash">): string {
  return [status, txHash].join(" ")
}

function isOriginSeen({ origin }: Pick<RouteStatus, "origin">): boolean {
  return origin.txHash !== null
}

const sentRouteStates: StateTable = {
  ...routeStates,
  EXPIRED: { step: 1, says: "reported as expired, although its transaction was sent" },
}
