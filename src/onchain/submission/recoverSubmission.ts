import type { Address, Client, Hex, Transaction } from "viem"

import { findByNonce, type NonceUse } from "../findByNonce.js"
import { isKnown } from "./sendSubmission.js"
import { type ChainTransaction, type Submission, SubmissionUnclearError } from "./Submission.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"

export type Recovered =
  | { readonly kind: "sent"; readonly hash: Hex }
  /** Another transaction of the account was mined with its nonce: it was never mined and never will be. */
  | { readonly kind: "dead"; readonly replacedBy: Hex | undefined }
  /** The node does not have it. Sending it now cannot send it twice. */
  | { readonly kind: "unsent" }

/** How many transactions of the account are searched for one. */
const maxNonces = 100

/**
 * Finds out whether a transaction was sent that was about to be sent when the process died.
 *
 * @throws {SubmissionUnclearError} the node cannot tell
 */
export async function recoverSubmission(
  { account, publicClient }: { readonly account: Address; readonly publicClient: Client },
  { transaction, nonce, fromBlock, hash }: Submission,
): Promise<Recovered> {
  const unclear = (reason: string): never => {
    throw new SubmissionUnclearError({ account, nonce, reason })
  }
  const isOurs = (found: Transaction): boolean =>
    hash === undefined ? isSame(found, transaction) : found.hash === hash
  // A wallet may have used a later nonce than the one it was given. A signature is valid for one nonce only.
  const last = nonce + (hash === undefined ? maxNonces : 0)
  let replacedBy: Hex | undefined
  for (let candidate = nonce; candidate <= last; candidate += 1) {
    let use: NonceUse
    try {
      use = await findByNonce(publicClient, { account, nonce: candidate, fromBlock })
    } catch (error) {
      return unclear(nodeReason(error))
    }
    if (use.kind === "free") return candidate === nonce ? { kind: "unsent" } : { kind: "dead", replacedBy }
    if (use.transaction !== undefined && isOurs(use.transaction)) return { kind: "sent", hash: use.transaction.hash }
    if (use.kind === "mined") {
      replacedBy ??= use.transaction.hash
      continue
    }
    if (hash !== undefined && (await isKnown(publicClient, hash))) return { kind: "sent", hash }
    return unclear("a pending transaction may be this one, and the node does not show it")
  }
  return hash === undefined
    ? unclear(`the account sent more than ${maxNonces} transactions since`)
    : { kind: "dead", replacedBy }
}

/** Checks whether a transaction of a chain does what was about to be sent. */
export function isSame({ to, input, value }: Transaction, transaction: ChainTransaction): boolean {
  return to?.toLowerCase() === transaction.to.toLowerCase() && input === transaction.data && value === transaction.value
}
