import { callBack } from "../../tracking/callBack.js"
import type { GatewayClient } from "../createGatewayClient.js"
import type { WatchTransactionParameters } from "./followTransaction.js"
import type { TransactionStep } from "./transactionTracker.js"
import { watchTransaction } from "./watchTransaction.js"

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
