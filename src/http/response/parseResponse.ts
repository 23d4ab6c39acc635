import type { ZodType } from "zod"

import type { Redact } from "../../primitives/printing/hideSecrets.js"
import { isRedirect } from "../attempt/runAttempt.js"
import {
  MalformedResponseError,
  PathNotFoundError,
  RedirectRefusedError,
  type RequestFacts,
  type StatusError,
  statusError,
} from "../errors.js"
import type { ResponseSchema } from "../parsing/lazySchemas.js"
import { malformedIn } from "../parsing/malformed.js"
import { readRetryAfter } from "../retryPolicy.js"
import { describeMalformed, describeMismatch } from "./describeMismatch.js"
import { isRecord } from "#src/primitives/isRecord.js"
import type { MalformedParts } from "#src/primitives/malformed.js"

export type ResponseContext<T> = {
  schema: ResponseSchema<T>
  facts: RequestFacts
  redact: Redact
  now: number
  url: URL
  /** Called with the malformed parts of the answer, if there are any. */
  onMalformed?: ((malformed: MalformedParts) => void) | undefined
}

/**
 * Parses a response with a complete body.
 *
 * @throws {RequestError} the response is a redirect, an error, or does not match the schema
 */
export async function parseResponse<T>(response: Response, body: Uint8Array, context: ResponseContext<T>): Promise<T> {
  const { schema, facts, redact, now, url } = context
  if (isRedirect(response)) throw new RedirectRefusedError(facts, redactedTarget(response, url, redact))
  if (!response.ok) {
    const retryAfter = readRetryAfter(response.headers, now)
    throw errorFromBody(response.status, readLeniently(body), context, retryAfter)
  }
  const read = readJson(body)
  if (read.kind === "malformed" || body.byteLength === 0) throw malformedBody(read, body, response, context)
  const parsed = parse(typeof schema === "function" ? await schema() : schema, read.value)
  if (parsed?.success === true) {
    const found = malformedIn(parsed.data)
    if (found.length > 0) context.onMalformed?.(describeMalformed(facts.route, found, redact))
    return parsed.data
  }
  const status = readEnvelopeStatus(read.value)
  if (status !== undefined) throw errorFromBody(status, read.value, context)
  const { path, expected, found } = describeMismatch(read.value, parsed?.error.issues ?? [], redact)
  throw new MalformedResponseError(facts, `${path} is not as specified`, { path, expected, found })
}

function errorFromBody(
  status: number,
  body: unknown,
  { facts, redact }: ResponseContext<unknown>,
  retryAfter?: number,
): StatusError {
  const { code, message } = readServerError(body, redact)
  const answer = { status, serverCode: code, serverMessage: message, retryAfter }
  return status === 404 && isOfPath(body, facts.route)
    ? new PathNotFoundError({ ...answer, request: facts })
    : statusError(facts, answer)
}

/** Whether a status 404 is about the path: a page, or words that name the path. An API that lacks only what was asked for says that in JSON. */
function isOfPath(body: unknown, route: string): boolean {
  const text = typeof body === "string" ? body : JSON.stringify(body)
  return /^\s*<|\bpage not found\b/i.test(text) || text.includes(route)
}

function malformedBody(
  read: ReadJson,
  { byteLength }: Uint8Array,
  { headers }: Response,
  { facts, redact }: ResponseContext<unknown>,
): MalformedResponseError {
  const type = redact(headers.get("content-type") ?? "none")
  if (byteLength === 0 || read.kind === "json") {
    return new MalformedResponseError(facts, "its body is empty", { "content type": type })
  }
  return new MalformedResponseError(facts, read.problem, {
    "content type": type,
    body: `${byteLength} bytes${read.text === "" ? "" : `, beginning with ${redact(read.text)}`}`,
  })
}

/** Parses with a schema whose transforms may throw. Such an error may quote the response, so it is dropped. */
function parse<T>(schema: ZodType<T>, json: unknown): ReturnType<ZodType<T>["safeParse"]> | undefined {
  try {
    return schema.safeParse(json)
  } catch {
    return undefined
  }
}

function redactedTarget(response: Response, url: URL, redact: Redact): string | undefined {
  const location = response.redirected ? response.url : response.headers.get("location")
  if (location === null || !URL.canParse(location, url.href)) return undefined
  return redact(new URL(location, url).origin)
}

type ReadJson =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "malformed"; readonly problem: string; readonly text: string }

/** Real answers are nested less than 10 levels deep. */
const maxDepth = 64
/** Real answers have 20 bytes and more for each value, and more than 50 for each object or array. */
const minBytesPerValue = 10
const minBytesPerContainer = 32
/** Values and containers that a small body may have as well. */
const spareValues = 4_096

