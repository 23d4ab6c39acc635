import type { Account, Client, Hex } from "viem"
import { getTransactionCount } from "viem/actions"

import type { GasPlan } from "../gas/GasPlan.js"
import { NotSubmittedError } from "../transactionErrors.js"
import { lockAccount, type LockAccountParameters } from "./lockAccount.js"
import { recoverSubmission } from "./recoverSubmission.js"
import { planSending, prepareSubmission, sendSubmission, type TransactionToSubmit } from "./sendSubmission.js"
import type { Sender, Submission } from "./Submission.js"

/** An account that no other process of this machine sends from until this is disposed of. */
export type ReservedAccount = AsyncDisposable & {
  /** Passes the next nonce to what sends one transaction with it, and once more the one after where a transaction has it already. */
  readonly withNonce: <T>(send: (choose: () => Promise<number>) => Promise<T>) => Promise<T>
  /**
   * Sends a transaction that was written down, and writes its hash down where that was unknown before.
   *
   * @param record is awaited before anything is sent
   * @throws {NotSubmittedError} the node or the wallet did not accept it
   * @throws what `record` throws, and the errors of gas
   */
  readonly send: (sender: Sender, transaction: TransactionToSubmit, options: SendOptions) => Promise<Hex>
}

type SendOptions = {
  readonly record: (submission: Submission) => Promise<unknown>
  /** The gas of the transaction, if it was planned before. */
  readonly gas?: GasPlan | undefined
  /** The only nonce that it may have. Default: the next one. */
  readonly nonce?: number | undefined
}

export type ReserveAccountParameters = Omit<LockAccountParameters, "account"> & {
  readonly account: Account
  readonly publicClient: Client
  /** Nonces that are used, and which a node may not know of yet. Default: those of this process. */
  readonly readUsed?: (() => Promise<ReadonlySet<number>>) | undefined
}

/**
 * Reserves an account on a chain, and counts its nonces: the node's pending transactions count, and those that were sent just now. Another node of
 * the same provider may not have them yet.
 *
 * @throws {AccountBusyError} another process held it for too long
 * @throws {AbortedError} the signal was aborted
 */
export async function reserveAccount({
  account: { address },
  publicClient,
  readUsed,
  ...locking
}: ReserveAccountParameters): Promise<ReservedAccount> {
  const lock = await lockAccount({ ...locking, account: address })
  let least = 0
  const nextNonce = async (): Promise<number> => {
    const pending = await getTransactionCount(publicClient, { address, blockTag: "pending" })
    const used = await readUsed?.()
    let nonce = Math.max(least, pending)
    while (used?.has(nonce) === true) nonce += 1
    return nonce
  }
  const withNonce: ReservedAccount["withNonce"] = async (send) => {
    let chosen = least - 1
    const choose = async (): Promise<number> => (chosen = await nextNonce())
    const sent = await send(choose).catch(async (error: unknown) => {
      if (!(error instanceof NotSubmittedError) || !error.isNonceTaken) throw error
      // A replica that lags does not know yet who has this nonce. With it, another transaction is never mined.
      least = chosen + 1
      return await send(choose)
    })
    least = chosen + 1
    return sent
  }
  return {
    withNonce,
    async send(sender, transaction, { record, nonce, ...planned }) {
      const gas = planned.gas ?? (await planSending(sender, transaction))
      const { chainId, to, data, value } = transaction
      const sendOnce = async (chooseNonce: () => Promise<number>): Promise<Hex> => {
        const submission = await prepareSubmission(sender, { chainId, to, data, value }, chooseNonce, gas)
        await record(submission)
        const hash = await sendOrFind(sender, submission, gas)
        if (submission.hash === undefined) await record({ ...submission, hash })
        return hash
      }
      return nonce === undefined ? await withNonce(sendOnce) : await sendOnce(() => Promise.resolve(nonce))
    },
    [Symbol.asyncDispose]: () => lock[Symbol.asyncDispose](),
  }
}

/** Sends a transaction. A node that answers with an error can have taken it all the same. */
async function sendOrFind(sender: Sender, submission: Submission, gas: GasPlan): Promise<Hex> {
  const { account, publicClient } = sender
  try {
    return await sendSubmission(sender, submission, gas)
  } catch (error) {
    const found = await recoverSubmission({ account: account.address, publicClient }, submission).catch(() => undefined)
    if (found?.kind === "sent") return found.hash
    throw error
  }
}
