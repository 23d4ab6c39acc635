import { formatDuration } from "../primitives/duration.js"

const statesShown = 12

/**
 * Formats the steps of one thing on one line, with the time that each state lasted. Only the last 12 states are shown.
 *
 * @param steps in order; `inState` is the milliseconds since the step before
 * @example
 * formatHistory(steps) // "RECEIVED (1.2 s) → SEALED (340 ms) → EXECUTION_FAILURE"
 */
export function formatHistory(steps: readonly { readonly state: string; readonly inState: number }[]): string {
  const states: { state: string; lasted: number }[] = []
  for (const { state, inState } of steps) {
    const last = states.at(-1)
    if (last !== undefined) last.lasted += inState
    if (last?.state !== state) states.push({ state, lasted: 0 })
  }
  if (states.length === 0) return "never seen"
  const shown = states.slice(-statesShown)
  const parts = shown.map(({ state, lasted }, index) =>
    index === shown.length - 1 ? state : `${state} (${formatDuration(lasted)})`,
  )
  const left = states.length - shown.length
  return [...(left > 0 ? [`${left} earlier`] : []), ...parts].join(" → ")
}
