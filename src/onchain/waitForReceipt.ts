import type { Client, Hex, TransactionReceipt } from "viem"

import { getTransactionReceipt } from "viem/actions"

import { poll } from "../http/polling/poll.js"
import type { Clock } from "../primitives/clock.js"
import { NotMinedError } from "./transactionErrors.js"

/** How long a receipt is waited for, and what can end the wait sooner. */
export type WaitForReceiptOptions = {
  readonly hash: Hex
  /** Milliseconds. */
  readonly timeout: number
  readonly signal?: AbortSignal | undefined
  readonly clock?: Clock | undefined
}

/**
 * Waits until a transaction is mined, at the client's own `pollingInterval`. Whatever a node answers meanwhile, the
 * transaction is on its way, so every trouble is waited out.
 *
 * viem's own wait looks for a replacement of the transaction long after its caller has given up, and keeps a script alive.
 *
 * @throws {NotMinedError} not mined within the time; the transaction's hash and the node's last answer are in it
 * @throws {AbortedError} the signal was aborted
 */
export async function waitForReceipt(
  client: Client,
  { hash, timeout, signal, clock }: WaitForReceiptOptions,
): Promise<TransactionReceipt> {
  let trouble: unknown
  const look = async (): Promise<{ value: TransactionReceipt }> => ({
    value: await getTransactionReceipt(client, { hash }),
  })
  const onTrouble = (error: unknown): void => {
    trouble = error
  }
  const interval = Math.max(1, client.pollingInterval)
  const options = { minInterval: interval, maxInterval: interval, timeout, signal, clock, onTrouble }
  for await (const receipt of poll(look, { ...options, isRetryable: () => true })) return receipt
  throw new NotMinedError({ hash, error: trouble })
}
