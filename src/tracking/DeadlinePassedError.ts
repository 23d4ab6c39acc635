import { formatDuration } from "../primitives/duration.js"
import { isPlugsError, PlugsError } from "../primitives/PlugsError.js"

/** What a watch knows when its time is over. */
export type Deadline<Step> = {
  /** What has not happened, as the beginning of a sentence that goes on with `within 3 min`. */
  readonly missing: string
  /** Milliseconds. */
  readonly waited: number
  /** The latest state of what moved last; undefined when nothing was ever seen. */
  readonly lastState: string | undefined
  readonly history: readonly Step[]
  /** What identifies the thing that was waited for. */
  readonly subject: Readonly<Record<string, string | undefined>>
  /** What else is known of it. */
  readonly facts: Readonly<Record<string, string | undefined>>
  /** What to do, when the API did answer. */
  readonly next: string
  /** The error of the latest look, if it was waited out in vain. */
  readonly trouble: unknown
  /** As in "The messaging API". */
  readonly api: string
}

/** What was waited for has not happened in the time that was given. It may still happen. */
export class DeadlinePassedError<Step = unknown> extends PlugsError {
  readonly code = "DEADLINE_PASSED"
  /** The latest state of what moved last; undefined when nothing was ever seen. */
  readonly lastState: string | undefined
  /** Every step that was seen. */
  readonly history: readonly Step[]

  constructor({ missing, waited, lastState, history, subject, facts, next, trouble, api }: Deadline<Step>) {
    super(`${missing} within ${formatDuration(waited)}.`, {
      facts: {
        ...subject,
        "last state": lastState ?? "never seen",
        ...facts,
        "last error": isPlugsError(trouble) ? `${trouble.code}: ${trouble.shortMessage}` : undefined,
      },
      next: trouble === undefined ? next : `${api} did not answer at the end: see the last error, then wait again.`,
      cause: trouble,
    })
    this.lastState = lastState
    this.history = history
  }
}
