import type { ZodType } from "zod"

import { readClaimedFailure, readServerError } from "./serverError.js"
import type { ErrorResponse, RequestFacts, StatusError } from "../errors.js"
import {
  HttpStatusError,
  MalformedResponseError,
  NotFoundError,
  RateLimitedError,
  RedirectRefusedError,
  UnauthorizedError,
} from "../errors.js"
import { isRedirect } from "../attempt/runAttempt.js"
import { describeMismatch } from "./describeMismatch.js"
import type { Redact } from "../redact.js"
import { readRetryAfter } from "../retry/retryAfter.js"

/** What `judge` needs to know beside the answer. */
export type ResponseContext<T> = { schema: ZodType<T>; facts: RequestFacts; redact: Redact; now: number; url: URL }

/** Gives the value that an answer with a complete body holds, or throws what is wrong with it. */
export function parseResponse<T>(
  response: Response,
  body: Uint8Array,
  { schema, facts, redact, now, url }: ResponseContext<T>,
): T {
  if (isRedirect(response)) throw new RedirectRefusedError(facts, redactedTarget(response, url, redact))
  if (!response.ok) {
    const complaint = readServerError(readLeniently(body), redact)
    throw statusError(facts, {
      status: response.status,
      complaint,
      retryAfter: readRetryAfter(response.headers, now),
    })
  }
  const json = readJson(body, response, facts, redact)
  const parsed = parse(schema, json)
  if (parsed?.success === true) return parsed.data
  const claimed = readClaimedFailure(json)
  if (claimed !== undefined) throw statusError(facts, { status: claimed, complaint: readServerError(json, redact) })
  const { path, expected, found } = describeMismatch(json, parsed?.error.issues ?? [], redact)
  throw new MalformedResponseError(facts, `${path} is not as specified`, { path, expected, found })
}

/** The error for a status, told from its number. */
function statusError(facts: RequestFacts, refusal: ErrorResponse): StatusError {
  if (refusal.status === 401 || refusal.status === 403) return new UnauthorizedError(facts, refusal)
  if (refusal.status === 404) return new NotFoundError(facts, refusal)
  if (refusal.status === 429) return new RateLimitedError(facts, refusal)
  return new HttpStatusError(facts, refusal)
}

function readJson(body: Uint8Array, response: Response, facts: RequestFacts, redact: Redact): unknown {
  const type = redact(response.headers.get("content-type") ?? "none")
  if (body.byteLength === 0) throw new MalformedResponseError(facts, "its body is empty", { "content type": type })
  let text = ""
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(body)
    return JSON.parse(text) as unknown
  } catch {
    const problem = text === "" ? "it is not UTF-8" : "it is not JSON"
    throw new MalformedResponseError(facts, problem, {
      "content type": type,
      body: `${body.byteLength} bytes${text === "" ? "" : `, beginning with ${redact(text)}`}`,
    })
  }
}

/** An error's body is read for its words alone, so nothing about it can be wrong. */
function readLeniently(body: Uint8Array): unknown {
  const text = new TextDecoder().decode(body)
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

/** A schema's own transform can throw on what nobody thought of; its error may quote the answer, so it goes no further. */
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
