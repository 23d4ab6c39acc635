import type { GatewayClient } from "../createGatewayClient.js"
import { followTransaction, type WatchTransactionParameters } from "./followTransaction.js"
import type { TransactionStep } from "./transactionStep.js"

/**
 * Follows every request that a gateway transaction made and each of their payloads, and yields every change of a status, and every
 * revert, once.
 *
 * A transaction that the gateway doesn't know yet is waited for, and so is a server that is away. A revert is reported at once, with
 * its reason, but does not end the watch unless `failOnRevert` says so: payloads are tried again. The watch ends when every request
 * is COMPLETED and no callback is under way, or when every payload has reached `until`. Leave the loop to end it sooner. Any number
 * of watches of one client share their requests.
 *
 * @throws {TransactionRevertingError} something reverts, at once with `failOnRevert`, else when it still does at the deadline
 * @throws {DeadlinePassedError} with the last state, the history and the last error that was waited out
 * @throws {AbortedError} the signal was aborted
 * @throws {InvalidInputError} a parameter that can't be right
 * @throws {RequestRefusedError} and what else waiting doesn't mend
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
