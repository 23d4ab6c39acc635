import { BaseError, type Client, createClient, custom, type HttpRequestError } from "viem"

import { withTimeLimit } from "#src/http/attempt/withTimeLimit.js"
import { AbortedError } from "#src/http/errors.js"
import { delay } from "#src/http/polling/unlessAborted.js"
import { maxRetryAfterMs, readRetryAfter } from "#src/http/retryPolicy.js"
import type { Clock } from "#src/primitives/clock.js"

export type Patience = { readonly clock: Clock; readonly signal?: AbortSignal | undefined }

/** Milliseconds that a node has for one answer. */
export const answerWithin = 10_000

/** How often a node is asked that limits the rate, before its error counts. */
const maxAttempts = 6

/**
 * Asks a node, and again where it limits the rate: after the time that it asks for, or after 1, 2, 4 … seconds.
 *
 * @throws {AbortedError} the signal was aborted
 * @throws the errors of viem, also where the node does not answer in time
 */
export async function requestWithRetries(
  client: Client,
  question: { readonly method: string; readonly params?: unknown },
  { clock, signal }: Patience,
): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const ask = async (): Promise<unknown> => await client.request(question as never)
      const result = await withTimeLimit(answerWithin, ask, { clock, signal })
      if (result.kind === "done") return result.value
      if (result.kind === "aborted") throw new AbortedError()
      throw new BaseError(`It did not answer ${question.method} in time.`, { name: "SilentNodeError" })
    } catch (error) {
      const asked = rateLimitIn(error, clock.now())
      if (asked === undefined || asked > maxRetryAfterMs || attempt === maxAttempts) throw error
      await delay(Math.max(asked, Math.min(500 * 2 ** attempt, maxRetryAfterMs)), { clock, signal })
    }
  }
}

/** A client whose every request is asked so. */
export function retryingClient(client: Client, clock: Clock): Client {
  const { chain, pollingInterval } = client
  const request = async (question: { readonly method: string; readonly params?: unknown }): Promise<unknown> =>
    await requestWithRetries(client, question, { clock })
  return createClient({ chain, pollingInterval, ccipRead: false, transport: custom({ request }, { retryCount: 0 }) })
}

/** Returns the milliseconds that a node asks for, 0 if it names no time, and `undefined` if the error is not about the rate. */
function rateLimitIn(error: unknown, now: number): number | undefined {
  if (!(error instanceof BaseError)) return undefined
  const limited = error.walk((cause) => {
    const { status, code } = cause as Partial<HttpRequestError> & { readonly code?: unknown }
    return status === 429 || code === 429
  })
  const { headers } = (limited ?? {}) as Partial<HttpRequestError>
  if (limited !== null) return (headers && readRetryAfter(headers, now)) ?? 0
  return /rate.?limit|too many requests|requests? per (?:second|minute)|\/second|compute units/i.test(error.message)
    ? 0
    : undefined
}

/** Whether nothing was there to answer: then a shorter question helps no more than the same one. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  const failed = error.walk((cause) => (cause as Error).name === "HttpRequestError") as HttpRequestError | null
  return failed !== null && failed.status === undefined
}
