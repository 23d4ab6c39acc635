import type { Client, Hex } from "viem"
import { getTransaction, sendRawTransaction, sendTransaction } from "viem/actions"

import { NotSubmittedError } from "../transactionErrors.js"
import type { Sender, Submission } from "./Submission.js"

/**
 * Sends a transaction that was written down.
 *
 * @returns its hash
 * @throws {NotSubmittedError} the node or the wallet did not accept it
 */
export async function sendSubmission(sender: Sender, submission: Submission): Promise<Hex> {
  const { account, walletClient, call } = sender
  const { transaction, nonce, raw, hash } = submission
  const { to, data, value } = transaction
  try {
    if (raw !== undefined && hash !== undefined) {
      await broadcast(sender, { raw, hash })
      return hash
    }
    return await sendTransaction(walletClient, { account, chain: walletClient.chain ?? null, to, data, value, nonce })
  } catch (error) {
    throw new NotSubmittedError({ call, error })
  }
}

/** Sends signed bytes. A node that refuses them because it has them already is no failure. */
export async function broadcast(
  { publicClient, walletClient }: { publicClient: Client; walletClient: Client },
  { raw, hash }: { readonly raw: Hex; readonly hash: Hex },
): Promise<void> {
  try {
    await sendRawTransaction(walletClient, { serializedTransaction: raw })
  } catch (error) {
    if (!(await isKnown(publicClient, hash))) throw error
  }
}

/** Checks whether a node has a transaction, mined or pending. */
export async function isKnown(client: Client, hash: Hex): Promise<boolean> {
  return await getTransaction(client, { hash }).then(
    () => true,
    () => false,
  )
}
