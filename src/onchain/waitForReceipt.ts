import type { Client, Hex, TransactionReceipt } from "viem"
import { getTransactionReceipt } from "viem/actions"

import { poll } from "../http/polling/poll.js"
import type { Clock } from "../primitives/clock.js"
import { NotMinedError } from "./transactionErrors.js"

/** How long to wait for a receipt unless the caller says otherwise, in milliseconds. */
export const defaultReceiptTimeout: number = 3 * 60_000

/** Which receipt to wait for, and for how long. */
export type WaitForReceiptOptions = {
  readonly hash: Hex
  /** Milliseconds. */
  readonly timeout: number
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
 * @throws {AbortedError} the signal was aborted
 */
export async function waitForReceipt(
  client: Client,
  { hash, timeout, signal, clock }: WaitForReceiptOptions,
): Promise<TransactionReceipt> {
  let lastError: unknown
  const read = async (): Promise<{ value: TransactionReceipt }> => ({
    value: await getTransactionReceipt(client, { hash }),
  })
  const onTrouble = (error: unknown): void => {
    lastError = error
  }
  const interval = Math.max(1, client.pollingInterval)
  const options = { minInterval: interval, maxInterval: interval, timeout, signal, clock, onTrouble }
  for await (const receipt of poll(read, { ...options, isRetryable: () => true })) return receipt
  throw new NotMinedError({ hash, error: lastError })
}
