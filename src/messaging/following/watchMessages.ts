import type { MessagingClient } from "../createMessagingClient.js"
import { followMessages, type WatchMessagesParameters } from "./followMessages.js"
import type { MessageStep } from "./messageStep.js"

/**
 * Follows every message of a transaction, and yields every change of status or inbound status once.
 *
 * A transaction that the API doesn't know yet is waited for, and so is a server that is away. The watch ends when all messages
 * are final, or have reached `until`. One that failed doesn't hide the others, because its error comes when all have ended.
 * Leave the loop to end the watch sooner. Any number of watches of one client share their requests.
 *
 * @throws {MessageFailedError} all have ended, and at least one of them failed
 * @throws {DeadlinePassedError} with the last state, the history and the last error that was waited out
 * @throws {AbortedError} the signal was aborted
 * @throws {InvalidInputError} a parameter that can't be right
 * @throws {ApiKeyRefusedError} and what else waiting doesn't mend
 * @example
 * for await (const { messageId, state, inState } of watchMessages(client, { srcChainSlug: 41001, srcTxHash, timeout: 60_000 })) {
 *   console.log(messageId, state, `after ${inState} ms`)
 * }
 */
export function watchMessages(
  client: MessagingClient,
  parameters: WatchMessagesParameters,
): AsyncGenerator<MessageStep, void, undefined> {
  return followMessages(client, { ...parameters, messageId: undefined })
}
