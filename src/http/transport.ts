import { createRedact, type Redact } from "../primitives/printing/hideSecrets.js"
import {
  type AttemptParameters,
  type AttemptResult,
  isRedirect,
  maxBodyBytes,
  runAttempt,
} from "./attempt/runAttempt.js"
import {
  AbortedError,
  MalformedResponseError,
  type RequestFacts,
  ResponseTooLargeError,
  StatusError,
  TimeoutError,
  UnreachableError,
} from "./errors.js"
import type { ResponseSchema } from "./parsing/lazySchemas.js"
import { delay } from "./polling/unlessAborted.js"
import { parseResponse, type ResponseContext } from "./response/parseResponse.js"
import { isWorthRetrying, maxRetryAfterMs, RetryBudget, waitBeforeRetry } from "./retryPolicy.js"
import { readBaseUrl, readHeaders, readLimits } from "./transportOptions.js"
import { type Clock, systemClock } from "#src/primitives/clock.js"
import type { MalformedParts } from "#src/primitives/malformed.js"

/** What all requests to one API have in common. */
export type TransportOptions = {
  /** An https URL, or an http URL of this machine. Its path is put before every route. */
  baseUrl: string
  /** Sent with every request. The values are secrets: no error ever shows them. */
  headers?: Readonly<Record<string, string>> | undefined
  /** Milliseconds for one attempt, including the response body. Default: 10,000. */
  timeout?: number | undefined
  /** Milliseconds for all attempts and the waits between them. Default: 30,000. */
  totalTimeout?: number | undefined
  /** Attempts after the first one. Default: 3. */
  retries?: number | undefined
  fetch?: typeof globalThis.fetch | undefined
  clock?: Clock | undefined
  /** Returns a number from 0 up to 1, like `Math.random`. It randomizes the waits between attempts. */
  random?: (() => number) | undefined
  /**
   * Called with the parts of an answer that do not match the API's specification. Elements are left out of the answer, fields are null,
   * and everything beside them is returned. `formatMalformed` makes a line of each part.
   */
  onMalformed?: ((malformed: MalformedParts) => void) | undefined
}

/** Lists become text with commas. */
export type QueryValue = string | number | bigint | boolean | readonly (string | number)[] | undefined

export type TransportRequest<T> = {
  /** The path after the base URL, with its leading slash. */
  route: string
  query: Readonly<Record<string, QueryValue>>
  /** What the response body must match. */
  schema: ResponseSchema<T>
  signal?: AbortSignal | undefined
}

/** What is posted, and headers of this request alone. */
export type TransportPost = {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
}

/** Sends HTTP requests to one API. */
export type Transport = {
  /** Scheme, host and port of the base URL. */
  readonly origin: string
  /** Sends a GET request and returns the parsed response body. */
  get<T>(request: TransportRequest<T>): Promise<T>
  /**
   * Posts JSON to the base URL itself. What the server answers is not read, but its status. After a failure that can be temporary it is posted
   * again, so the server can get it twice.
   */
  post(request: TransportPost): Promise<void>
}

/**
 * Creates a transport for one API. It limits time and size, retries failures that can be temporary, follows no redirects, and
 * returns what the schema promises or throws a typed error that contains no secret.
 *
 * @throws {InvalidInputError} the base URL, a header or a limit is invalid
 * @throws {InsecureUrlError} the base URL is http to another machine
 * @example
 * const transport = createTransport({ baseUrl: "http://127.0.0.1:8645/messaging", headers: { "x-api-key": "devnet" } })
 * const fee = await transport.get({ route: "/v1/estimate-min-fees", query: { srcChainSlug: 41001 }, schema: feeSchema })
 */
