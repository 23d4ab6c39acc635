import type { ZodType } from "zod"

import type { Clock } from "../primitives/clock.js"
import { systemClock } from "../primitives/clock.js"

import type { RequestFacts } from "./errors.js"
import {
  AbortedError,
  MalformedResponseError,
  ResponseTooLargeError,
  StatusError,
  TimeoutError,
  UnreachableError,
} from "./errors.js"
import type { Exchange } from "./attempt/runAttempt.js"
import { exchange } from "./attempt/runAttempt.js"
import type { ResponseContext } from "./response/parseResponse.js"
import { parseResponse } from "./response/parseResponse.js"
import { delay } from "./polling/delay.js"
import { bodyLimit } from "./attempt/readBody.js"
import type { Redact } from "./redact.js"
import { createRedact } from "./redact.js"
import { createRetryBudget } from "./retry/retryBudget.js"
import { readBaseUrl, readHeaders, readLimits } from "./transportOptions.js"

/** What all requests to one API have in common. */
export type TransportOptions = {
  /** https, or http to this machine. A path in it comes before every route. */
  baseUrl: string
  /** Sent with every request. Their values are secrets: no error ever shows one. */
  headers?: Readonly<Record<string, string>> | undefined
  /** Milliseconds for one attempt, its body included. Default: 10,000. */
  timeout?: number | undefined
  /** Milliseconds for all attempts and the waits between them. Default: 30,000. */
  totalTimeout?: number | undefined
  /** Attempts after the first. Default: 3. */
  retries?: number | undefined
  fetch?: typeof globalThis.fetch | undefined
  clock?: Clock | undefined
  /** From 0 up to 1, as `Math.random`: how much of a wait between attempts is waited. */
  random?: (() => number) | undefined
}

/** One request: where, with what, and what must come back. */
export type TransportRequest<T> = {
  /** The path after the base URL, with its leading slash. */
  route: string
  query: Readonly<Record<string, string | number | bigint | undefined>>
  schema: ZodType<T>
  signal?: AbortSignal | undefined
}

/** Speaks HTTP to one API. */
export type Transport = {
  /** Scheme, host and port. */
  readonly origin: string
  get<T>(request: TransportRequest<T>): Promise<T>
}

const honouredWait = 30_000
const longestBackoff = 5_000
const firstBackoff = 500
const retriedStatuses = new Set([408, 429, 500, 502, 503, 504])

/**
 * Makes the one thing that speaks HTTP to an API: it limits time and size, retries what is worth it, never follows a
 * redirect, and answers with what the schema promises or with a typed error that holds no secret.
 *
 * @throws {InvalidInputError} the base URL, a header or a limit can't be used
 * @throws {InsecureUrlError} http to another machine
 * @example
 * const transport = createTransport({ baseUrl: "http://127.0.0.1:8645/messaging", headers: { "x-api-key": "devnet" } })
 * const fee = await transport.get({ route: "/v1/estimate-min-fees", query: { srcChainSlug: 41001 }, schema: feeSchema })
 */
export function createTransport(options: TransportOptions): Transport {
  const base = readBaseUrl(options.baseUrl)
  const headers = readHeaders(options.headers ?? {})
  const { timeout, totalTimeout, retries } = readLimits(options)
  const { clock = systemClock, random = Math.random, fetch } = options
  const redact = createRedact(Object.values(headers))
  const budget = createRetryBudget()

  async function get<T>({ route, query, schema, signal }: TransportRequest<T>): Promise<T> {
    const url = new URL(base)
    url.pathname = base.pathname.replace(/\/$/, "") + route
    const started = clock.now()
    for (let attempts = 1; ; attempts += 1) {
      const left = totalTimeout - (clock.now() - started)
      const limit = Math.min(timeout, left)
      const ended = await exchange({ url, query: searchParams(query), headers, fetch, limit, clock, signal })
      const now = clock.now()
      const facts: RequestFacts = {
        method: "GET",
        origin: url.origin,
        route: url.pathname,
        attempts,
        elapsed: now - started,
        ...factsOfAnswer(ended, redact),
      }
      try {
        const value = conclude(ended, { schema, facts, redact, now, url }, limit < timeout ? totalTimeout : timeout)
        budget.earn()
        return value
      } catch (error) {
        if (!isWorthRetrying(error)) {
          if (error instanceof StatusError) budget.earn()
          throw error
        }
        const wait = waitBefore(attempts, error, random)
        const fits = wait <= honouredWait && facts.elapsed + wait < totalTimeout
        if (attempts > retries || !fits || !budget.spend()) throw error
        await delay(wait, { clock, signal })
      }
    }
  }

  return { origin: base.origin, get }
}

function factsOfAnswer(ended: Exchange, redact: Redact): Pick<RequestFacts, "status" | "requestId"> {
  const response = ended.kind === "aborted" ? undefined : ended.response
  const requestId = response?.headers.get("server-req-id") ?? undefined
  return { status: response?.status, requestId: requestId === undefined ? undefined : redact(requestId) }
}

/** Gives the value that an attempt brought, or throws the error that it stands for. */
function conclude<T>(ended: Exchange, known: ResponseContext<T>, limit: number): T {
  if (ended.kind === "aborted") throw new AbortedError()
  if (ended.kind === "answered") return parseResponse(ended.response, ended.body, known)
  // An error status says what is wrong, whatever became of its body.
  if (ended.response?.ok === false) return parseResponse(ended.response, new Uint8Array(), known)
  switch (ended.kind) {
    case "too large":
      throw new ResponseTooLargeError(known.facts, bodyLimit)
    case "garbled":
      throw new MalformedResponseError(known.facts, ended.reason, {})
    case "late":
      throw new TimeoutError(known.facts, limit)
    case "unreachable":
      throw new UnreachableError(known.facts, ended.reason)
  }
}

function isWorthRetrying(error: unknown): boolean {
  if (error instanceof UnreachableError || error instanceof TimeoutError) return true
  // The status on the wire counts: an envelope that claims a failure under status 200 was delivered as meant.
  return error instanceof StatusError && retriedStatuses.has(error.request.status ?? 0)
}

/** What the server asks for, else full jitter: many clients that failed together should not come back together. */
function waitBefore(attempts: number, error: unknown, random: () => number): number {
  const asked = error instanceof StatusError ? error.retryAfter : undefined
  if (asked !== undefined && asked > 0) return asked
  return random() * Math.min(longestBackoff, firstBackoff * 2 ** (attempts - 1))
}

function searchParams(query: TransportRequest<unknown>["query"]): URLSearchParams {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))
}
