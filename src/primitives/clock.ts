import { setTimeout as wait } from "node:timers/promises"

/**
 * Where time comes from. Everything that waits takes one, so that a test can hold it.
 *
 * @example
 * const client = createMessagingClient({ baseUrl, apiKey, clock: systemClock })
 */
export type Clock = {
  /** Milliseconds since 1970, never going back. */
  now(): number
  /** Resolves after so many milliseconds; rejects at once when the signal is or gets aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

// Node turns a longer timer into one of 1 ms.
const longestTimer = 2 ** 31 - 1

/** The machine's own time: it counts on evenly when somebody sets the wall clock. */
export const systemClock: Clock = {
  now: () => Math.round(performance.timeOrigin + performance.now()),
  async sleep(ms, signal) {
    for (let left = ms; left > 0; left -= longestTimer) {
      await wait(Math.min(left, longestTimer), undefined, signal ? { signal } : {})
    }
    signal?.throwIfAborted()
  },
}
