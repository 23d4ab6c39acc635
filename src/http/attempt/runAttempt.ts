import type { Clock } from "../../primitives/clock.js"
import { isPlugsError } from "../../primitives/PlugsError.js"

import { explainConnectionFailure } from "./explainConnectionFailure.js"
import { loadKy } from "./loadKy.js"
import { readBody } from "./readBody.js"
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
  query: URLSearchParams
  headers: Readonly<Record<string, string>>
  fetch: typeof globalThis.fetch | undefined
  /** Milliseconds for the whole attempt, including the body. */
  limit: number
  clock: Clock
  signal: AbortSignal | undefined
}

/** Sends one GET request, with one time limit for the connection, the headers and the body. */
export async function runAttempt(parameters: AttemptParameters): Promise<AttemptResult> {
  const { url, query, headers, fetch, limit, clock, signal } = parameters
  const ky = await loadKy()
  let response: Response | undefined
  const request = async (stop: AbortSignal): Promise<AttemptResult> => {
    try {
      response = await ky.get(withQuery(url, query), {
        headers: { accept: "application/json", ...headers },
        signal: stop,
        // Following a redirect would send the API key to whatever server it names.
        redirect: "manual",
        // The transport counts retries and time itself, with a clock that tests control and with the body included.
        retry: 0,
        timeout: false,
        throwHttpErrors: false,
        ...(fetch === undefined ? {} : { fetch }),
      })
      if (isRedirect(response)) return { kind: "complete", response, body: new Uint8Array() }
      const body = await readBody(response, stop)
      return body === undefined ? { kind: "too large", response } : { kind: "complete", response, body }
    } catch (error) {
      // The caller's own `fetch` refuses the request, as the one of `mockApi` does. To send it again would not help.
      if (isPlugsError(error)) throw error
      const { isUndecodable, reason } = explainConnectionFailure(error)
      return isUndecodable && response !== undefined
        ? { kind: "undecodable", response, reason }
        : { kind: "unreachable", response, reason }
    }
  }
  const result = await withTimeLimit(limit, request, { clock, signal })
  if (result.kind === "done") return result.value
  return result.kind === "timed out" ? { kind: "timed out", response } : result
}

/** ky would make a second request of the first to add a query to it. */
function withQuery(url: URL, query: URLSearchParams): URL {
  const whole = new URL(url)
  for (const [name, value] of query) whole.searchParams.append(name, value)
  return whole
}

/** Checks whether a response redirects, or comes from a redirect that the caller's own `fetch` has followed. */
export function isRedirect(response: Response): boolean {
  return (
    response.redirected || response.type === "opaqueredirect" || [301, 302, 303, 307, 308].includes(response.status)
  )
}
