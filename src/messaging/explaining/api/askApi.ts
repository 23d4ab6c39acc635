import type { GetMessagesParameters, MessagingClient } from "../../createMessagingClient.js"
import { oneLine } from "../../../primitives/text.js"
import { isPlugsError } from "../../../primitives/PlugsError.js"
import { ApiKeyRefusedError, isUnknownToApi, MessageNotFoundError } from "../../requestErrors.js"
import type { ApiAnswer } from "../types.js"

/** Asks the messaging API for the messages of a transaction. It never throws: that the API fails is an answer, too. */
export async function askApi(
  api: Pick<MessagingClient, "getMessages">,
  parameters: GetMessagesParameters,
): Promise<ApiAnswer> {
  try {
    return { kind: "messages", messages: await api.getMessages(parameters) }
  } catch (error) {
    const says = isPlugsError(error) ? error.shortMessage : oneLine((error as Error).message)
    // A transaction without messages is one that the API has not indexed.
    if (error instanceof MessageNotFoundError) return { kind: "messages", messages: [] }
    if (error instanceof ApiKeyRefusedError) return { kind: "key refused", says }
    if (!isUnknownToApi(error)) return { kind: "no answer", says }
    return { kind: "unknown chain", says: error.serverMessage ?? says }
  }
}
