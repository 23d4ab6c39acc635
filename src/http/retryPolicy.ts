import { StatusError, TimeoutError, UnreachableError } from "./errors.js"

/** A server that asks for a longer wait gets an error instead. */
export const maxRetryAfterMs: number = 30_000

const firstBackoffMs = 500
const maxBackoffMs = 5_000
const retriedStatuses = new Set([408, 429, 500, 502, 503, 504])

/** Checks whether a request that failed with this error may succeed if it is sent again at once or after a short wait. */
export function isWorthRetrying(error: unknown): boolean {
  if (error instanceof UnreachableError || error instanceof TimeoutError) return true
  // Only the HTTP status counts. If an envelope reports a failure under status 200, sending the request again gives the same answer.
  return error instanceof StatusError && retriedStatuses.has(error.request.status ?? 0)
}

/**
 * Decides how long to wait before the next attempt: as long as the server asks, or a random time up to an exponential backoff, so
 * that clients that failed together do not return together.
 *
 * @returns milliseconds
 */
export function waitBeforeRetry(attempts: number, error: unknown, random: () => number): number {
  const retryAfter = error instanceof StatusError ? error.retryAfter : undefined
  if (retryAfter !== undefined && retryAfter > 0) return retryAfter
  return random() * Math.min(maxBackoffMs, firstBackoffMs * 2 ** (attempts - 1))
}

/**
 * Reads how long the server asks the client to wait, from either form of `Retry-After`: seconds, or an HTTP date.
 *
 * A date is compared with the `Date` header of the same response if there is one, because the two clocks can differ.
 *
 * @returns milliseconds, or `undefined` if the header is missing or unreadable
 */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const text = headers.get("retry-after")?.trim() ?? ""
  if (/^\d+$/.test(text)) return Number(text) * 1_000
  // Date.parse accepts much more than HTTP dates, even "soon 1".
  if (!/^[A-Z][a-z]{2,8},? .*\d\d:\d\d:\d\d/.test(text)) return undefined
  const until = Date.parse(text)
  if (Number.isNaN(until)) return undefined
  const sent = Date.parse(headers.get("date") ?? "")
  return Math.max(0, until - (Number.isNaN(sent) ? now : sent))
}

const maxRetries = 10
const retriesPerResponse = 0.5

/**
 * Limits how many retries all requests of a client send together. Only responses refill it: once it is empty, many callers of a dead
 * server make a single attempt each.
 */
export class RetryBudget {
  #left: number = maxRetries

  /** Takes one retry; false if none is left. */
  spend(): boolean {
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }

  /** Records a response that was no failure. */
  earn(): void {
    this.#left = Math.min(maxRetries, this.#left + retriesPerResponse)
  }
}
