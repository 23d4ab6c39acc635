import { isPlugsError, type PlugsError } from "../../primitives/PlugsError.js"

/** How what a task does can end badly. */
export type Outcome = "failure" | "deadline" | "interrupted" | "error"

/** What an error means beside being one, by its code. */
const outcomes: Readonly<Record<string, Outcome>> = {
  MESSAGE_FAILED: "failure",
  TRANSACTION_REVERTING: "failure",
  DEPLOYMENT_STUCK: "failure",
  ROUTE_FAILED: "failure",
  ROUTE_EXPIRED: "failure",
  ROUTE_REFUNDED: "failure",
  TRANSACTION_REVERTED: "failure",
  DEADLINE_PASSED: "deadline",
  ABORTED: "interrupted",
}

/** What an error means for the one who waits: the shell is told it by an exit code, a program by the last JSON line. */
export function outcomeOf(error: unknown): Outcome {
  return isPlugsError(error) ? (outcomes[error.code] ?? "error") : "error"
}

const byWeight: readonly Outcome[] = ["interrupted", "failure", "error", "deadline"]

/** The errors of things that were waited for side by side, the one that decides first. */
export function worstFirst(errors: readonly PlugsError[]): PlugsError[] {
  return [...errors].sort((a, b) => byWeight.indexOf(outcomeOf(a)) - byWeight.indexOf(outcomeOf(b)))
}
