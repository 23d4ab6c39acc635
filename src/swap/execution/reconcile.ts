import { accountOf } from "../../onchain/transact.js"
import type { ExecuteRouteParameters } from "./executeRoute.js"
import { SubmissionReplacedError, SubmissionUnclearError } from "./executionErrors.js"
import type { Submitted } from "./journal.js"
import { broadcast, recoverSubmission } from "./sendOnce.js"

/**
 * Looks after a transaction that an earlier call sent: since then a node may have lost it, or a wallet replaced it.
 *
 * @throws {SubmissionReplacedError} by another one that does something else
 */
export async function reconcile(
  { publicClient, walletClient, onTrouble }: ExecuteRouteParameters,
  entry: Submitted,
): Promise<Submitted> {
  const { submission } = entry
  const { nonce, raw, hash } = submission
  const account = accountOf(walletClient)
  try {
    // By what it does, because a wallet that replaces it to make it faster changes its hash.
    const found = await recoverSubmission({ publicClient, account }, { ...submission, hash: undefined })
    if (found.kind === "sent") return { ...entry, submission: { ...submission, hash: found.hash } }
    if (found.kind === "dead") throw new SubmissionReplacedError({ account: account.address, nonce, hash })
    if (raw !== undefined) await broadcast({ publicClient, walletClient }, { raw, hash })
  } catch (error) {
    // It was sent, so it is waited for, whatever the node can or can't tell.
    if (error instanceof SubmissionReplacedError) throw error
    if (!(error instanceof SubmissionUnclearError)) onTrouble?.(error)
  }
  return entry
}
