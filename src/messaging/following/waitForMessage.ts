import type { MessagingClient } from "../createMessagingClient.js"
import { followMessages, type WatchMessageParameters } from "./followMessages.js"
import type { Message } from "../types.js"

/**
 * Waits until a message is delivered, or has reached `until`, and gives it as it is then.
 *
 * @throws {SeveralMessagesError} the transaction sent several, and `messageId` doesn't tell which one is meant
 * @throws {MessageFailedError} it was not delivered, and will not be tried again
 * @throws {DeadlinePassedError} and the other errors of `watchMessages`
 * @example
 * const message = await waitForMessage(client, { srcChainSlug: 41001, srcTxHash, timeout: 60_000 })
 * console.log(message.executionDetails.executionTxHash)
 */
export async function waitForMessage(client: MessagingClient, parameters: WatchMessageParameters): Promise<Message> {
  let last: Message | undefined
  const alone = parameters.messageId === undefined
  for await (const { message } of followMessages(client, { ...parameters, alone })) last = message
  // A watch that ends without an error has seen the message arrive.
  return last as Message
}
