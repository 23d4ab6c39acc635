import type { PlugsConfig } from "../config/PlugsConfig.js"
import type { GatewayClient } from "#src/gateway/createGatewayClient.js"
import type { MessagingClient } from "#src/messaging/index.js"
import type { Clock } from "#src/primitives/clock.js"
import type { MalformedParts } from "#src/primitives/malformed.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { isLoopback } from "#src/primitives/urls/isLoopback.js"
import { hideInOutput } from "#src/terminal/hiddenKeys.js"

// Each client is imported when it is opened, so that no command loads the others.

export type OpenClientOptions = {
  readonly clock?: Clock
  /** Called with the parts of a response that did not match the API. Default: ignored. */
  readonly onMalformed?: (malformed: MalformedParts) => void
}

/** Creates a client of the configured messaging API. Reads the API key. */
export async function openMessaging(
  { messaging }: PlugsConfig,
  { clock, onMalformed }: OpenClientOptions = {},
): Promise<MessagingClient> {
  const { createMessagingClient } = await import("#src/messaging/createMessagingClient.js")
  const apiKey = await messaging.apiKey.get()
  hideInOutput(apiKey)
  return createMessagingClient({ baseUrl: messaging.baseUrl, apiKey, clock, onMalformed })
}

export async function openGateway(
  { gateway }: PlugsConfig,
  { clock, onMalformed }: OpenClientOptions = {},
): Promise<GatewayClient> {
  const { createGatewayClient } = await import("#src/gateway/createGatewayClient.js")
  return createGatewayClient({ baseUrl: gateway.baseUrl, clock, onMalformed })
}

/** Milliseconds between polls: a server on this machine takes many requests, for others the client's own intervals hold. */
export function pollingIntervals({ baseUrl }: { readonly baseUrl: string }): {
  minInterval?: number
  maxInterval?: number
} {
  return isLoopback(baseUrl) ? { minInterval: 50, maxInterval: 500 } : {}
}

/** Throws the error of a first request, unless it is "not found": else a watch would wait until its deadline for a dead server. */
export async function requireReachable(request: () => Promise<unknown>): Promise<void> {
  try {
    await request()
  } catch (error) {
    if (!isPlugsError(error) || error.code !== "NOT_FOUND") throw error
  }
}
