import { withTimeLimit } from "../attempt/withTimeLimit.js"
import { AbortedError, StatusError } from "../errors.js"
import { delay } from "./unlessAborted.js"
import { checkMilliseconds } from "#src/primitives/checks.js"
import { type Clock, systemClock } from "#src/primitives/clock.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"

export type PollOptions = {
  /** Milliseconds between two reads at the start and after each change. Default: 500. */
  minInterval?: number | undefined
  /** Milliseconds between two reads when nothing has changed for a while. Default: 10,000. */
  maxInterval?: number | undefined
  /** Milliseconds until the polling ends. It is required, so that no wait is endless. */
  timeout: number
  signal?: AbortSignal | undefined
  clock?: Clock | undefined
  /** Returns a number from 0 up to 1, like `Math.random`. It spreads the reads of many pollers. */
  random?: (() => number) | undefined
  /** Decides which errors are retried until the deadline. Any other error ends the polling. Default: `isTransient`. */
  isRetryable?: ((error: unknown) => boolean) | undefined
  /** Called with each error that is retried, and with `undefined` when a read succeeds again. */
  onTrouble?: ((error: unknown) => void) | undefined
  /** Called before each wait with its length in milliseconds. */
  onWait?: ((ms: number) => void) | undefined
}

export type PollResult<T> = {
  value: T
  /** Milliseconds until the next read, if the server asks for a time. It is kept within the two intervals. */
  nextIn?: number | undefined
  /** Something changed, so more may change soon: the next read comes after `minInterval`. */
  changed?: boolean | undefined
  /** Age of the value in milliseconds, if another poller read it. The next read comes sooner by that time. */
  age?: number | undefined
}

const growth = 1.5
const spread = 0.2

/**
 * Reads again and again, one read at a time, and yields each value.
 *
 * The polling always ends: it returns at the deadline, throws on an abort or an error that is not retried, or stops when the caller
 * leaves the loop. A read that hangs is cut off by the deadline and the signal.
 *
 * @throws {InvalidInputError} the timeout or an interval is not a valid number of milliseconds
 * @throws {AbortedError} the signal was aborted
 * @example
 * const read = async (signal: AbortSignal) => ({ value: await client.getMessages({ srcChainSlug, srcTxHash, signal }) })
 * for await (const messages of poll(read, { timeout: 60_000 })) {
 *   if (messages.every(({ status }) => status === "EXECUTION_SUCCESS")) break
 * }
 */
export async function* poll<T>(
  read: (signal: AbortSignal) => Promise<PollResult<T>>,
  options: PollOptions,
): AsyncGenerator<T, void, undefined> {
  const { clock = systemClock, random = Math.random, isRetryable = isTransient, onTrouble, onWait, signal } = options
  const { minInterval, maxInterval, timeout } = checkIntervals(options)
  const bounded = (ms: number): number => Math.min(maxInterval, Math.max(minInterval, ms * (1 + spread * random())))
  const deadline = clock.now() + timeout
  let interval = minInterval
  let isFailing = false

  while (clock.now() < deadline) {
    const timed = await withTimeLimit(deadline - clock.now(), (stop) => settle(() => read(stop)), { clock, signal })
    if (timed.kind === "aborted") throw new AbortedError()
    if (timed.kind === "timed out") return
    const settled = timed.value
    let wait: number
    if (settled.ok) {
      const { value, nextIn = Number.NaN, changed = false, age = 0 } = settled.result
      if (isFailing) onTrouble?.(undefined)
      isFailing = false
      yield value
      if (changed) interval = minInterval
      // An old value shortens the wait, but reads must not follow each other without a pause.
      wait = Math.max(bounded(nextIn >= 0 ? nextIn : interval) - age, minInterval / 4)
    } else {
      const { error } = settled
      if (!isRetryable(error)) throw error
      isFailing = true
      onTrouble?.(error)
      // The time that the server asks for counts even beyond maxInterval, because it would reject an earlier request.
      wait = Math.max(bounded(interval), (error instanceof StatusError ? error.retryAfter : undefined) ?? 0)
    }
    interval = Math.min(maxInterval, interval * growth)
    const until = Math.min(wait, deadline - clock.now())
    // At the deadline nothing is read.
    if (wait === until) onWait?.(wait)
    await delay(until, { clock, signal })
  }
}

/**
 * Checks whether the same request may succeed later: the server or node was unreachable, slow or overloaded, or limited the rate. A rejected
 * key, an invalid request and a malformed response do not change by waiting, and neither does a bug.
 *
 * @example
 * isTransient(new TypeError("x is not a function")) // false
 */
export function isTransient(error: unknown): boolean {
  if (!isPlugsError(error)) return false
  // Sources that disagree may lag.
  if (["UNREACHABLE", "TIMEOUT", "RATE_LIMITED", "NODE_FAILED", "SOURCES_DISAGREE"].includes(error.code)) return true
  const status = error.code === "HTTP_STATUS" && "status" in error ? Number(error.status) : 0
  return status === 408 || status >= 500
}

type Settled<T> = { ok: true; result: PollResult<T> } | { ok: false; error: unknown }

async function settle<T>(read: () => Promise<PollResult<T>>): Promise<Settled<T>> {
  try {
    return { ok: true, result: await read() }
  } catch (error) {
    return { ok: false, error }
  }
}

function checkIntervals({ minInterval = 500, maxInterval = Math.max(minInterval, 10_000), timeout }: PollOptions) {
  for (const [argument, ms] of Object.entries({ minInterval, maxInterval, timeout })) {
    if (ms !== 0 || argument !== "timeout") checkMilliseconds(ms, argument)
  }
  if (minInterval <= maxInterval) return { minInterval, maxInterval, timeout }
  throw new InvalidInputError({
    argument: "maxInterval",
    problem: `${maxInterval} ms is less than minInterval`,
    fix: `Use at least ${minInterval} ms.`,
  })
}
