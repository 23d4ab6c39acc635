import { setImmediate as otherWork } from "node:timers/promises"

/** Milliseconds of parsing after which timers, signals and other requests get their turn. */
const slice = 10

/** The attempt that a body was parsed for has ended. */
export class ParsingStopped extends Error {}

/**
 * Interrupts long parsing, so that deadlines and Ctrl-C are noticed meanwhile.
 *
 * @returns a promise to await before going on, or `undefined` if nothing needs a turn yet
 * @throws {ParsingStopped} by the promise: the signal was aborted, so nobody waits for the result
 */
export type Pace = () => Promise<void> | undefined

/** Starts a pace. */
export function startPace(signal: AbortSignal): Pace {
  let since = performance.now()
  const pause = async (): Promise<void> => {
    await otherWork()
    if (signal.aborted) throw new ParsingStopped()
    since = performance.now()
  }
  return () => (performance.now() - since < slice ? undefined : pause())
}
