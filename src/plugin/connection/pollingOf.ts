import { isLoopback } from "../../primitives/isLoopback.js"

/** How often to look at an API, in milliseconds. One on this machine minds no requests, and what it tells of is fast. */
export function pollingOf({ baseUrl }: { readonly baseUrl: string }): { minInterval?: number; maxInterval?: number } {
  return isLoopback(baseUrl) ? { minInterval: 50, maxInterval: 500 } : {}
}
