import { createSwapClient, type SwapClient } from "../../swap/index.js"
import type { PlugsConfig } from "../config/PlugsConfig.js"

/** A client of the configured swap API. This is where the API key is read. */
export async function openSwap({ swap }: PlugsConfig): Promise<SwapClient> {
  const { baseUrl, affiliate } = swap
  return createSwapClient({ baseUrl, affiliate, apiKey: await swap.apiKey.get() })
}
