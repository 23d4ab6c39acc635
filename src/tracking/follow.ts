import { poll, type PollOptions, type PollResult } from "../http/polling/poll.js"
import type { SharedReader } from "../http/polling/sharedReader.js"
import type { Clock } from "../primitives/clock.js"

/** What a client lends to the watches that are made of it. */
export type Watchable = {
  /** What the watchers of this client wait by. */
  readonly clock: Clock
  readonly random: () => number
  /** Through which the watchers of this client share their requests. */
  readonly looks: SharedReader
}

/** How often a watch looks, what ends it early, and who is told when the API does not answer. */
export type WatchTiming = Pick<PollOptions, "minInterval" | "maxInterval" | "signal" | "onTrouble">

/** What is watched. */
export type Watched<Answer, Seen> = {
  /** The same for every watch that may share its looks with this one. */
  readonly key: string
  readonly load: (signal: AbortSignal) => Promise<Answer>
  /** Says what an answer means. */
  readonly see: (answer: Answer, at: number) => Omit<PollResult<Seen>, "age">
  /**
   * The error for a watch whose time is over.
   *
   * @param trouble the error of the latest look, if it was waited out in vain
   */
  readonly late: (trouble: unknown) => Error
}

/**
 * Looks at something until the caller leaves the loop, and shares the looks with the other watches of the same client.
 *
 * @throws what `late` gives, at the deadline; what `poll` throws
 */
export async function* follow<Answer, Seen>(
  { clock, random, looks }: Watchable,
  { key, load, see, late }: Watched<Answer, Seen>,
  { timeout, minInterval, maxInterval, signal, onTrouble: tell }: WatchTiming & { timeout: number },
): AsyncGenerator<Seen, never, undefined> {
  let trouble: unknown
  const onTrouble = (error: unknown): void => {
    trouble = error
    tell?.(error)
  }
  using seat = looks.join(key, load)
  const look = async (stop: AbortSignal): Promise<PollResult<Seen>> => {
    const { value, age } = await seat.read(stop)
    return { ...see(value, clock.now()), age }
  }
  yield* poll(look, { timeout, minInterval, maxInterval, signal, clock, random, onTrouble })
  throw late(trouble)
}

/** Takes looks until one has what is wanted. */
export async function first<Seen, Found>(
  looks: AsyncGenerator<Seen, never, undefined>,
  find: (seen: Seen) => Found | undefined,
): Promise<Found> {
  for await (const seen of looks) {
    const found = find(seen)
    if (found !== undefined) return found
  }
  throw new Error("Looks end with an error, or when they are left.")
}
