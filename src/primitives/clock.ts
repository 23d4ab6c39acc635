/**
 * A source of time. Everything that waits takes one, so that tests can control time.
 *
 * @example
 * const client = createMessagingClient({ baseUrl, apiKey, clock: systemClock })
 */
export type Clock = {
  /** Milliseconds since 1970. Never goes backwards, and may stand still while the machine sleeps. Timeouts are measured by it. */
  now(): number
  /**
   * Milliseconds since 1970 as the wall clock shows them: it advances while the machine sleeps, and can be set. Moments that others have
   * named, such as the expiry of a quote, are compared with it. Default: `now`.
   */
  wallTime?: (() => number) | undefined
  /** Resolves after a number of milliseconds. Rejects as soon as the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

// Node runs a timer with a longer delay after 1 ms.
const maxTimerMs = 2 ** 31 - 1

/** The time of the machine. `now` advances evenly even if the wall clock is set. */
export const systemClock: Clock = {
  now: () => Math.round(performance.timeOrigin + performance.now()),
  wallTime: () => Date.now(),
  async sleep(ms, signal) {
    signal?.throwIfAborted()
    for (let left = ms; left > 0; left -= maxTimerMs) await wait(Math.min(left, maxTimerMs), signal)
    signal?.throwIfAborted()
  },
}

/**
 * Rejects with the reason of the signal itself. Node's promised timers make an error with a stack for each wait that is aborted, as nearly
 * every time limit is: of a process with thousands of watches that took a third of the time.
 */
function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop)
      resolve()
    }, ms)
    signal?.addEventListener("abort", stop, { once: true })
  })
}

/**
 * Returns the latest time that a clock shows, in milliseconds since 1970. What has expired by either of its times has expired: after the
 * machine slept by the wall clock, and after the wall clock was set back by the other.
 */
export function latestTime({ now, wallTime = now }: Pick<Clock, "now" | "wallTime">): number {
  return Math.max(now(), wallTime())
}
