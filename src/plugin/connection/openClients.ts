import type { PlugsConfig } from "../config/PlugsConfig.js"
import type { GatewayClient } from "#src/gateway/createGatewayClient.js"
import type { MessagingClient } from "#src/messaging/index.js"
import type { Clock } from "#src/primitives/clock.js"
import { lazily } from "#src/primitives/lifetime/lazily.js"
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

/**
 * Opens a client when it is first needed. When a test mocks the API, or ends that, the next use opens another one.
 *
 * @param api the block of the configuration
 */
export function openOnce<Client>(
  api: () => { readonly mock?: object | undefined },
  open: () => Promise<Client>,
): () => Promise<Client> {
  let opened = lazily(open)
  let mock: object | undefined
  return () => {
    const now = api().mock
    if (now !== mock) [opened, mock] = [lazily(open), now]
    return opened()
  }
}

/** Creates a client of the configured messaging API, or of its mock. Reads the API key. */
export async function openMessaging(
  { messaging }: PlugsConfig,
  { clock, onMalformed }: OpenClientOptions = {},
): Promise<MessagingClient> {
  const { createMessagingClient } = await import("#src/messaging/createMessagingClient.js")
  if (messaging.mock !== undefined) return createMessagingClient({ ...messaging.mock, onMalformed })
  const apiKey = await messaging.apiKey.get()
  hideInOutput(apiKey)
  return createMessagingClient({ baseUrl: messaging.baseUrl, apiKey, clock, onMalformed })
}

export async function openGateway(
  { gateway }: PlugsConfig,
  { clock, onMalformed }: OpenClientOptions = {},
): Promise<GatewayClient> {
  const { createGatewayClient } = await import("#src/gateway/createGatewayClient.js")
  if (gateway.mock !== undefined) return createGatewayClient({ ...gateway.mock, onMalformed })
  return createGatewayClient({ baseUrl: gateway.baseUrl, clock, onMalformed })
}

/** The clock of the mocks of a project, if it has any. They have one together. */
export function mockedClock({ messaging, gateway, swap }: PlugsConfig): Clock | undefined {
  return [messaging.mock, gateway.mock, swap.mock].find((mock) => mock?.clock !== undefined)?.clock
}

/** Milliseconds between polls: a server on this machine takes many requests, for others the client's own intervals hold. */
export function pollingIntervals({ baseUrl, mock }: { readonly baseUrl: string; readonly mock?: object | undefined }): {
  minInterval?: number
  maxInterval?: number
} {
  return mock !== undefined || isLoopback(baseUrl) ? { minInterval: 50, maxInterval: 500 } : {}
}

/** Throws the error of a first request, unless it is "not found": else a watch would wait until its deadline for a dead server. */
export async function requireReachable(
  { mock }: { readonly mock?: object | undefined },
  request: () => Promise<unknown>,
): Promise<void> {
  // Each answer of a scenario is given once.
  if (mock !== undefined) return
  try {
    await request()
  } catch (error) {
    if (!isPlugsError(error) || error.code !== "NOT_FOUND") throw error
  }
}
