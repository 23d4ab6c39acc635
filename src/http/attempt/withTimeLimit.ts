import type { Clock } from "#src/primitives/clock.js"

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
  // It ends the timer too: thousands of watches wait here, and a signal takes a kilobyte.
  const stop = new AbortController()
  // One promise, which takes half of the memory of a race of three.
  const { promise, resolve, reject } = Promise.withResolvers<TimedResult<T>>()
  const onAbort = (): void => {
    resolve({ kind: "aborted" })
  }
  signal?.addEventListener("abort", onAbort, { once: true })
  try {
    // First, because what it throws at once must leave no timer behind that rejects.
    work(stop.signal).then((value) => {
      resolve({ kind: "done", value })
    }, reject)
    clock.sleep(ms, stop.signal).then(() => {
      resolve({ kind: "timed out" })
    }, reject)
    return await promise
  } finally {
    signal?.removeEventListener("abort", onAbort)
    stop.abort(ended)
  }
}

/** One for all, because each of its own would cost a stack. */
const ended = new DOMException("The work has ended, or its time is over.", "AbortError")
