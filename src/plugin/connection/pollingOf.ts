import type { PlugsConfig } from "../config/PlugsConfig.js"
import { isLoopback } from "../../primitives/loopback.js"

/** How often to look at the messaging API, in milliseconds. One on this machine minds no requests, and its messages are fast. */
export function pollingOf({ messaging }: PlugsConfig): { minInterval?: number; maxInterval?: number } {
  return isLoopback(messaging.baseUrl) ? { minInterval: 50, maxInterval: 500 } : {}
}
