import { callBack } from "../../tracking/callBack.js"
import type { GatewayClient } from "../createGatewayClient.js"
import type { WatchTransactionParameters } from "./followTransaction.js"
import type { TransactionStep } from "./transactionStep.js"
import { watchTransaction } from "./watchTransaction.js"

/**
 * Follows a gateway transaction as `watchTransaction` does, and calls back: the face for user interfaces.
 *
 * @param onStep called for every change; what it throws ends the watch and goes to `onError`
 * @param onError called at most once, last, with what `watchTransaction` would throw; without it, that is an unhandled rejection
 * @returns ends the watch: nothing is called any more
 * @example
 * const stop = onTransaction(client, { txHash }, ({ state }) => show(state), (error) => show(String(error)))
 */
export function onTransaction(
  client: GatewayClient,
  parameters: WatchTransactionParameters,
  onStep: (step: TransactionStep) => void,
  onError?: (error: unknown) => void,
): () => void {
  const watch = (signal: AbortSignal): AsyncIterable<TransactionStep> =>
    watchTransaction(client, { ...parameters, signal })
  return callBack(watch, parameters.signal, onStep, onError)
}
