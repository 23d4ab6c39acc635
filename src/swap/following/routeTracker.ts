import { createTracker, type Change } from "../../tracking/tracker.js"
import type { RouteStatus } from "../types.js"
import type { RouteStep } from "./routeStep.js"
import { isFinal, routeStates } from "../states.js"

/** Turns what the API answers about a route, again and again, into steps. */
export type RouteTracker = {
  /** Takes one answer, undefined when the API doesn't know the route, and gives the steps that it means. */
  observe(route: RouteStatus | undefined, at: number): RouteStep[]
  /** Whether the route is final. */
  isOver(): boolean
  /** The route as it was last seen, unless it vanished. */
  route(): RouteStatus | undefined
  readonly history: readonly RouteStep[]
}

/** Follows one route. */
export function createRouteTracker(): RouteTracker {
  const history: RouteStep[] = []
  const journey = createTracker<RouteStatus>({
    // Whatever the API calls it, one question is about one route.
    idOf: () => "route",
    marksOf: ({ status, origin, destination, refund }) => [
      { at: status, table: routeStates },
      // Of these two no order is public, nor that they are the route's own.
      { at: `${origin.status} ${origin.txHash ?? ""}`, table: {} },
      { at: `${destination.status} ${destination.txHash ?? ""}`, table: {} },
      { at: refund === null ? "" : `${refund.status ?? ""} ${refund.txHash ?? ""}`, table: {} },
    ],
    hasArrived: ({ status }) => isFinal(status),
  })
  return {
    history,
    observe(route, at) {
      const steps = journey.observe(route === undefined ? [] : [route], at).map(stepOf)
      history.push(...steps)
      return steps
    },
    isOver: () => journey.isOver(),
    route: () => journey.things()[0],
  }
}

function stepOf({ thing: route, kind, state, previousState, at, inState }: Change<RouteStatus>): RouteStep {
  const before = previousState === undefined ? {} : { previousState }
  return { kind, quoteId: route.quoteId, state, ...before, at, inState, route }
}
