import type { Clock } from "../../primitives/clock.js"

import { AbortedError } from "../errors.js"

/** Waits so many milliseconds; an abort ends the wait at once, as our own error. */
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
