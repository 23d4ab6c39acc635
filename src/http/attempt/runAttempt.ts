import type { Clock } from "../../primitives/clock.js"
import { isPlugsError } from "../../primitives/PlugsError.js"
import { explainConnectionFailure } from "./explainConnectionFailure.js"
import { withTimeLimit } from "./withTimeLimit.js"

/** How one attempt ended. The response's status and headers are kept even if its body never arrived. */
export type AttemptResult =
  | { kind: "complete"; response: Response; body: Uint8Array }
  | { kind: "too large"; response: Response }
  | { kind: "undecodable"; response: Response; reason: string }
  | { kind: "unreachable"; response: Response | undefined; reason: string }
  | { kind: "timed out"; response: Response | undefined }
  | { kind: "aborted" }

type AttemptParameters = {
  url: URL
  headers: Readonly<Record<string, string>>
  fetch: typeof globalThis.fetch | undefined
  /** Milliseconds for the whole attempt, including the body. */
  limit: number
  clock: Clock
  signal: AbortSignal | undefined
}

/** Sends one GET request, with one time limit for the connection, the headers and the body. */
export async function runAttempt(parameters: AttemptParameters): Promise<AttemptResult> {
  const { url, headers, fetch = globalThis.fetch, limit, clock, signal } = parameters
  let response: Response | undefined
  const send = async (stop: AbortSignal): Promise<AttemptResult> => {
    try {
      const request = new Request(url, {
        headers: { accept: "application/json", ...headers },
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

/**
 * Reads a response body. Closes the connection as soon as the body exceeds the limit or the signal aborts.
 *
 * @returns the bytes, or `undefined` if there are more than {@link maxBodyBytes}
 */
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
