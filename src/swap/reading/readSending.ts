import type { Client, Hex } from "viem"
import { getBlock, getTransaction, getTransactionReceipt } from "viem/actions"

import { recoverSubmission } from "../../onchain/submission/recoverSubmission.js"
import { SubmissionUnclearError } from "../../onchain/submission/Submission.js"
import { nodeReason } from "../../primitives/reverts/nodeReason.js"
import { isAtLeast } from "../execution/executionStates.js"
import type { JournalEntry, Submission } from "../execution/types.js"
import type { Sending } from "./types.js"

/** What is known of the transaction of a swap. */
export type ReadSendingParameters = {
  readonly client: Client
  readonly entry: JournalEntry | undefined
  /** The hash that somebody names: the API, or whoever asks. */
  readonly hash: Hex | undefined
}

/** Finds out what became of the transaction of a swap. It sends nothing, and never throws: that a node does not answer is a result, too. */
export async function readSending({ client, entry, hash }: ReadSendingParameters): Promise<Sending> {
  const submission = entry?.submission
  const known = submission?.hash ?? hash
  try {
    const mined = known === undefined ? undefined : await readMined(client, known)
    if (mined !== undefined) return mined
    if (entry === undefined || submission === undefined) {
      if (known === undefined) return { kind: "nothing" }
      return (await isKnown(client, known))
        ? { kind: "pending", hash: known }
        : { kind: "lost", hash: known, submission: undefined }
    }
    return await recover(client, entry, submission)
  } catch (error) {
    const reason = error instanceof SubmissionUnclearError ? error.facts["reason"] : undefined
    return { kind: "unclear", says: reason ?? nodeReason(error) }
  }
}

/** The same search as that of an execution that is resumed: by the nonce, because a wallet may have replaced the transaction. */
async function recover(client: Client, entry: JournalEntry, submission: Submission): Promise<Sending> {
  const { account, state, replacedBy, outcome } = entry
  const { hash } = submission
  if (state === "REPLACED") {
    return { kind: "replaced", hash, by: replacedBy, ...(outcome === undefined ? {} : { why: outcome }) }
  }
  const wasSent = hash !== undefined && isAtLeast(state, "SENT")
  const found = await recoverSubmission(
    { account, publicClient: client },
    wasSent ? { ...submission, hash: undefined } : submission,
  )
  if (found.kind === "dead") return { kind: "replaced", hash, by: found.replacedBy }
  if (found.kind === "unsent") return wasSent ? { kind: "lost", hash, submission } : { kind: "signed", submission }
  const mined = await readMined(client, found.hash)
  if (mined === undefined) return { kind: "pending", hash: found.hash }
  return { ...mined, instead: found.hash === hash ? undefined : hash }
}

async function readMined(client: Client, hash: Hex): Promise<Extract<Sending, { kind: "mined" }> | undefined> {
  const receipt = await unlessMissing(getTransactionReceipt(client, { hash }), "TransactionReceiptNotFoundError")
  if (receipt === undefined) return undefined
  const { timestamp } = await getBlock(client, { blockNumber: receipt.blockNumber })
  return { kind: "mined", hash, receipt, at: Number(timestamp), instead: undefined }
}

async function isKnown(client: Client, hash: Hex): Promise<boolean> {
  return (await unlessMissing(getTransaction(client, { hash }), "TransactionNotFoundError")) !== undefined
}

/** A node that does not answer must not pass for one that does not have it. */
async function unlessMissing<T>(answer: Promise<T>, name: string): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Error && error.name === name) return undefined
    throw error
  }
}
