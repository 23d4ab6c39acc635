import type { Timeout } from "../types.js"

/** Milliseconds between when a timeout was due and when it ran, to the second; `null` where the API doesn't say when it ran. */
export function lateBy({ executedAt, executeAt }: Timeout): number | null {
  return executedAt === null ? null : (executedAt - executeAt) * 1_000
}
