import type { Clock } from "../../primitives/clock.js"

import { AbortedError } from "../errors.js"

/**
 * Waits a number of milliseconds.
 *
 * @throws {AbortedError} the signal was aborted; the wait ends at once
 */
export async function delay(
  ms: number,
  { clock, signal }: { clock: Clock; signal?: AbortSignal | undefined },
): Promise<void> {
  try {
    await clock.sleep(ms, signal)
  } catch (error) {
    if (signal?.aborted === true) throw new AbortedError()
    throw error
  }
}
