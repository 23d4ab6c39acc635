import { callBack } from "../../tracking/follow.js"
import { followMessages, type WatchMessageParameters, type WatchMessagesParameters } from "./followMessages.js"
import type { MessageSource } from "./messageSource.js"
import type { MessageStep } from "./messageTracker.js"

/**
 * Follows every message of a transaction and yields every change of a status or inbound status once.
 *
 * The watch waits for a transaction that the API does not know yet, and keeps going while the server is unreachable. It ends when
 * all messages are final or have reached `until`; the error for a failed message comes only then, so it does not hide the other
 * messages. Leave the loop to end the watch earlier. All watches of one client on the same transaction share their requests.
 *
 * @throws {MessageFailedError} all messages are final and at least one failed
 * @throws {DeadlinePassedError} with the last state, the history and the last error of the API, if any
 * @throws {AbortedError} the signal was aborted
 * @throws {InvalidInputError} a parameter is invalid
 * @throws {ApiKeyRefusedError} and other errors that waiting cannot resolve
 * @example
 * for await (const { messageId, state, inState } of watchMessages(client, { srcChainSlug: 41001, srcTxHash, timeout: 60_000 })) {
 *   console.log(messageId, state, `after ${inState} ms`)
 * }
 */
export function watchMessages(
  client: MessageSource,
  parameters: WatchMessagesParameters,
): AsyncGenerator<MessageStep, void, undefined> {
  return followMessages(client, { ...parameters, messageId: undefined })
}

/**
 * Follows one message of a transaction, selected by `messageId`, and yields every change once. Without `messageId` it follows
 * all messages of the transaction.
 *
 * @throws the errors of `watchMessages`
 * @example
 * const [, second] = readOutboundMessages(receipt, { socket })
 * for await (const step of watchMessage(client, { srcChainSlug: 41001, srcTxHash, messageId: second.messageId })) {
 *   console.log(step.state, step.inboundStatus)
 * }
 */
export function watchMessage(
  client: MessageSource,
  parameters: WatchMessageParameters,
): AsyncGenerator<MessageStep, void, undefined> {
  return followMessages(client, parameters)
}

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
