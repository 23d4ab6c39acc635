import { callBack } from "../../tracking/callBack.js"
import type { MessagingClient } from "../createMessagingClient.js"
import { followMessages, type WatchMessageParameters } from "./followMessages.js"
import type { MessageStep } from "./messageStep.js"

/**
 * Follows messages as `watchMessage` does, and calls back: the face for user interfaces.
 *
 * @param onStep called for every change; what it throws ends the watch and goes to `onError`
 * @param onError called at most once, last, with what `watchMessages` would throw; without it, that is an unhandled rejection
 * @returns ends the watch: nothing is called any more
 * @example
 * const stop = onMessage(client, { srcChainSlug: 41001, srcTxHash }, ({ state }) => show(state), (error) => show(String(error)))
 */
export function onMessage(
  client: MessagingClient,
  parameters: WatchMessageParameters,
  onStep: (step: MessageStep) => void,
  onError?: (error: unknown) => void,
): () => void {
  const stream = (signal: AbortSignal): AsyncIterable<MessageStep> => followMessages(client, { ...parameters, signal })
  return callBack(stream, parameters.signal, onStep, onError)
}
