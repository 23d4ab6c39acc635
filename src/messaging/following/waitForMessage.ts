import type { Message } from "../types.js"
import { followMessages, type WatchMessageParameters } from "./followMessages.js"
import type { MessageSource } from "./messageSource.js"

/**
 * Waits until a message is delivered or has reached `until`, and returns it.
 *
 * @throws {SeveralMessagesError} the transaction sent several messages and `messageId` was not given
 * @throws {MessageFailedError} the message was not delivered and will not be retried
 * @throws {DeadlinePassedError} and the other errors of `watchMessages`
 * @example
 * const message = await waitForMessage(client, { srcChainSlug: 41001, srcTxHash, timeout: 60_000 })
 * console.log(message.executionDetails.executionTxHash)
 */
export async function waitForMessage(client: MessageSource, parameters: WatchMessageParameters): Promise<Message> {
  let last: Message | undefined
  const alone = parameters.messageId === undefined
  for await (const { message } of followMessages(client, { ...parameters, alone })) last = message
  // A watch that ends without an error has seen the message arrive.
  return last as Message
}
