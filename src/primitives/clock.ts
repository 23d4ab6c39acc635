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

/** Rejects with the signal's own reason: Node's timers make an error with a stack for each, a third of the time of many watches. */
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

/** What sleeps on a clock that others move. */
export type Sleeper = { readonly at: number; readonly wake: () => void }

/**
 * Sleeps until it is woken, or until the signal is aborted.
 *
 * @param look called when a sleeper was added, or was woken by the signal
 */
export async function sleepAmong(
  sleepers: Set<Sleeper>,
  at: number,
  signal: AbortSignal | undefined,
  look: () => void,
): Promise<void> {
  signal?.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<undefined>()
  const sleeper: Sleeper = {
    at,
    wake: () => {
      resolve(undefined)
    },
  }
  const stop = (): void => {
    sleepers.delete(sleeper)
    look()
    reject(signal?.reason as Error)
  }
  sleepers.add(sleeper)
  signal?.addEventListener("abort", stop)
  look()
  try {
    await promise
  } finally {
    signal?.removeEventListener("abort", stop)
  }
}

/** The latest time in milliseconds: what has expired by either clock has expired, after sleep or after the wall clock was set back. */
export function latestTime({ now, wallTime = now }: Pick<Clock, "now" | "wallTime">): number {
  return Math.max(now(), wallTime())
}
