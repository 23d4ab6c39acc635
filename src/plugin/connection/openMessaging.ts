import { createMessagingClient, type MessagingClient } from "../../messaging/index.js"
import type { PlugsConfig } from "../config/PlugsConfig.js"

/** A client of the configured messaging API. This is where the API key is read. */
export async function openMessaging({ messaging }: PlugsConfig): Promise<MessagingClient> {
  return createMessagingClient({ baseUrl: messaging.baseUrl, apiKey: await messaging.apiKey.get() })
}
