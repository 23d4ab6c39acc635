import type { GatewayClient } from "../createGatewayClient.js"
import type { GatewayRequest } from "../types.js"
import { followTransaction, type WatchTransactionParameters } from "./followTransaction.js"

/**
 * Waits until every request of a gateway transaction is COMPLETED, or every payload has reached `until`, and returns the requests.
 *
 * A callback can open a request of its own, so COMPLETED is not always the end: with `descendants` the wait goes on to the end of
 * everything that callbacks opened, and returns those requests too, each with its `txHash`. Without, `getOpenedTransactions` finds them.
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
