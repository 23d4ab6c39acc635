import { checkCount } from "../primitives/checks.js"
import { defineStates, type StateFunctions } from "../tracking/states.js"

/**
 * The states of a route, in their order.
 *
 * REFUNDING is not in the API's reference but was seen: the route has failed, and its funds are on their way back.
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

/** A status of a route that the swap API's reference names, or that was seen. */
export type RouteState = keyof typeof routeStates

const functions = defineStates(routeStates)

/**
 * Looks up a state in {@link routeStates}, or in the table that is passed second.
 *
 * @returns `undefined` if the table does not contain the state
 * @example
 * stateInfo("REFUNDED")?.says // "failed, funds refunded"
 */
export const stateInfo: StateFunctions["stateInfo"] = functions.stateInfo

/**
 * Checks whether a route state is final. An unknown state is not.
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
 * Reads a status of the API's version 2, which was a number. Every number that is not final there means in progress.
 *
 * @throws {InvalidInputError} not a whole number from 0
 * @example
 * routeStatusFromCode(4) // "COMPLETED"
 * routeStatusFromCode(1) // "IN_PROGRESS"
 */
export function routeStatusFromCode(code: number | string): RouteState {
  return stateOfCode.get(checkCount(code, "code")) ?? "IN_PROGRESS"
}
