import { SubmissionReplacedError, SubmissionUnclearError } from "./executionErrors.js"
import { recoverSubmission } from "./recoverSubmission.js"
import { broadcast } from "./sendSubmission.js"
import type { Execution, SubmittedEntry } from "./types.js"

/**
 * Compares a transaction that an earlier call sent with what the node has: since then the node may have lost it, or a wallet may have
 * replaced it. A signed transaction that was lost is sent again.
 *
 * @returns the execution. If a wallet replaced the transaction by one that does the same, it has the hash of that one
 * @throws {SubmissionReplacedError} it was replaced by a transaction that does something else
 */
export async function reconcile(execution: Execution<SubmittedEntry>): Promise<Execution<SubmittedEntry>> {
  const { account, entry, parameters } = execution
  const { submission } = entry
  const { nonce, raw, hash } = submission
  try {
    // Compared by what it does, because a wallet that replaces it to speed it up changes its hash.
    const found = await recoverSubmission(execution, { ...submission, hash: undefined })
    if (found.kind === "sent")
      return { ...execution, entry: { ...entry, submission: { ...submission, hash: found.hash } } }
    if (found.kind === "dead") throw new SubmissionReplacedError({ account: account.address, nonce, hash })
    if (raw !== undefined) await broadcast(parameters, { raw, hash })
  } catch (error) {
    if (error instanceof SubmissionReplacedError) throw error
    // It was sent, so its receipt is awaited even if the node cannot tell more now.
    if (!(error instanceof SubmissionUnclearError)) parameters.onTrouble?.(error)
  }
  return execution
}
