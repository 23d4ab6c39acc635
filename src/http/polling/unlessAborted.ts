import { AbortedError } from "../errors.js"
import type { Clock } from "#src/primitives/clock.js"

/**
 * Waits for a promise, or until one of the signals is aborted. The work behind the promise continues, and its later errors are ignored.
 *
 * @throws {AbortedError} a signal was aborted first
 */
export async function unlessAborted<T>(promise: Promise<T>, signals: readonly (AbortSignal | undefined)[]): Promise<T> {
  const present = signals.filter((signal) => signal !== undefined)
  let onAbort: (() => void) | undefined
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => {
      reject(new AbortedError())
    }
    for (const signal of present) {
      if (signal.aborted) onAbort()
      else signal.addEventListener("abort", onAbort, { once: true })
    }
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    if (onAbort !== undefined) for (const signal of present) signal.removeEventListener("abort", onAbort)
  }
}

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
