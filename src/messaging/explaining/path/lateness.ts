import type { Stage } from "../stageTimes.js"
import type { MessageCase } from "../types.js"

/**
 * Measures how long a message has waited for a stage.
 *
 * @param since seconds since 1970, by the chain's clock
 * @returns seconds; `undefined` if it does not wait for longer than messages do, or that is not known
 */
export function lateness(
  { clock, stageTimes }: Pick<MessageCase, "clock" | "stageTimes">,
  stage: Stage,
  since: bigint | null,
): number | undefined {
  if (since === null || since === 0n) return undefined
  const waited = Math.floor((clock.wallTime ?? clock.now)() / 1_000) - Number(since)
  return waited > stageTimes[stage].stuckAfter ? waited : undefined
}
