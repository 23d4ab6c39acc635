import { waitForReceipt } from "../../../onchain/waitForReceipt.js"
import { recoverSubmission } from "../../../onchain/submission/recoverSubmission.js"
import type { WiringChain } from "../types.js"
import type { WiringStep } from "./types.js"

export type ResumeOptions = {
  readonly name: string
  readonly receiptTimeout: number
  readonly signal: AbortSignal | undefined
  readonly onStep: ((step: WiringStep) => void) | undefined
}

/**
 * Finds out what became of the transactions that an earlier run was about to send on a chain, and waits for those that were sent. What was not sent
 * is forgotten: it is planned again if it is still needed, with the same nonce, so that at most one of the two is mined.
 *
 * @throws {SubmissionUnclearError} the node cannot tell; nothing must be sent on this chain
 * @throws {NotMinedError} one is still not mined
 * @throws {AbortedError} the signal was aborted
 */
export async function resumeEntries(
  { publicClient, journal }: WiringChain,
  { name, receiptTimeout, signal, onStep }: ResumeOptions,
): Promise<void> {
  for (const entry of (await journal?.list()) ?? []) {
    const { account, submission } = entry
    const found = await recoverSubmission({ account, publicClient }, { ...submission, hash: undefined })
    if (found.kind === "sent") {
      onStep?.({ kind: "resumed", chain: name, hash: found.hash })
      await waitForReceipt(publicClient, { hash: found.hash, timeout: receiptTimeout, signal })
    }
    await journal?.remove(entry)
  }
}
