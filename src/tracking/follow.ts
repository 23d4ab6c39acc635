import { poll, type PollOptions, type PollResult } from "#src/http/polling/poll.js"
import type { Load, SharedReader } from "#src/http/polling/sharedReader.js"
import type { Clock } from "#src/primitives/clock.js"

/** What a client provides to the watches that run on it. */
export type Watchable = {
  readonly clock: Clock
  readonly random: () => number
  /** Lets the watches of this client share their requests. */
  readonly sharedReader: SharedReader
}

/** How often a watch sends requests, what ends it early, and what is called when a request fails. */
export type WatchTiming = Pick<PollOptions, "minInterval" | "maxInterval" | "signal" | "onTrouble" | "onWait">

/** The subject of a watch. */
export type FollowConfig<Answer, Result> = {
  /** Watches of one client with the same key share their requests. */
  readonly key: string
  readonly load: Load<Answer>
  /** Turns an answer into the results of the watch, and tells whether anything changed. */
  readonly interpret: (answer: Answer, at: number) => Omit<PollResult<Result>, "age">
  /** Makes the error of the deadline, from why the latest request failed, unless a later one succeeded. */
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
  throw new Error("A stream of results ended without an error. It must continue until its reader leaves it.")
}

/**
 * Reads a stream and calls back for each item, for user interfaces that cannot run a loop.
 *
 * @param stream starts the stream; its signal ends it
 * @param signal the caller's own signal, which also ends the stream
 * @param onStep called with each item; an error that it throws ends the stream and is passed to `onError`
 * @param onError called at most once, with the error that ended the stream; without it the error is an unhandled rejection
 * @returns a function that ends the stream; nothing is called after it
 */
export function callBack<Step>(
  stream: (signal: AbortSignal) => AsyncIterable<Step>,
  signal: AbortSignal | undefined,
  onStep: (step: Step) => void,
  onError: ((error: unknown) => void) | undefined,
): () => void {
  const stop = new AbortController()

  const run = async (): Promise<void> => {
    try {
      for await (const step of stream(signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]))) {
        onStep(step)
        if (stop.signal.aborted) return
      }
    } catch (error) {
      if (stop.signal.aborted) return
      if (onError === undefined) throw error
      onError(error)
    }
  }
  void run()
  return () => {
    stop.abort()
  }
}
