import { type ErrorText, text } from "../primitives/errorText.js"
import { formatDuration } from "../primitives/duration.js"
import { isPlugsError, messageOf, PlugsError } from "../primitives/PlugsError.js"

/** What a watch knows at its deadline. */
export type DeadlinePassedParameters<Step> = {
  /** What has not happened: the beginning of a sentence that continues with `within 3 min`. */
  readonly missing: string
  /** Milliseconds. */
  readonly waited: number
  /** The state of the thing that changed last; `undefined` if nothing was ever seen. */
  readonly lastState: string | undefined
  readonly history: readonly Step[]
  /** What identifies the thing that was waited for. */
  readonly subject: Readonly<Record<string, ErrorText | undefined>>
  /** Anything else that is known about it. */
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
