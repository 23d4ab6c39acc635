import { isPlugsError, type PlugsError } from "#src/primitives/PlugsError.js"

/** How a task can fail. */
export type Outcome = "failure" | "deadline" | "unconfirmed" | "interrupted" | "error"

/** Errors that end a task with an exit code of their own. To change a code: `plugin/run/runTask.ts`. */
const outcomeByCode: Readonly<Record<string, Outcome>> = {
  MESSAGE_FAILED: "failure",
  TRANSACTION_REVERTING: "failure",
  DEPLOYMENT_STUCK: "failure",
  ROUTE_FAILED: "failure",
  ROUTE_EXPIRED: "failure",
  ROUTE_REFUNDED: "failure",
  TRANSACTION_REVERTED: "failure",
  TRANSACTION_REPLACED: "failure",
  BUDGET_EXCEEDED: "failure",
  SHOWN_FAILURE: "failure",
  DEADLINE_PASSED: "deadline",
  TOO_FEW_CONFIRMATIONS: "deadline",
  PAYOUT_NOT_SEEN: "unconfirmed",
  SOURCES_DISAGREE: "unconfirmed",
  WIRING_PENDING: "deadline",
  // Neither well nor failed, as after a deadline.
  UNEXPLAINED: "deadline",
  SHOWN_LATE: "deadline",
  ABORTED: "interrupted",
  // A person who says no ends the task as Ctrl-C would.
  SWAP_DECLINED: "interrupted",
}

/** Classifies an error: the exit code follows from it, and the last JSON line names it. */
export function outcomeOf(error: unknown): Outcome {
  return isPlugsError(error) ? (outcomeByCode[error.code] ?? "error") : "error"
}

const bySeverity: readonly Outcome[] = ["interrupted", "unconfirmed", "failure", "error", "deadline"]

/** Sorts errors, the most severe one first. */
export function severestFirst(errors: readonly PlugsError[]): PlugsError[] {
  return [...errors].sort((a, b) => bySeverity.indexOf(outcomeOf(a)) - bySeverity.indexOf(outcomeOf(b)))
}
