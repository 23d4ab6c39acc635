import { checkCount } from "../primitives/checks.js"
import { defineStates, type StateFunctions } from "../tracking/states.js"

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

const stateOfCode: ReadonlyMap<number, RouteState> = new Map([
  [3, "COMPLETED"],
  [4, "COMPLETED"],
  [5, "EXPIRED"],
  [6, "FAILED"],
  [7, "REFUNDED"],
])

/**
 * Converts a status of version 2 of the API, which was a number. Every number that was not final means IN_PROGRESS.
 *
 * @throws {InvalidInputError} the code is not a whole number, 0 or more
 * @example
 * routeStatusFromCode(4) // "COMPLETED"
 * routeStatusFromCode(1) // "IN_PROGRESS"
 */
export function routeStatusFromCode(code: number | string): RouteState {
  return stateOfCode.get(checkCount(code, "code")) ?? "IN_PROGRESS"
}
