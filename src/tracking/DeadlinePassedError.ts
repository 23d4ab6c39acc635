import { formatDuration } from "#src/primitives/duration.js"
import { type ErrorText, text } from "#src/primitives/errorText.js"
import { isPlugsError, messageOf, PlugsError } from "#src/primitives/PlugsError.js"

/** The state of a watch at its deadline. */
export type DeadlinePassedParameters<Step> = {
  /** The event that did not happen: the beginning of a sentence that continues with `within 3 min`. */
  readonly missing: string
  /** Milliseconds. */
  readonly waited: number
  /** The state of the thing that changed last; `undefined` if nothing was ever seen. */
  readonly lastState: string | undefined
  readonly history: readonly Step[]
  /** Identifies the subject of the wait. */
  readonly subject: Readonly<Record<string, ErrorText | undefined>>
  /** Further facts about it. */
  readonly facts: Readonly<Record<string, ErrorText | undefined>>
  /** What to do if the source did answer. */
  readonly next: ErrorText
  /** Why the latest request failed, unless a later one succeeded. */
  readonly lastError: unknown
  /** Where the state is read from, as the beginning of a sentence: "The messaging API". */
  readonly source: string
}

/** Something did not happen before the deadline. It can still happen. */
export class DeadlinePassedError<Step = unknown> extends PlugsError {
  readonly code = "DEADLINE_PASSED"
  /** The state of the thing that changed last; `undefined` if nothing was ever seen. */
  readonly lastState: string | undefined
  /** Every step that was seen. */
  readonly history: readonly Step[]

  constructor(parameters: DeadlinePassedParameters<Step>) {
    const { missing, waited, lastState, history, subject, facts, next, lastError, source } = parameters
    super(`${missing} within ${formatDuration(waited)}.`, {
      facts: {
        ...subject,
        "last state": lastState ?? "never seen",
        ...facts,
        "last error": isPlugsError(lastError) ? text`${lastError.code}: ${messageOf(lastError)}` : undefined,
      },
      next:
        lastError === undefined
          ? next
          : `${source} was not answering when the time ran out. Resolve the last error, then wait again.`,
      cause: lastError,
    })
    this.lastState = lastState
    this.history = history
  }
}

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
