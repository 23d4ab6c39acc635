import type { GetMessagesParameters, MessagingClient } from "../createMessagingClient.js"
import type { ApiAnswer } from "./types.js"

/** Asks the messaging API for the messages of a transaction. It never throws: that the API fails is an answer, too. */
export async function askApi(
  api: Pick<MessagingClient, "getMessages">,
  parameters: GetMessagesParameters,
): Promise<ApiAnswer> {
  try {
    return { kind: "messages", messages: await api.getMessages(parameters) }
  } catch (error) {
    return { kind: "no answer", says: (error as Error).message }
  }
}
