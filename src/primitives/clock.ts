import { setTimeout as wait } from "node:timers/promises"

/**
 * A source of time. Everything that waits takes one, so that tests can control time.
 *
 * @example
 * const client = createMessagingClient({ baseUrl, apiKey, clock: systemClock })
 */
export type Clock = {
  /** Milliseconds since 1970. Never goes backwards. */
  now(): number
  /** Resolves after a number of milliseconds. Rejects as soon as the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

// Node runs a timer with a longer delay after 1 ms.
const longestTimer = 2 ** 31 - 1

/** The time of the machine. It advances evenly even if the wall clock is set. */
export const systemClock: Clock = {
  now: () => Math.round(performance.timeOrigin + performance.now()),
  async sleep(ms, signal) {
    for (let left = ms; left > 0; left -= longestTimer) {
      await wait(Math.min(left, longestTimer), undefined, signal ? { signal } : {})
    }
    signal?.throwIfAborted()
  },
}
