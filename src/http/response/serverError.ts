import type { ServerError } from "../errors.js"
import type { Redact } from "../redact.js"

type Fields = Readonly<Record<string, unknown>>

const longestMessage = 300

/**
 * Reads what a server says of its refusal, out of every form that these APIs have been seen to use:
 * `{success: false, statusCode, message}` where the message is a text or `{error, details: {error: {code, message}}}`;
 * `{message}`; `{error}`; `{status: "ERROR", code, message}`; or a bare text such as `missing field : X`.
 */
export function readServerError(body: unknown, redact: Redact): ServerError {
  const { code, message } = typeof body === "string" ? { code: undefined, message: plainText(body) } : find(body)
  return {
    code: code === undefined ? undefined : redact(code),
    message: message === undefined ? undefined : redact(message, longestMessage),
  }
}

/**
 * The status that an envelope claims for itself, when it says that the request failed. Some servers send such an
 * envelope with status 200.
 */
export function readClaimedFailure(body: unknown): number | undefined {
  const { success, status, statusCode, code } = fieldsOf(body)
  const claimed = statusOfCode.get(code) ?? statusOfCode.get(status)
  if (success !== false && !failures.has(status) && !statusOfCode.has(status)) return undefined
  if (typeof statusCode === "number" && statusCode >= 400 && statusCode <= 599) return statusCode
  return claimed ?? 500
}

const failures: ReadonlySet<unknown> = new Set(["ERROR", "FAIL", "FAILED", "FAILURE"])

/** The error codes of the messaging API. */
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
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

function firstText(...candidates: unknown[]): string | undefined {
  for (const candidate of candidates) {
    if (typeof candidate === "number") return String(candidate)
    if (typeof candidate === "string" && candidate.trim() !== "") return candidate
  }
  return undefined
}

/** A page made for browsers tells a terminal nothing. */
function plainText(text: string): string | undefined {
  const trimmed = text.trim()
  return trimmed === "" || trimmed.startsWith("<") ? undefined : trimmed
}
