import { AbortedError } from "../errors.js"

/**
 * Waits for a promise, or until one of the signals is aborted. What the promise does goes on, and an error of it is ignored after that.
 *
 * @throws {AbortedError} a signal was aborted first
 */
export async function unlessAborted<T>(promise: Promise<T>, signals: readonly (AbortSignal | undefined)[]): Promise<T> {
  const given = signals.filter((signal) => signal !== undefined)
  let onAbort: (() => void) | undefined
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => {
      reject(new AbortedError())
    }
    for (const signal of given) {
      if (signal.aborted) onAbort()
      else signal.addEventListener("abort", onAbort, { once: true })
    }
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    if (onAbort !== undefined) for (const signal of given) signal.removeEventListener("abort", onAbort)
  }
}
