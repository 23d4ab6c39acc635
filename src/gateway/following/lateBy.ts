import type { Timeout } from "../types.js"

/** Milliseconds by which a timeout ran late, in whole seconds; `null` if the API does not say when it ran. */
export function lateBy({ executedAt, executeAt }: Timeout): number | null {
  return executedAt === null ? null : (executedAt - executeAt) * 1_000
}
