import type { ZodType } from "zod"

import { isRedirect } from "../attempt/runAttempt.js"
import {
  MalformedResponseError,
  RedirectRefusedError,
  type RequestFacts,
  type StatusError,
  statusError,
} from "../errors.js"
import type { ResponseSchema } from "../parsing/lazySchemas.js"
import { malformedIn } from "../parsing/malformed.js"
import type { Redact } from "../redact.js"
import { readRetryAfter } from "../retryPolicy.js"
import { describeMalformed, describeMismatch } from "./describeMismatch.js"
import { type ReadJson, readJson, readLeniently } from "./readJson.js"
import { readEnvelopeStatus, readServerError } from "./serverError.js"
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
  return statusError(facts, { status, serverCode: code, serverMessage: message, retryAfter })
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
