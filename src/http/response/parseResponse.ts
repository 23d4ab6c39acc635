import type { z, ZodType } from "zod"

import type { LeftOut } from "../../primitives/leftOut.js"
import { isRedirect } from "../attempt/runAttempt.js"
import { MalformedResponseError, RedirectRefusedError, type RequestFacts } from "../errors.js"
import type { Context } from "../parsing/defineSchema.js"
import type { ResponseSchema } from "../parsing/lazySchemas.js"
import type { Oddities } from "../parsing/Oddity.js"
import { type Pace, ParsingStopped } from "../parsing/pace.js"
import type { Redact } from "../redact.js"
import { type StatusError, statusError } from "../statusErrors.js"
import { describeMismatch } from "./describeMismatch.js"
import { describeLeftOut } from "./describeLeftOut.js"
import { isAfterExcess, readJson, type ReadJson, readLeniently } from "./readJson.js"
import { readEnvelopeStatus, readServerError } from "./serverError.js"

/** What it takes to parse a response, besides the response itself. */
export type ResponseContext<T> = {
  schema: ResponseSchema<T>
  facts: RequestFacts
  redact: Redact
  now: number
  url: URL
  /** Called with the parts of the response that are left out, if there are any. */
  onLeftOut?: ((leftOut: LeftOut) => void) | undefined
}

/**
 * Parses a response with a complete body.
 *
 * @param pace interrupts the parsing of a large body
 * @throws {RequestError} the response is a redirect, an error, or does not match the schema
 * @throws {ParsingStopped} by the pace
 */
export async function parseResponse<T>(
  response: Response,
  body: Uint8Array,
  context: ResponseContext<T>,
  pace: Pace,
): Promise<T> {
  const { schema, facts, redact, now, url } = context
  if (isRedirect(response)) throw new RedirectRefusedError(facts, redactedTarget(response, url, redact))
  if (!response.ok) {
    const retryAfter = readRetryAfter(response.headers, now)
    throw errorFromBody(response.status, readLeniently(body), context, retryAfter)
  }
  const read = readJson(body)
  if (read.kind === "unreadable" || body.byteLength === 0) throw unreadable(read, body, response, context)
  await pace()
  const loaded = typeof schema === "function" ? await schema() : schema
  let oddities: Oddities | undefined
  const parsed = await parse(loaded, read.value, {
    pace,
    onOddities: (found) => {
      oddities = found
    },
  })
  if (parsed?.success === true && read.kind === "complete") {
    if (oddities !== undefined) context.onLeftOut?.(describeLeftOut(facts.route, oddities, redact))
    return parsed.data
  }
  const status = readEnvelopeStatus(read.value)
  if (status !== undefined) throw errorFromBody(status, read.value, context)
  const issues = parsed?.error?.issues ?? []
  const { path, expected, found } = describeMismatch(read.value, issues, redact)
  const isFromExcess =
    parsed?.success === true || (found === "nothing" && isAfterExcess(read.value, issues[0]?.path ?? []))
  if (read.kind === "excessive" && isFromExcess) {
    throw new MalformedResponseError(facts, read.problem, { body: `${body.byteLength} bytes` })
  }
  throw new MalformedResponseError(facts, `${path} is not as specified`, { path, expected, found })
}

function errorFromBody(
  status: number,
  body: unknown,
  { facts, redact }: ResponseContext<unknown>,
  retryAfter?: number,
): StatusError {
  const { code, message } = readServerError(body, redact)
  return statusError(facts, { status, serverCode: code, serverMessage: message, retryAfter })
}

/**
 * Reads how long the server asks the client to wait, from either form of `Retry-After`: seconds, or an HTTP date.
 *
 * A date is compared with the `Date` header of the same response if there is one, because the two clocks can differ.
 *
 * @returns milliseconds, or `undefined` if the header is missing or unreadable
 */
function readRetryAfter(headers: Headers, now: number): number | undefined {
  const text = headers.get("retry-after")?.trim() ?? ""
  if (/^\d+$/.test(text)) return Number(text) * 1_000
  // Date.parse accepts much more than HTTP dates, even "soon 1".
  if (!/^[A-Z][a-z]{2,8},? .*\d\d:\d\d:\d\d/.test(text)) return undefined
  const until = Date.parse(text)
  if (Number.isNaN(until)) return undefined
  const sent = Date.parse(headers.get("date") ?? "")
  return Math.max(0, until - (Number.isNaN(sent) ? now : sent))
}

function unreadable(
  read: ReadJson,
  { byteLength }: Uint8Array,
  { headers }: Response,
  { facts, redact }: ResponseContext<unknown>,
): MalformedResponseError {
  const type = redact(headers.get("content-type") ?? "none")
  if (byteLength === 0 || read.kind !== "unreadable") {
    return new MalformedResponseError(facts, "its body is empty", { "content type": type })
  }
  return new MalformedResponseError(facts, read.problem, {
    "content type": type,
    body: `${byteLength} bytes${read.text === "" ? "" : `, beginning with ${redact(read.text)}`}`,
  })
}

type Parsed<T> = ReturnType<ZodType<T>["safeParse"]>

/** Parses with a schema whose transforms may throw. Such an error may quote the response, so it is dropped. */
async function parse<T>(
  schema: ZodType<T>,
  json: unknown,
  options: Pick<Context, "pace" | "onOddities">,
): Promise<Parsed<T> | undefined> {
  try {
    // One issue is shown, so the parsing stops at the first.
    const context = { ...options, abortEarly: true } satisfies Context
    return await schema.safeParseAsync(json, context as z.core.ParseContext<z.core.$ZodIssue>)
  } catch (error) {
    if (error instanceof ParsingStopped) throw error
    return undefined
  }
}

function redactedTarget(response: Response, url: URL, redact: Redact): string | undefined {
  const location = response.redirected ? response.url : response.headers.get("location")
  if (location === null || !URL.canParse(location, url.href)) return undefined
  return redact(new URL(location, url).origin)
}
