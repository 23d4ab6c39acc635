import type { SwapClient } from "#extras/swap/src/createSwapClient.js"
import type { PlugsConfig } from "#src/plugin/config/PlugsConfig.js"
import type { OpenClientOptions } from "#src/plugin/connection/openClients.js"
import { hideInOutput } from "#src/terminal/hiddenKeys.js"

/** Creates a client of the configured swap API, or of its mock. Reads the API key. */
export async function openSwap(
  { swap }: PlugsConfig,
  { clock, onMalformed }: OpenClientOptions = {},
): Promise<SwapClient> {
  const { createSwapClient } = await import("../createSwapClient.js")
  const { baseUrl, affiliate, mock } = swap
  if (mock !== undefined) return createSwapClient({ ...mock, onMalformed })
  const apiKey = await swap.apiKey?.get()
  hideInOutput(apiKey)
  return createSwapClient({ baseUrl, affiliate, apiKey, clock, onMalformed })
}
