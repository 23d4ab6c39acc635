import { callBack } from "../../tracking/callBack.js"
import { followMessages, type WatchMessageParameters } from "./followMessages.js"
import type { MessageStep } from "./messageTracker.js"
import type { MessageSource } from "./messageSource.js"

/**
 * Follows messages as `watchMessage` does and calls a function for each change. Made for user interfaces.
 *
 * @param onStep called for each change; an error that it throws ends the watch and is passed to `onError`
 * @param onError called at most once, with what `watchMessages` would throw; without it the error is an unhandled rejection
 * @returns a function that ends the watch; nothing is called after it
 * @example
 * const stop = onMessage(client, { srcChainSlug: 41001, srcTxHash }, ({ state }) => show(state), (error) => show(String(error)))
 */
export function onMessage(
  client: MessageSource,
  parameters: WatchMessageParameters,
  onStep: (step: MessageStep) => void,
  onError?: (error: unknown) => void,
): () => void {
  const stream = (signal: AbortSignal): AsyncIterable<MessageStep> => followMessages(client, { ...parameters, signal })
  return callBack(stream, parameters.signal, onStep, onError)
}
