import type { Client, Hex, TransactionReceipt } from "viem"
import { getBlockNumber, getTransactionReceipt } from "viem/actions"

import { poll } from "../http/polling/poll.js"
import { type Clock, systemClock } from "../primitives/clock.js"
import { createReplacementFinder } from "./submission/createReplacementFinder.js"
import { isSame } from "./submission/recoverSubmission.js"
import type { ChainTransaction } from "./submission/Submission.js"
import { NotMinedError, TooFewConfirmationsError, TransactionReplacedError } from "./transactionErrors.js"

/** How long to wait for a receipt unless the caller says otherwise, in milliseconds. */
export const defaultReceiptTimeout: number = 3 * 60_000

/** Which receipt to wait for, and for how long. */
export type WaitForReceiptOptions = {
  readonly hash: Hex
  /** Milliseconds. */
  readonly timeout: number
  /** How many blocks there must be, from that of the transaction on. Default: 1. */
  readonly confirmations?: number | undefined
  /** What the transaction does. With it, another one that was mined with its nonce is noticed. */
  readonly transaction?: ChainTransaction | undefined
  /** Called with the hash of one that was mined instead and does the same, as wallets send to pay more. Its receipt is returned. */
  readonly onReplaced?: ((hash: Hex) => void) | undefined
  readonly signal?: AbortSignal | undefined
  readonly clock?: Clock | undefined
}

/**
 * Waits until a transaction is mined, at the client's own `pollingInterval`. The transaction is submitted whatever the node answers
 * in the meantime, so every error is retried.
 *
 * viem's own wait is not used: it looks for a replacement transaction long after its caller has given up, which keeps a script alive.
 *
 * @throws {NotMinedError} the transaction was not mined in time; the error has its hash and the node's last answer
 * @throws {TooFewConfirmationsError} it was mined, and too few blocks came after its own in time
 * @throws {TransactionReplacedError} another transaction was mined with its nonce, and does something else
 * @throws {AbortedError} the signal was aborted
 */
export async function waitForReceipt(
  client: Client,
  {
    timeout,
    confirmations = 1,
    transaction,
    onReplaced,
    signal,
    clock = systemClock,
    ...wanted
  }: WaitForReceiptOptions,
): Promise<TransactionReceipt> {
  let { hash } = wanted
  let depth = 0
  let lastError: unknown
  const findReplacement = transaction && createReplacementFinder(client, { hash, clock })
  const read = async (): Promise<{ value: TransactionReceipt }> => {
    depth = 0
    const value = await getTransactionReceipt(client, { hash }).catch(async (error: unknown) => {
      const other = await findReplacement?.().catch(() => undefined)
      if (transaction === undefined || other === undefined || other.hash === hash) throw error
      if (!isSame(other, transaction)) throw new TransactionReplacedError({ hash, replacedBy: other.hash })
      hash = other.hash
      onReplaced?.(hash)
      return await getTransactionReceipt(client, { hash })
    })
    const head = confirmations === 1 ? value.blockNumber : await getBlockNumber(client, { cacheTime: 0 })
    depth = Number(head - value.blockNumber) + 1
    return { value }
  }
  const onTrouble = (error: unknown): void => {
    lastError = error
  }
  const isRetryable = (error: unknown): boolean => !(error instanceof TransactionReplacedError)
  const interval = Math.max(1, client.pollingInterval)
  const options = { minInterval: interval, maxInterval: interval, timeout, signal, clock, onTrouble, isRetryable }
  for await (const receipt of poll(read, options)) if (depth >= confirmations) return receipt
  throw depth > 0
    ? new TooFewConfirmationsError({ hash, depth, confirmations })
    : new NotMinedError({ hash, error: lastError })
}
