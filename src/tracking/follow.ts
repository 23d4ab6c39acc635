import { poll, type PollOptions, type PollResult } from "../http/polling/poll.js"
import type { Load, SharedReader } from "../http/polling/sharedReader.js"
import type { Clock } from "../primitives/clock.js"

/** What a client provides to the watches that run on it. */
export type Watchable = {
  readonly clock: Clock
  readonly random: () => number
  /** Lets the watches of this client share their requests. */
  readonly sharedReader: SharedReader
}

/** How often a watch sends requests, what ends it early, and what is called when a request fails. */
export type WatchTiming = Pick<PollOptions, "minInterval" | "maxInterval" | "signal" | "onTrouble" | "onWait">

/** What to follow. */
export type FollowConfig<Answer, Result> = {
  /** Watches of one client with the same key share their requests. */
  readonly key: string
  readonly load: Load<Answer>
  /** Turns an answer into what the watch yields, and says whether anything changed. */
  readonly interpret: (answer: Answer, at: number) => Omit<PollResult<Result>, "age">
  /**
   * Makes the error that the watch throws at its deadline.
   *
   * @param lastError why the latest request failed, unless a later one succeeded
   */
  readonly deadlineError: (lastError: unknown) => Error
}

/**
 * Polls until the caller leaves the loop, and shares the requests with the other watches of the same client.
 *
 * @throws the `deadlineError` after `timeout` milliseconds, and what `poll` throws
 */
export async function* follow<Answer, Result>(
  { clock, random, sharedReader }: Watchable,
  { key, load, interpret, deadlineError }: FollowConfig<Answer, Result>,
  { timeout, minInterval, maxInterval, signal, onTrouble, onWait }: WatchTiming & { timeout: number },
): AsyncGenerator<Result, never, undefined> {
  let lastError: unknown
  const noteTrouble = (error: unknown): void => {
    lastError = error
    onTrouble?.(error)
  }
  using subscription = sharedReader.join(key, load)
  const read = async (stop: AbortSignal): Promise<PollResult<Result>> => {
    const { value, age } = await subscription.read(stop)
    return { ...interpret(value, clock.now()), age }
  }
  yield* poll(read, { timeout, minInterval, maxInterval, signal, clock, random, onTrouble: noteTrouble, onWait })
  throw deadlineError(lastError)
}

/** Reads results until `find` returns something. */
export async function first<Result, Found>(
  results: AsyncGenerator<Result, never, undefined>,
  find: (result: Result) => Found | undefined,
): Promise<Found> {
  for await (const result of results) {
    const found = find(result)
    if (found !== undefined) return found
  }
  throw new Error("A stream of results ended without an error. It must go on until its reader leaves it.")
}
