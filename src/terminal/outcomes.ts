/** How what a task does can end, but for success and errors like any other. */
export type Outcome = "failure" | "deadline" | "interrupted"

/** Errors that are an outcome, by their code: the shell is told it by an exit code, a program by the last JSON line. */
export const outcomes: Readonly<Record<string, Outcome>> = {
  MESSAGE_FAILED: "failure",
  TRANSACTION_REVERTING: "failure",
  DEPLOYMENT_STUCK: "failure",
  DEADLINE_PASSED: "deadline",
  ABORTED: "interrupted",
}
