import type { GetMessagesParameters } from "../createMessagingClient.js"
import { MessageNotFoundError } from "../requestErrors.js"
import type { Message } from "../types.js"
import type { MessageSource } from "./messageSource.js"

/** Gets the messages of a transaction; none if the source does not know it. */
export async function getKnownMessages(
  source: Pick<MessageSource, "getMessages">,
  parameters: GetMessagesParameters,
): Promise<Message[]> {
  try {
    return await source.getMessages(parameters)
  } catch (error) {
    if (error instanceof MessageNotFoundError) return []
    throw error
  }
}