export function createTransport(options: TransportOptions): Transport {
  const base = readBaseUrl(options.baseUrl)
  const headers = readHeaders(options.headers ?? {})
  const { timeout, totalTimeout, retries } = readLimits(options)
  const { clock = systemClock, random = Math.random, fetch, onMalformed } = options
  const redact = createRedact(Object.values(headers))
  const budget = new RetryBudget()

  async function get<T>({ route, query, schema, signal }: TransportRequest<T>): Promise<T> {
    const url = new URL(base)
    url.pathname = joinPaths(base.pathname.replace(/(?<!\/)\/+$/, ""), route)
    url.search = searchParams(query).toString()
    return await send({ url, headers, signal }, (result, context, limit) =>
      readResult(result, { ...context, schema, onMalformed }, limit),
    )
  }

  async function post({ body, headers: more, signal }: TransportPost): Promise<void> {
    const posted = { "content-type": "application/json", ...readHeaders(more) }
    await send({ url: base, headers: { ...headers, ...posted }, body, signal }, async (result, context, limit) => {
      const response = "response" in result ? result.response : undefined
      // A server that took it may answer anything, or nothing.
      if (response?.ok === true && !isRedirect(response)) return
      await readResult(result, { ...context, schema: async () => (await import("zod")).z.unknown() }, limit)
    })
  }

  /** @param read reads the result of an attempt, or throws why it failed */
  async function send<T>(
    sent: Pick<AttemptParameters, "url" | "headers" | "body" | "signal">,
    read: (result: AttemptResult, context: Omit<ResponseContext<unknown>, "schema">, limit: number) => Promise<T>,
  ): Promise<T> {
    const { url, body, signal } = sent
    const started = clock.now()
    for (let attempts = 1; ; attempts += 1) {
      const left = totalTimeout - (clock.now() - started)
      const limit = Math.min(timeout, left)
      const result = await runAttempt({ ...sent, fetch, limit, clock })
      const now = clock.now()
      const facts: RequestFacts = {
        method: body === undefined ? "GET" : "POST",
        origin: url.origin,
        route: url.pathname,
        attempts,
        elapsed: now - started,
        ...responseFacts(result, redact),
      }
      try {
        const value = await read(result, { facts, redact, now, url }, limit < timeout ? totalTimeout : timeout)
        budget.earn()
        return value
      } catch (error) {
        if (!isWorthRetrying(error)) {
          if (error instanceof StatusError) budget.earn()
          throw error
        }
        const wait = waitBeforeRetry(attempts, error, random)
        const fits = wait <= maxRetryAfterMs && facts.elapsed + wait < totalTimeout
        if (attempts > retries || !fits || !budget.spend()) throw error
        await delay(wait, { clock, signal })
      }
    }
  }

  return { origin: base.origin, get, post }
}

function responseFacts(result: AttemptResult, redact: Redact): Pick<RequestFacts, "status" | "requestId"> {
  const response = result.kind === "aborted" ? undefined : result.response
  const requestId = response?.headers.get("server-req-id") ?? undefined
  return { status: response?.status, requestId: requestId === undefined ? undefined : redact(requestId) }
}

/** The value of an attempt that succeeded, or throws the error of one that failed. `limit` is in milliseconds, for the error. */
async function readResult<T>(result: AttemptResult, context: ResponseContext<T>, limit: number): Promise<T> {
  if (result.kind === "aborted") throw new AbortedError()
  if (result.kind === "complete") return await parseResponse(result.response, result.body, context)
  const { response } = result
  // An error status says what is wrong even if its body is missing.
  if (response?.ok === false) return await parseResponse(response, new Uint8Array(), context)
  switch (result.kind) {
    case "too large":
      throw new ResponseTooLargeError(context.facts, maxBodyBytes)
    case "undecodable":
      throw new MalformedResponseError(context.facts, result.reason, {})
    case "timed out":
      throw new TimeoutError(context.facts, limit)
    case "unreachable":
      throw new UnreachableError(context.facts, result.reason)
  }
}

/** A base URL may end as the route begins, because people copy it with the version: `…/v1` and `/v1/estimate-min-fees`. */
function joinPaths(base: string, route: string): string {
  const parts = route.split("/")
  const heads = parts.map((_, index) => parts.slice(0, index).join("/")).filter((head) => head !== "")
  const shared = heads.findLast((head) => base.endsWith(head)) ?? ""
  return base + route.slice(shared.length)
}

function searchParams(query: TransportRequest<unknown>["query"]): URLSearchParams {
  const present = Object.entries(query).filter(([, value]) => value !== undefined)
  return new URLSearchParams(present.map(([name, value]): [string, string] => [name, String(value)]))
}
