import type { JournalEntry } from "../../../../src/swap/execution/types.js"
import { printEvent } from "../../../../src/terminal/json/printJson.js"
import type { Terminal } from "../../../../src/terminal/terminal.js"

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
    err.paint.magenta(
      `The swap of quote ${quoteId}, which an earlier run began, ${what}. It can never be mined, and nothing was swapped. Beginning anew.`,
    ),
  )
}
