import type { Client, Hex, Transaction, TransactionReceipt } from "viem"
import { getBlockNumber, getTransaction, getTransactionCount, getTransactionReceipt } from "viem/actions"

import { findByNonce, type FindByNonceParameters, isSame } from "./submission/recoverSubmission.js"
import type { ChainTransaction } from "./submission/Submission.js"
import { NotMinedError, TooFewConfirmationsError, TransactionReplacedError } from "./transactionErrors.js"
import { poll } from "#src/http/polling/poll.js"
import { type Clock, systemClock } from "#src/primitives/clock.js"

/** How long to wait for a receipt unless the caller says otherwise, in milliseconds. */
export const defaultReceiptTimeout: number = 3 * 60_000

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

/** Milliseconds between two questions to the node: a transaction waits for seconds, and its receipt is asked for more often. */
const pause = 2_000

/**
 * Looks for the transaction that was mined with the nonce of one that was submitted. It has to be asked the first time while that one is
 * pending: a node forgets what was replaced, and its nonce with it.
 *
 * @returns asks the node, at most every two seconds. `undefined` as long as no other transaction is known to be mined with the nonce
 */
export function createReplacementFinder(
  client: Client,
  { hash, clock }: { readonly hash: Hex; readonly clock: Clock },
): () => Promise<Transaction | undefined> {
  let pending: FindByNonceParameters | undefined
  let nextAt = 0
  return async () => {
    if (clock.now() < nextAt) return undefined
    nextAt = clock.now() + pause
    if (pending === undefined) {
      // In this order, so that the nonce is free in the block.
      const fromBlock = await getBlockNumber(client, { cacheTime: 0 })
      const { from: account, nonce } = await getTransaction(client, { hash })
      pending = { account, nonce, fromBlock }
      return undefined
    }
    const { account: address, nonce } = pending
    if ((await getTransactionCount(client, { address, blockTag: "latest" })) <= nonce) return undefined
    const use = await findByNonce(client, pending)
    return use.kind === "mined" ? use.transaction : undefined
  }
}
