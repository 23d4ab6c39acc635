import { withTimeLimit } from "./withTimeLimit.js"
import type { Clock } from "#src/primitives/clock.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"

/** How one attempt ended. The response's status and headers are kept even if its body never arrived. */
export type AttemptResult =
  | { kind: "complete"; response: Response; body: Uint8Array }
  | { kind: "too large"; response: Response }
  | { kind: "undecodable"; response: Response; reason: string }
  | { kind: "unreachable"; response: Response | undefined; reason: string }
  | { kind: "timed out"; response: Response | undefined }
  | { kind: "aborted" }

export type AttemptParameters = {
  url: URL
  headers: Readonly<Record<string, string>>
  /** What is posted. Default: it is a GET request. */
  body?: string | undefined
  fetch: typeof globalThis.fetch | undefined
  /** Milliseconds for the whole attempt, including the body. */
  limit: number
  clock: Clock
  signal: AbortSignal | undefined
}

/** Sends one request, with one time limit for the connection, the headers and the body. */
export async function runAttempt(parameters: AttemptParameters): Promise<AttemptResult> {
  const { url, headers, body: posted, fetch = globalThis.fetch, limit, clock, signal } = parameters
  let response: Response | undefined
  const send = async (stop: AbortSignal): Promise<AttemptResult> => {
    try {
      const request = new Request(url, {
        headers: { accept: "application/json", ...headers },
        ...(posted === undefined ? {} : { method: "POST", body: posted }),
        signal: stop,
        // Following a redirect would send the API key to whatever server it names.
        redirect: "manual",
      })
      response = await fetch(request)
      if (isRedirect(response)) return { kind: "complete", response, body: new Uint8Array() }
      const body = await readBody(response, stop)
      return body === undefined ? { kind: "too large", response } : { kind: "complete", response, body }
    } catch (error) {
      // The caller's own `fetch` refuses the request, as the one of `mockApi` does. Sending it again would not help.
      if (isPlugsError(error)) throw error
      const { isUndecodable, reason } = explainConnectionFailure(error)
      return isUndecodable && response !== undefined
        ? { kind: "undecodable", response, reason }
        : { kind: "unreachable", response, reason }
    }
  }
  const result = await withTimeLimit(limit, send, { clock, signal })
  if (result.kind === "done") return result.value
  return result.kind === "timed out" ? { kind: "timed out", response } : result
}

/** Checks whether a response redirects, or comes from a redirect that the caller's own `fetch` has followed. */
export function isRedirect(response: Response): boolean {
  return (
    response.redirected || response.type === "opaqueredirect" || [301, 302, 303, 307, 308].includes(response.status)
  )
}

/** Bytes after decompression. A list of all tokens of a chain has hundreds of kB, and one of all chains some MiB. */
export const maxBodyBytes: number = 5 * 2 ** 20

/** Reads a body, and closes the connection on abort or beyond {@link maxBodyBytes}: then it is `undefined`. */
export async function readBody(response: Response, signal: AbortSignal): Promise<Uint8Array | undefined> {
  if (response.body === null) return new Uint8Array()
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const cancel = (): void => {
    reader.cancel().catch(() => undefined)
  }
  signal.addEventListener("abort", cancel, { once: true })
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return Buffer.concat(chunks, length)
      length += value.byteLength
      if (length > maxBodyBytes) {
        cancel()
        return undefined
      }
      chunks.push(value)
    }
  } finally {
    signal.removeEventListener("abort", cancel)
  }
}

/** Descriptions of connection failures by the error code of Node or its HTTP client. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens at this address",
  ECONNRESET: "the connection was reset",
  EPIPE: "the connection was closed",
  ENOTFOUND: "the host name is unknown",
  EAI_AGAIN: "the host name could not be looked up",
  EHOSTUNREACH: "there is no route to the host",
  ENETUNREACH: "there is no route to the network",
  ETIMEDOUT: "the connection timed out",
  UND_ERR_CONNECT_TIMEOUT: "the connection timed out",
  UND_ERR_SOCKET: "the connection was closed before the response was complete",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "the response is not as long as it says",
  UND_ERR_HEADERS_OVERFLOW: "the response's headers are too large",
  Z_BUF_ERROR: "the connection was closed before the response was complete",
  Z_DATA_ERROR: "the body is not compressed as the headers say",
}

/**
 * Explains why a connection failed, by the code of the innermost error or by its name if it has no code.
 *
 * The error itself is never shown or attached, because it can contain the request with its headers.
 *
 * @returns `isUndecodable` if the response arrived but its body cannot be decompressed
 */
function explainConnectionFailure(error: unknown): { isUndecodable: boolean; reason: string } {
  const label = labelOf(error)
  const notHttp = label === "HTTPParserError" || label.startsWith("HPE_")
  const explained = reasons[label] ?? (notHttp ? "the response is not HTTP" : "the connection failed")
  return { isUndecodable: label === "Z_DATA_ERROR", reason: `${explained} (${label})` }
}

function labelOf(error: unknown): string {
  let label = "unknown"
  let current = error
  // Five levels cover the nesting of the HTTP client. An error can be its own cause, so the depth must be limited.
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    const { code, name } = current as Error & { code?: unknown }
    if (typeof code === "string" && isLabel(code)) return code
    if (isLabel(name)) label = name
    current = current.cause
  }
  return label
}

/** Anybody can set the code or name of an error, so it is shown only if it looks like an identifier. */
function isLabel(text: string): boolean {
  return /^[A-Za-z]\w{2,50}$/.test(text)
}
