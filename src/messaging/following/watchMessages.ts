import { followMessages, type WatchMessagesParameters } from "./followMessages.js"
import type { MessageStep } from "./messageTracker.js"
import type { MessageSource } from "./messageSource.js"

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
