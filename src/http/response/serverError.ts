import type { Redact } from "../redact.js"
import { isRecord } from "#src/primitives/isRecord.js"

export type ServerError = { code?: string | undefined; message?: string | undefined }

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
