import type { GatewayClient } from "../createGatewayClient.js"
import { followTransaction, type WatchTransactionParameters } from "./followTransaction.js"
import type { TransactionStep } from "./transactionTracker.js"

/**
 * Follows every request of a gateway transaction and each of their payloads, and yields every change of a status and every revert
 * once.
 *
 * The watch waits for a transaction that the gateway does not know yet, and keeps going while the server is unreachable. A revert
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
