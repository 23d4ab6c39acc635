import { setTimeout as wait } from "node:timers/promises"

/** How idle work is recognized. */
export type IdleOptions = {
  /** A count that stays the same while nothing happens. */
  readonly changes: () => number
  /** Whether a request has no answer yet, which can take long. */
  readonly isAnswerDue: () => boolean
  /** Whether the work takes longer than it may, though something happens. */
  readonly isLate: () => boolean
  /** Makes the error, which lists what waits. */
  readonly describe: (why: "idle" | "late") => Error | Promise<Error>
  /** Ends the wait with its reason. */
  readonly signal: AbortSignal
  /** Resolves when it is time for the next poll. */
  readonly nextPoll?: ((signal: AbortSignal) => Promise<unknown>) | undefined
}

/** Rejects when nothing happened between so many polls, or when it takes too long. Slow work on a busy machine is not idle. */
export async function untilIdle<Result>(
  work: Promise<Result>,
  { changes, isAnswerDue, isLate, describe, signal, nextPoll = pause }: IdleOptions,
): Promise<Result> {
  const done = new AbortController()
  const either = AbortSignal.any([done.signal, signal])

  async function watch(): Promise<never> {
    let [seen, polls] = [changes(), 0]
    while (polls < (isAnswerDue() ? maxIdlePollsBeforeAnswer : maxIdlePolls) && !isLate()) {
      await nextPoll(either).catch(() => undefined)
      either.throwIfAborted()
      polls = changes() === seen ? polls + 1 : 0
      seen = changes()
    }
    throw await describe(isLate() ? "late" : "idle")
  }

  const stuck = watch()
  stuck.catch(() => undefined)
  try {
    return await Promise.race([work, stuck])
  } finally {
    done.abort()
  }
}

/** Ten seconds in which no chain is asked for anything new. A run takes less than a tenth of one. */
const maxIdlePolls = 100
/** A chain can take long for a single answer, such as the trace of a large transaction. */
const maxIdlePollsBeforeAnswer = 600

function pause(signal: AbortSignal): Promise<unknown> {
  return wait(100, undefined, { signal })
}
