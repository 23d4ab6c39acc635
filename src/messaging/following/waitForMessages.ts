import type { Hex } from "viem"

import { vanished } from "../../tracking/tracker.js"
import type { Message } from "../types.js"
import type { WatchMessagesParameters } from "./followMessages.js"
import { watchMessages } from "./watchMessages.js"
import type { MessageSource } from "./messageSource.js"

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
