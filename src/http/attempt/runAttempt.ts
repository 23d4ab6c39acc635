import type { Clock } from "../../primitives/clock.js"

import { explainFailure } from "./explainConnectionFailure.js"
import { readBody } from "./readBody.js"
import { within } from "./withTimeLimit.js"

/** How one attempt ended. The status and headers of an answer are kept even when its body never came. */
export type Exchange =
  | { kind: "answered"; response: Response; body: Uint8Array }
  | { kind: "too large"; response: Response }
  | { kind: "garbled"; response: Response; reason: string }
  | { kind: "unreachable"; response: Response | undefined; reason: string }
  | { kind: "late"; response: Response | undefined }
  | { kind: "aborted" }

type Attempt = {
  url: URL
  query: URLSearchParams
  headers: Readonly<Record<string, string>>
  fetch: typeof globalThis.fetch | undefined
  /** Milliseconds, the body included. */
  limit: number
  clock: Clock
  signal: AbortSignal | undefined
}

/** Makes one GET, with one time limit over connection, headers and body. */
export async function exchange({ url, query, headers, fetch, limit, clock, signal }: Attempt): Promise<Exchange> {
  const { default: ky } = await import("ky")
  let response: Response | undefined
  const attempt = async (stop: AbortSignal): Promise<Exchange> => {
    try {
      response = await ky.get(url, {
        searchParams: query,
        headers: { accept: "application/json", ...headers },
        signal: stop,
        // A followed redirect would carry the API key to wherever the server likes.
        redirect: "manual",
        // Retries and time are counted outside, where a clock can be injected and the body is included.
        retry: 0,
        timeout: false,
        throwHttpErrors: false,
        ...(fetch === undefined ? {} : { fetch }),
      })
      if (isRedirect(response)) return { kind: "answered", response, body: new Uint8Array() }
      const body = await readBody(response, stop)
      return body === undefined ? { kind: "too large", response } : { kind: "answered", response, body }
    } catch (error) {
      const { garbled, reason } = explainFailure(error)
      return garbled && response !== undefined
        ? { kind: "garbled", response, reason }
        : { kind: "unreachable", response, reason }
    }
  }
  const outcome = await within(limit, attempt, { clock, signal })
  if (outcome.kind === "done") return outcome.value
  return outcome.kind === "late" ? { kind: "late", response } : outcome
}

/** Whether an answer sends us elsewhere, or a `fetch` of the caller has already gone there. */
export function isRedirect(response: Response): boolean {
  return (
    response.redirected || response.type === "opaqueredirect" || [301, 302, 303, 307, 308].includes(response.status)
  )
}
