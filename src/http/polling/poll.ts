import type { Clock } from "../../primitives/clock.js"
import { systemClock } from "../../primitives/clock.js"
import { InvalidInputError } from "../../primitives/InvalidInputError.js"

import { AbortedError, StatusError } from "../errors.js"
import { delay } from "./delay.js"
import { isTransient } from "../retry/transient.js"
import { within } from "../attempt/withTimeLimit.js"

/** How often to look, and for how long. */
export type PollOptions = {
  /** Milliseconds between looks at the start and after each change. Default: 500. */
  minInterval?: number | undefined
  /** Milliseconds between looks when nothing has changed for long. Default: 10,000. */
  maxInterval?: number | undefined
  /** Milliseconds after which the looking ends. There is no waiting without an end. */
  timeout: number
  signal?: AbortSignal | undefined
  clock?: Clock | undefined
  /** From 0 up to 1, as `Math.random`: spreads the looks of many watchers. */
  random?: (() => number) | undefined
  /** Which errors of a look are waited out until the deadline. Default: `isTransient`. Every other error ends the poll. */
  isRetryable?: ((error: unknown) => boolean) | undefined
  /** Told of each error that is waited out, and with undefined once a look works again. */
  onTrouble?: ((error: unknown) => void) | undefined
}

/** What one look brought. */
export type PollResult<T> = {
  value: T
  /** Milliseconds until the next look, as the server asks. Kept within the two intervals. */
  nextIn?: number | undefined
  /** Something moved, so more may move soon: the next look comes after `minInterval`. */
  changed?: boolean | undefined
  /** How many milliseconds old the value is, when another watcher's look brought it: the next look comes sooner by that. */
  age?: number | undefined
}

const growth = 1.5
const spread = 0.2

/**
 * Looks again and again, one look at a time, and yields what each brought.
 *
 * It always ends: by returning at the deadline, by an `AbortedError`, by an error that is not waited out, or by the
 * caller leaving the loop. A look that hangs is cut by the deadline and by the signal.
 *
 * @throws {InvalidInputError} the deadline or an interval is not a number of milliseconds
 * @throws {AbortedError} the signal was aborted
 * @example
 * const look = async (signal: AbortSignal) => ({ value: await client.getMessages({ srcChainSlug, srcTxHash, signal }) })
 * for await (const messages of poll(look, { timeout: 60_000 })) {
 *   if (messages.every(({ status }) => status === "EXECUTION_SUCCESS")) break
 * }
 */
export async function* poll<T>(
  read: (signal: AbortSignal) => Promise<PollResult<T>>,
  options: PollOptions,
): AsyncGenerator<T, void, undefined> {
  const { clock = systemClock, random = Math.random, isRetryable = isTransient, onTrouble, signal } = options
  const { minInterval, maxInterval, timeout } = readIntervals(options)
  const bounded = (ms: number): number => Math.min(maxInterval, Math.max(minInterval, ms * (1 + spread * random())))
  const deadline = clock.now() + timeout
  let interval = minInterval
  let troubled = false

  while (clock.now() < deadline) {
    const look = await within(deadline - clock.now(), (stop) => settle(() => read(stop)), { clock, signal })
    if (look.kind === "aborted") throw new AbortedError()
    if (look.kind === "late") return
    let wait: number
    if (look.value.ok) {
      const { value, nextIn = Number.NaN, changed = false, age = 0 } = look.value.reading
      if (troubled) onTrouble?.(undefined)
      troubled = false
      yield value
      if (changed) interval = minInterval
      // However old the value was: looks must not follow each other without a breath.
      wait = Math.max(bounded(nextIn >= 0 ? nextIn : interval) - age, minInterval / 4)
    } else {
      const { error } = look.value
      if (!isRetryable(error)) throw error
      troubled = true
      onTrouble?.(error)
      // What the server asks for counts even above the longest interval: it would refuse a sooner look.
      wait = Math.max(bounded(interval), (error instanceof StatusError ? error.retryAfter : undefined) ?? 0)
    }
    interval = Math.min(maxInterval, interval * growth)
    await delay(Math.min(wait, deadline - clock.now()), { clock, signal })
  }
}

type Look<T> = { ok: true; reading: PollResult<T> } | { ok: false; error: unknown }

async function settle<T>(read: () => Promise<PollResult<T>>): Promise<Look<T>> {
  try {
    return { ok: true, reading: await read() }
  } catch (error) {
    return { ok: false, error }
  }
}

function readIntervals({ minInterval = 500, maxInterval = Math.max(minInterval, 10_000), timeout }: PollOptions): {
  minInterval: number
  maxInterval: number
  timeout: number
} {
  for (const [argument, ms] of Object.entries({ minInterval, maxInterval, timeout })) {
    if (Number.isFinite(ms) && (ms > 0 || (ms === 0 && argument === "timeout"))) continue
    throw new InvalidInputError({ argument, problem: `${ms} is no time to wait`, fix: "Give milliseconds above zero." })
  }
  if (minInterval <= maxInterval) return { minInterval, maxInterval, timeout }
  throw new InvalidInputError({
    argument: "maxInterval",
    problem: `${maxInterval} ms is below minInterval`,
    fix: `Give at least ${minInterval} ms.`,
  })
}
