import type { Clock } from "../../primitives/clock.js"

/** How a piece of work that had a time limit ended. What it threw is thrown on. */
export type TimedResult<T> = { kind: "done"; value: T } | { kind: "late" } | { kind: "aborted" }

/**
 * Runs work for at most so many milliseconds, and no longer than the caller's signal allows.
 *
 * The work gets a signal that tells it to stop; whether it listens or not, this returns in time.
 */
export async function within<T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
  { clock, signal }: { clock: Clock; signal?: AbortSignal | undefined },
): Promise<TimedResult<T>> {
  if (signal?.aborted === true) return { kind: "aborted" }
  const stop = new AbortController()
  const timer = new AbortController()
  let onAbort: (() => void) | undefined
  const aborted = new Promise<TimedResult<T>>((resolve) => {
    onAbort = () => {
      resolve({ kind: "aborted" })
    }
    signal?.addEventListener("abort", onAbort, { once: true })
  })
  const late = clock.sleep(ms, timer.signal).then((): TimedResult<T> => ({ kind: "late" }))
  const done = work(stop.signal).then((value): TimedResult<T> => ({ kind: "done", value }))
  try {
    return await Promise.race([done, aborted, late])
  } finally {
    if (onAbort !== undefined) signal?.removeEventListener("abort", onAbort)
    timer.abort()
    stop.abort()
  }
}
