import { defineStates, type StateFunctions } from "#src/tracking/states.js"

/**
 * The states of a route, in order.
 *
 * REFUNDING is not in the API's reference, but was seen in responses: the route has failed, and a refund is in progress.
 *
 * @example
 * routeStates.COMPLETED.final // "success"
 */
export const routeStates = {
  PENDING: { step: 0, says: "not started" },
  IN_PROGRESS: { step: 1, says: "source transaction seen, destination pending" },
  REFUNDING: { step: 1, says: "failed, funds on their way back" },
  COMPLETED: { step: 2, final: "success", says: "done" },
  FAILED: { step: 2, final: "failure", says: "failed" },
  EXPIRED: { step: 2, final: "failure", says: "quote expired before it was used" },
  REFUNDED: { step: 2, final: "refund", says: "failed, funds refunded" },
} as const

/** A status of a route that is documented, or was seen in responses. */
export type RouteState = keyof typeof routeStates

const functions = defineStates(routeStates)

/** Looks up a state in {@link routeStates}, or in the table that is passed second. */
export const stateInfo: StateFunctions["stateInfo"] = functions.stateInfo

/**
 * Checks whether a state is final. An unknown state is not.
 *
 * @example
 * isFinal("REFUNDING") // false
 */
export const isFinal: StateFunctions["isFinal"] = functions.isFinal
