import type { Clock } from "../../primitives/clock.js"

/** How work with a time limit ended. */
export type TimedResult<T> = { kind: "done"; value: T } | { kind: "timed out" } | { kind: "aborted" }

/**
 * Runs work until it is done, its time is over, or the caller's signal aborts. Errors of the work are thrown.
 *
 * The work gets a signal to stop. This function returns in time even if the work ignores it.
 */
export async function withTimeLimit<T>(
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
  const timedOut = clock.sleep(ms, timer.signal).then((): TimedResult<T> => ({ kind: "timed out" }))
  const done = work(stop.signal).then((value): TimedResult<T> => ({ kind: "done", value }))
  try {
    return await Promise.race([done, aborted, timedOut])
  } finally {
    if (onAbort !== undefined) signal?.removeEventListener("abort", onAbort)
    timer.abort(ended)
    stop.abort(ended)
  }
}

/** One for all, because each of its own would cost a stack. */
const ended = new DOMException("The work has ended, or its time is over.", "AbortError")