/** In bounded time and memory: two characters can become 50 bytes. More parts than a real answer of that size are not parsed. */
export function readJson(body: Uint8Array): ReadJson {
  const text = decode(body)
  if (text === undefined) return { kind: "malformed", problem: "it is not UTF-8", text: "" }
  const excess = findExcess(body)
  if (excess !== undefined) return { kind: "malformed", problem: excess, text }
  try {
    return { kind: "json", value: JSON.parse(text) as unknown }
  } catch {
    return { kind: "malformed", problem: "it is not JSON", text }
  }
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Counts the values, containers and levels of a JSON document by its commas and brackets. What is not JSON is left to the parser. */
function findExcess(body: Uint8Array): string | undefined {
  const maxValues = spareValues + Math.floor(body.length / minBytesPerValue)
  const maxContainers = spareValues + Math.floor(body.length / minBytesPerContainer)
  let [values, containers, depth, isInText] = [0, 0, 0, false]
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at]
    if (byte === quote) isInText = !isInText
    else if (isInText) {
      if (byte === backslash) at += 1
    } else if (byte === comma) values += 1
    else if (byte === openList || byte === openObject) {
      containers += 1
      depth += 1
      if (depth > maxDepth) return `it is nested more than ${maxDepth} levels deep`
    } else if (byte === closeList || byte === closeObject) depth -= 1
  }
  if (values > maxValues) return `it has more than ${maxValues} values`
  if (containers > maxContainers) return `it has more than ${maxContainers} objects and arrays`
  return undefined
}

/** Reads the body of an error response, which may be JSON or text. */
function readLeniently(body: Uint8Array): unknown {
  const read = readJson(body)
  return read.kind === "json" ? read.value : new TextDecoder().decode(body)
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

type ServerError = { code?: string | undefined; message?: string | undefined }

type Fields = Readonly<Record<string, unknown>>

const maxMessageLength = 300

/**
 * Reads the error code and message from a response body, in every form that these APIs are known to use:
 * `{success: false, statusCode, message}`, where the message is text or `{error, details: {error: {code, message}}}`;
 * `{message}`; `{error}`; `{status: "ERROR", code, message}`; or plain text such as `missing field : X`.
 */
export function readServerError(body: unknown, redact: Redact): ServerError {
  const { code, message } = typeof body === "string" ? { code: undefined, message: plainText(body) } : find(body)
  return {
    code: code === undefined ? undefined : redact(code),
    message: message === undefined ? undefined : redact(message, maxMessageLength),
  }
}

/** The error status in the envelope of a failed request, which some servers send with status 200. */
export function readEnvelopeStatus(body: unknown): number | undefined {
  const { success, status, statusCode, code } = fieldsOf(body)
  const statusFromCode = statusOfCode.get(code) ?? statusOfCode.get(status)
  if (success !== false && !failures.has(status) && !statusOfCode.has(status)) return undefined
  if (typeof statusCode === "number" && statusCode >= 400 && statusCode <= 599) return statusCode
  return statusFromCode ?? 500
}

const failures: ReadonlySet<unknown> = new Set(["ERROR", "FAIL", "FAILED", "FAILURE"])

/** HTTP statuses by error code of the messaging API. */
const statusOfCode: ReadonlyMap<unknown, number> = new Map([
  ["BAD_REQUEST", 400],
  ["UNAUTHORIZED", 401],
  ["NOT_FOUND", 404],
  ["RATE_LIMIT_EXCEEDED", 429],
  ["INTERNAL_SERVER_ERROR", 500],
])

function find(body: unknown): ServerError {
  const { message, error, code, status, result } = fieldsOf(body)
  const inner = [message, error].map(fieldsOf).find((fields) => Object.keys(fields).length > 0)
  const innermost = fieldsOf(fieldsOf(inner?.["details"])["error"])
  return {
    code: firstText(innermost["code"], inner?.["code"], code, statusOfCode.has(status) ? status : undefined),
    message: firstText(innermost["message"], inner?.["message"], inner?.["error"], message, error, result),
  }
}

function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : {}
}

function firstText(...candidates: unknown[]): string | undefined {
  for (const candidate of candidates) {
    if (typeof candidate === "number") return String(candidate)
    if (typeof candidate === "string" && candidate.trim() !== "") return candidate
  }
  return undefined
}

/** An HTML page is of no use in an error message. */
function plainText(text: string): string | undefined {
  const trimmed = text.trim()
  return trimmed === "" || trimmed.startsWith("<") ? undefined : trimmed
}
