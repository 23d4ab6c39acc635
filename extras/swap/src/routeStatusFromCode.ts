import { checkCount } from "#src/primitives/checks.js"
import type { RouteState } from "#src/swap/states.js"

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
