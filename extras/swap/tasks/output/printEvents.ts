import type { ExecutionStep } from "#extras/swap/src/execution/executionStates.js"
import type { JournalEntry } from "#extras/swap/src/execution/types.js"
import { excerpt } from "#src/primitives/text.js"
import { paint } from "#src/terminal/paint.js"
import { printEvent, printStep } from "#src/terminal/printJson.js"
import type { Printer, Terminal } from "#src/terminal/terminal.js"

/** Prints a step of an execution as JSON: a change of its route as the event that it is, and anything else as the event `execution`. */
export function printExecutionStep(out: Printer, step: ExecutionStep): void {
  if (step.state === "FOLLOWING") {
    printStep(out, step.step)
    return
  }
  const { state, hash, ...fields }: ExecutionStep & { readonly hash?: string | undefined } = step
  printEvent(out, "execution", { status: state, ...(hash === undefined ? {} : { txHash: hash }), ...fields })
}

/** Prints that the transaction of an earlier run can never be mined, so that this command begins the swap anew. */
export function printReplaced(
  { quoteId, submission, replacedBy, outcome }: JournalEntry,
  { terminal: { out, err }, json }: { terminal: Terminal; json: boolean },
): void {
  if (json) {
    printEvent(out, "replaced", { quoteId, nonce: submission?.nonce, replacedBy, reason: outcome })
    return
  }
  const by = replacedBy === undefined ? "another transaction" : `the transaction ${replacedBy}`
  const what =
    outcome === undefined
      ? `was replaced by ${by} with the same nonce`
      : `was signed and never sent, and its quote no longer works. Its nonce was used up by ${by}, an empty payment of the account to itself`
  err.line(
    paint.magenta(
      `The swap of quote ${quoteId}, which an earlier run began, ${what}. It can never be mined, and nothing was swapped. Beginning anew.`,
    ),
  )
}

/** Prints that this command resumes a swap that an earlier one began. */
export function printResumed(
  { quoteId, state, at }: { readonly quoteId: string; readonly state: string; readonly at: number },
  { terminal: { out, err }, json }: { terminal: Terminal; json: boolean },
): void {
  if (json) printEvent(out, "resumed", { quoteId, status: state, at })
  else err.line(paint.magenta(`Resuming the swap of quote ${excerpt(quoteId)}, which was ${excerpt(state)}.`))
}
