import type { MessagingClient } from "../createMessagingClient.js"
import { followMessages, type WatchMessageParameters } from "./followMessages.js"
import type { MessageStep } from "./messageStep.js"

/**
 * Follows one message of a transaction, told by its `messageId`, and ignores the others. Without `messageId` it follows all
 * of them, which is the same when the transaction sent one.
 *
 * @throws as `watchMessages` does
 * @example
 * const [, second] = readOutboundMessages(receipt, { socket })
 * for await (const step of watchMessage(client, { srcChainSlug: 41001, srcTxHash, messageId: second.messageId })) {
 *   console.log(step.state, step.inboundStatus)
 * }
 */
export function watchMessage(
  client: MessagingClient,
  parameters: WatchMessageParameters,
): AsyncGenerator<MessageStep, void, undefined> {
  return followMessages(client, parameters)
}
