import { setTimeout as wait } from "node:timers/promises"

/** How a standstill is recognized. */
export type StandstillOptions = {
  /** A count that stays the same while nothing happens. */
  readonly changes: () => number
  /** Whether something was asked for and is not answered yet, which can take long. */
  readonly isAnswerDue: () => boolean
  /** Makes the error that says what waits for what. */
  readonly describe: () => Error | Promise<Error>
  /** Resolves before the next look. */
  readonly untilNextLook?: ((signal: AbortSignal) => Promise<unknown>) | undefined
}

/**
 * Waits for work, and rejects when it stands still: when so many looks in a row have seen that nothing has happened. However slow the
 * machine is, work that goes on is not taken for one that stands still.
 *
 * @throws the error of `describe`
 */
export async function untilStandstill<Result>(
  work: Promise<Result>,
  { changes, isAnswerDue, describe, untilNextLook = pause }: StandstillOptions,
): Promise<Result> {
  const done = new AbortController()

  async function watch(): Promise<never> {
    let [seen, looks] = [changes(), 0]
    while (looks < (isAnswerDue() ? mostLooksForAnAnswer : mostLooks)) {
      await untilNextLook(done.signal)
      done.signal.throwIfAborted()
      looks = changes() === seen ? looks + 1 : 0
      seen = changes()
    }
    throw await describe()
  }

  const stuck = watch()
  stuck.catch(() => undefined)
  try {
    return await Promise.race([work, stuck])
  } finally {
    done.abort()
  }
}

/** Ten seconds in which no chain is asked for anything. A run takes less than a tenth of one. */
const mostLooks = 100
/** A chain can take long for a single answer, such as the trace of a large transaction. */
const mostLooksForAnAnswer = 600

function pause(signal: AbortSignal): Promise<unknown> {
  return wait(100, undefined, { signal })
}
