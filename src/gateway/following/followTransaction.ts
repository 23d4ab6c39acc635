import type { Abi, Hex } from "viem"

import { checkHash } from "../../primitives/checks.js"
import { follow, type WatchTiming } from "../../tracking/follow.js"
import type { GatewayClient } from "../createGatewayClient.js"
import type { GatewayRequest } from "../gatewayRequest.js"
import { checkPayloadStatus } from "../parameters.js"
import type { PayloadStatus } from "../states.js"
import { lateTransactionError, TransactionRevertingError } from "./trackingErrors.js"
import { createTransactionTracker } from "./transactionTracker.js"
import type { TransactionStep } from "./transactionStep.js"

/** Which transaction to follow, how far, and for how long. */
export type WatchTransactionParameters = WatchTiming & {
  /** A transaction on the gateway chain. */
  txHash: Hex
  /**
   * Be content when every payload has come to this state or further, instead of when every request is COMPLETED. With
   * PROMISE_RESOLVED that is more: COMPLETED says that all payloads are executed.
   */
  until?: PayloadStatus | undefined
  /** End with a TransactionRevertingError as soon as anything reverts, instead of giving it until the deadline to recover. */
  failOnRevert?: boolean | undefined
  /** ABIs of the contracts that may revert, for their own errors. */
  abis?: readonly Abi[] | undefined
  /** Milliseconds. Default: {@link defaultTransactionTimeout}. */
  timeout?: number | undefined
}

/**
 * How long a watch of a transaction lasts when it is given no `timeout`: 30 minutes. Writes with high finality wait for their chain,
 * and sequential payloads for one another.
 */
export const defaultTransactionTimeout: number = 30 * 60_000

/** What one look at a transaction brought. */
type TransactionLook = { readonly steps: readonly TransactionStep[]; readonly requests: readonly GatewayRequest[] }

/** What every watch of and wait for a transaction is made of. */
export async function* followTransaction(
  client: GatewayClient,
  parameters: WatchTransactionParameters,
): AsyncGenerator<TransactionLook, void, undefined> {
  const { timeout = defaultTransactionTimeout, failOnRevert = false, abis } = parameters
  const txHash = checkHash(parameters.txHash, "txHash")
  const until = parameters.until === undefined ? undefined : checkPayloadStatus(parameters.until, "until")
  const journey = createTransactionTracker({ until, abis })
  const looks = follow(
    client,
    {
      key: `transaction ${txHash}`,
      load: (signal) => client.getTransaction({ txHash, signal }),
      see(requests, at) {
        const steps = journey.observe(requests, at)
        return { value: { steps, requests }, changed: steps.length > 0 }
      },
      late: (trouble) => lateTransactionError({ txHash, until, waited: timeout, journey, trouble }),
    },
    { ...parameters, timeout },
  )
  for await (const look of looks) {
    yield look
    if (journey.isOver()) return
    if (failOnRevert && journey.isReverting()) throw new TransactionRevertingError({ txHash, journey })
  }
}
