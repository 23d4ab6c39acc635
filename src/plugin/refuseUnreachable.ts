import type { GetMessagesParameters, MessagingClient } from "../messaging/index.js"
import { isPlugsError } from "../primitives/PlugsError.js"

/**
 * Asks once, and lets what is wrong from the start come out: a watch would wait for a server that isn't there until its
 * deadline. That the messages aren't known yet is nothing wrong.
 */
export async function refuseUnreachable(client: MessagingClient, parameters: GetMessagesParameters): Promise<void> {
  try {
    await client.getMessages(parameters)
  } catch (error) {
    if (!isPlugsError(error) || error.code !== "NOT_FOUND") throw error
  }
}
