import type { Abi, Hex } from "viem"

import { checkHash } from "../../primitives/checks.js"
import { follow, type WatchTiming } from "../../tracking/follow.js"
import type { GatewayClient } from "../createGatewayClient.js"
import type { PayloadStatus } from "../states.js"
import type { GatewayRequest } from "../types.js"
import { checkPayloadStatus } from "../wire/parameters.js"
import { createFamilyReader } from "./descendants/createFamilyReader.js"
import { TransactionRevertingError, transactionLateError } from "./trackingErrors.js"
import { createTransactionTracker, type TransactionStep } from "./transactionTracker.js"

/** Which transaction to follow, how far, and for how long. */
export type WatchTransactionParameters = WatchTiming & {
  /** A transaction on the gateway chain. */
  txHash: Hex
  /**
   * Stop when every payload has reached this state, instead of when every request is COMPLETED. COMPLETED means that all payloads
   * are executed, so PROMISE_RESOLVED waits longer.
   */
  until?: PayloadStatus | undefined
  /**
   * Throw a TransactionRevertingError as soon as anything reverts, instead of waiting for it to recover until the deadline or until the
   * API says that it is tried no more.
   */
  failOnRevert?: boolean | undefined
  /**
   * Follow what callbacks open, too: a callback can make a request of its own, whose callback can make another. The watch ends when all of
   * them have ended. A hundred requests are followed at most.
   */
  descendants?: boolean | undefined
  /** ABIs of contracts that may revert, to decode their errors. */
  abis?: readonly Abi[] | undefined
  /** Milliseconds. Default: {@link defaultTransactionTimeout}. */
  timeout?: number | undefined
}

/**
 * How long a watch without `timeout` lasts, in milliseconds: 30 minutes. Writes with high finality wait for their chain, and
 * sequential payloads wait for each other.
 */
export const defaultTransactionTimeout: number = 30 * 60_000

/** What one answer of the API brought. */
type TransactionUpdate = { readonly steps: readonly TransactionStep[]; readonly requests: readonly GatewayRequest[] }

/** Follows one gateway transaction: what all watches and waits for transactions run on. */
export async function* followTransaction(
  client: GatewayClient,
  parameters: WatchTransactionParameters,
): AsyncGenerator<TransactionUpdate, void, undefined> {
  const { timeout = defaultTransactionTimeout, failOnRevert = false, descendants = false, abis } = parameters
  const txHash = checkHash(parameters.txHash, "txHash")
  const until = parameters.until === undefined ? undefined : checkPayloadStatus(parameters.until, "until")
  const tracker = createTransactionTracker({ until, abis })
  const updates = follow(
    client,
    {
      key: `${descendants ? "family of " : ""}transaction ${txHash}`,
      load: descendants
        ? createFamilyReader(client, txHash)
        : async (signal) => ({ requests: await client.getTransaction({ txHash, signal }), isSettled: true }),
      interpret({ requests, isSettled }, at) {
        const steps = tracker.observe(requests, at)
        return { value: { steps, requests, isSettled }, changed: steps.length > 0 }
      },
      deadlineError: (lastError) => transactionLateError({ txHash, until, waited: timeout, tracker, lastError }),
    },
    { ...parameters, timeout },
  )
  for await (const { isSettled, ...update } of updates) {
    yield update
    if (isSettled && tracker.isOver()) return
    if (tracker.isGivenUp() || (failOnRevert && tracker.isReverting()))
      throw new TransactionRevertingError({ txHash, tracker })
  }
}
