import type { Abi, Hex } from "viem"

import type { GatewayClient } from "../createGatewayClient.js"
import type { PayloadStatus } from "../states.js"
import type { GatewayRequest } from "../types.js"
import { checkPayloadStatus } from "../wire/parameters.js"
import { createFamilyReader } from "./openedRequests.js"
import { createTransactionTracker, type TransactionStep } from "./trackers.js"
import { transactionLateError, TransactionRevertingError } from "./trackingErrors.js"
import { checkHash } from "#src/primitives/checks.js"
import { callBack, follow, type WatchTiming } from "#src/tracking/follow.js"

/** Which transaction to follow, up to which state, and for how long. */
export type WatchTransactionParameters = WatchTiming & {
  /** A transaction on the gateway chain. */
  txHash: Hex
  /**
   * Stop when every payload has reached this state, instead of when every request is COMPLETED. COMPLETED means that all payloads
   * are executed, so PROMISE_RESOLVED waits longer.
   */
  until?: PayloadStatus | undefined
  /** Throw a TransactionRevertingError as soon as anything reverts. Default: wait until the deadline, or until it is given up. */
  failOnRevert?: boolean | undefined
  /** Follow the requests that callbacks open, too, and end when all of them have ended. At most a hundred requests are followed. */
  descendants?: boolean | undefined
  /** ABIs of contracts that may revert, to decode their errors. */
  abis?: readonly Abi[] | undefined
  /** Milliseconds. Default: 1 800 000: writes with high finality wait for their chain, and sequential payloads for each other. */
  timeout?: number | undefined
}

const defaultTimeoutMs = 30 * 60_000

type TransactionUpdate = { readonly steps: readonly TransactionStep[]; readonly requests: readonly GatewayRequest[] }

/** Follows one gateway transaction, for every watch and wait below. */
export async function* followTransaction(
  client: GatewayClient,
  parameters: WatchTransactionParameters,
): AsyncGenerator<TransactionUpdate, void, undefined> {
  const { timeout = defaultTimeoutMs, failOnRevert = false, descendants = false, abis } = parameters
  const txHash = checkHash(parameters.txHash, "txHash")
  const until = parameters.until === undefined ? undefined : checkPayloadStatus(parameters.until, "until")
  const tracker = createTransactionTracker(until, abis)
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

/**
 * Follows every request of a gateway transaction and each of their payloads, and yields every change of a status and every revert
 * once.
 *
 * The watch waits for a transaction that the gateway does not know yet, and continues while the server is unreachable. A revert
 * is reported at once, with its reason, but ends the watch only with `failOnRevert`, because payloads are retried. The watch ends
 * when every request is COMPLETED and no callback is running, or when every payload has reached `until`. Leave the loop to end it
 * earlier. All watches of one client on the same transaction share their requests.
 *
 * @throws {TransactionRevertingError} something reverts: immediately with `failOnRevert`, otherwise if it still does at the deadline or is tried no more
 * @throws {DeadlinePassedError} with the last state, the history and the last error of the API, if any
 * @throws {AbortedError} the signal was aborted
 * @throws {InvalidInputError} a parameter is invalid
 * @throws {RequestRefusedError} and other errors that waiting cannot resolve
 * @example
 * for await (const step of watchTransaction(client, { txHash, timeout: 60_000 })) {
 *   const what = step.subject === "payload" ? `${step.payload.callType} on ${step.payload.chainSlug}` : "request"
 *   console.log(what, step.state, ...step.reverts.map(({ reason }) => reason))
 * }
 */
export async function* watchTransaction(
  client: GatewayClient,
  parameters: WatchTransactionParameters,
): AsyncGenerator<TransactionStep, void, undefined> {
  for await (const { steps } of followTransaction(client, parameters)) yield* steps
}

/**
 * Waits until every request of a gateway transaction is COMPLETED, or every payload has reached `until`, and returns the requests.
 *
 * A callback can open a request of its own, so COMPLETED is not always the end: `descendants` also waits for the requests that callbacks
 * opened and returns them, each with its `txHash`. Without it, `getOpenedTransactions` finds them.
 *
 * @throws {TransactionRevertingError} something reverts: immediately with `failOnRevert`, otherwise if it still does at the deadline or is tried no more
 * @throws {TooManyDescendantsError} callbacks opened more than a hundred requests
 * @throws {DeadlinePassedError} and the other errors of `watchTransaction`
 * @example
 * const [request] = await waitForTransaction(client, { txHash, until: "PROMISE_RESOLVED", failOnRevert: true })
 * for (const { target, executeDetails } of request?.payloads ?? []) console.log(target, executeDetails.executeTxHash)
 */
export async function waitForTransaction(
  client: GatewayClient,
  parameters: WatchTransactionParameters,
): Promise<readonly GatewayRequest[]> {
  let latest: readonly GatewayRequest[] = []
  for await (const { requests } of followTransaction(client, parameters)) latest = requests
  return latest
}

/**
 * Follows a gateway transaction as `watchTransaction` does and calls a function for each change. Made for user interfaces.
 *
 * @param onStep called for each change; an error that it throws ends the watch and is passed to `onError`
 * @param onError called at most once, with what `watchTransaction` would throw; without it the error is an unhandled rejection
 * @returns a function that ends the watch; nothing is called after it
 * @example
 * const stop = onTransaction(client, { txHash }, ({ state }) => show(state), (error) => show(String(error)))
 */
export function onTransaction(
  client: GatewayClient,
  parameters: WatchTransactionParameters,
  onStep: (step: TransactionStep) => void,
  onError?: (error: unknown) => void,
): () => void {
  const stream = (signal: AbortSignal): AsyncIterable<TransactionStep> =>
    watchTransaction(client, { ...parameters, signal })
  return callBack(stream, parameters.signal, onStep, onError)
}
