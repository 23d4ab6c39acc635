import type { Move } from "./Move.js"

/** What happens when, as plain data. One that says nothing is what happens without `explore`: everything is delivered at once. */
export type Schedule = {
  /** Faults before the scenario begins. */
  readonly start: readonly Move[]
  /** What happens at each step of the scenario; undefined where everything is delivered. */
  readonly steps: readonly (readonly Move[] | undefined)[]
  /** Which choice the scenario gets each time it picks. The first once these are used up. */
  readonly picks: readonly number[]
  /** What happens after the scenario. Then faults end, and everything is delivered. */
  readonly end: readonly Move[]
}

export const plainSchedule: Schedule = { start: [], steps: [], picks: [], end: [] }
