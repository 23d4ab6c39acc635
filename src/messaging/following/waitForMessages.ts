import type { Hex } from "viem"

import { vanished } from "../../tracking/tracker.js"
import type { Message } from "../types.js"
import { followMessages, type WatchMessageParameters, type WatchMessagesParameters } from "./followMessages.js"
import type { MessageSource } from "./messageSource.js"
import { watchMessages } from "./watchMessages.js"

/**
 * Waits until every message of a transaction is delivered or has reached `until`, and returns the messages in the order in which
 * the API first listed them.
 *
 * @throws {MessageFailedError} all messages are final and at least one failed; `failed` lists those that did
 * @throws {DeadlinePassedError} and the other errors of `watchMessages`
 * @example
 * const messages = await waitForMessages(client, { srcChainSlug: 41001, srcTxHash, until: "ATTESTED" })
 */
export async function waitForMessages(client: MessageSource, parameters: WatchMessagesParameters): Promise<Message[]> {
  const messages = new Map<Hex, Message>()
  for await (const { messageId, state, message } of watchMessages(client, parameters)) {
    if (state === vanished) messages.delete(messageId)
    else messages.set(messageId, message)
  }
  return [...messages.values()]
}

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
