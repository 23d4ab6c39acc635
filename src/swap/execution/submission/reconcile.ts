import { SubmissionUnclearError } from "../../../onchain/submission/submissionErrors.js"
import { type Recovered, recoverSubmission } from "../../../onchain/submission/recoverSubmission.js"
import { broadcast } from "../../../onchain/submission/sendSubmission.js"
import type { Execution, SubmittedEntry } from "../types.js"

/**
 * Compares a transaction that an earlier call sent with what the node has: since then the node may have lost it, or a wallet may have
 * replaced it. A signed transaction that was lost is sent again.
 *
 * @returns `sent` with the hash of the transaction, which is another one if a wallet replaced it by one that does the same; `unsent` if
 * the node lost it and it was signed elsewhere; or `dead`
 */
export async function reconcile(execution: Execution<SubmittedEntry>): Promise<Recovered> {
  const { account, entry, parameters } = execution
  const { submission } = entry
  const { raw, hash } = submission
  try {
    // Compared by what it does, because a wallet that replaces it to speed it up changes its hash.
    const found = await recoverSubmission(
      { account: account.address, publicClient: parameters.publicClient },
      { ...submission, hash: undefined },
    )
    if (found.kind !== "unsent" || raw === undefined) return found
    await broadcast(parameters, { raw, hash })
  } catch (error) {
    // It was sent, so its receipt is awaited even if the node cannot tell more now.
    if (!(error instanceof SubmissionUnclearError)) parameters.onTrouble?.(error)
  }
  return { kind: "sent", hash }
}
