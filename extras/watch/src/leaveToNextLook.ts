import { withTimeLimit } from "#src/http/attempt/withTimeLimit.js"
import { AbortedError } from "#src/http/errors.js"
import type { Clock } from "#src/primitives/clock.js"

export type LeaveToNextLook = {
  /** @returns `undefined` if it is not done yet */
  <T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<{ readonly done: T } | undefined>
}

/**
 * Waits for works by their names, and for each only so many milliseconds, so that none keeps the others. One that takes longer goes on, and
 * whoever asks for it next waits for the same.
 */
export function leaveToNextLook(patience: number, clock: Clock): LeaveToNextLook {
  const running = new Map<string, Promise<unknown>>()
  return async <T>(name: string, work: () => Promise<T>, signal?: AbortSignal) => {
    // Begun only when it is awaited: it fails once the signal is aborted.
    const begin = (): Promise<T> => {
      const current = (running.get(name) as Promise<T> | undefined) ?? work()
      running.set(name, current)
      return current
    }
    const timed = await withTimeLimit(patience, begin, { clock, signal }).catch((error: unknown) => {
      running.delete(name)
      throw error
    })
    if (timed.kind === "aborted") throw new AbortedError()
    if (timed.kind === "timed out") return undefined
    running.delete(name)
    return { done: timed.value }
  }
}
