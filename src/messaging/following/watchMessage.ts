import { followMessages, type WatchMessageParameters } from "./followMessages.js"
import type { MessageStep } from "./messageTracker.js"
import type { MessageSource } from "./messageSource.js"

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
