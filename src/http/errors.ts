import { formatDuration } from "#src/primitives/duration.js"
import { either, type ErrorText, text } from "#src/primitives/errorText.js"
import { type ErrorDetails, PlugsError } from "#src/primitives/PlugsError.js"

/** What is known about a request when it fails. It never contains the query, the headers or the body. */
export type RequestFacts = {
  method: "GET" | "POST"
  origin: string
  /** The path, without the query. */
  route: string
  attempts: number
  /** Milliseconds since the first attempt began. */
  elapsed: number
  /** Status of the last response, if there was one. */
  status?: number | undefined
  /** The `server-req-id` header of the last response. The API's operators use it to find the request. */
  requestId?: string | undefined
}

/** A request that failed. */
export abstract class RequestError extends PlugsError {
  declare readonly request: RequestFacts

  constructor(
    shortMessage: string,
    request: RequestFacts,
    { facts, next }: { facts?: ErrorDetails["facts"]; next?: ErrorText | undefined } = {},
  ) {
    super(shortMessage, {
      facts: {
        method: request.method,
        origin: request.origin,
        route: request.route,
        status: request.status === undefined ? undefined : String(request.status),
        ...facts,
        attempts: String(request.attempts),
        elapsed: formatDuration(request.elapsed),
        "server request id": request.requestId,
      },
      next,
    })
    // An inspected error shows the same values among its facts, so the field is hidden there.
    Object.defineProperty(this, "request", { value: request, enumerable: false })
  }
}

/** The server did not complete its response within the time of an attempt or of the whole request. */
export class TimeoutError extends RequestError {
  readonly code = "TIMEOUT"

  constructor(request: RequestFacts, limit: number) {
    super(`The server did not respond within ${formatDuration(limit)}.`, request, {
      next: text`Try again later${either(", or allow more time with timeout and totalTimeout of the client", "")}.`,
    })
  }
}

/** There was no connection, or it broke before the response was complete. */
export class UnreachableError extends RequestError {
  readonly code = "UNREACHABLE"

  constructor(request: RequestFacts, reason: string) {
    super("The server cannot be reached.", request, {
      facts: { reason },
      next: "Check that the server is running and that the base URL in the configuration is correct.",
    })
  }
}

/** A response that does not match the API's specification. */
export class MalformedResponseError extends RequestError {
  readonly code = "MALFORMED_RESPONSE"

  /** @param problem completes the sentence "The server's response is unusable: …" */
  constructor(request: RequestFacts, problem: string, facts: Readonly<Record<string, string | undefined>>) {
    super(`The server's response is unusable: ${problem}.`, request, {
      facts,
      next: "Check that the base URL in the configuration belongs to this API and version. If it does, the API has changed.",
    })
  }
}

/** A response larger than any that these APIs send. The rest of it was not read. */
export class ResponseTooLargeError extends RequestError {
  readonly code = "RESPONSE_TOO_LARGE"

  /** @param limit bytes */
  constructor(request: RequestFacts, limit: number) {
    super(`The server's response is larger than ${limit / 2 ** 20} MiB.`, request, {
      next: "Check that the base URL in the configuration belongs to this API.",
    })
  }
}

/** The server redirects. Redirects are not followed, because they would send the API key to another server. */
export class RedirectRefusedError extends RequestError {
  readonly code = "REDIRECT_REFUSED"

  constructor(request: RequestFacts, target: string | undefined) {
    super("The server redirects the request, and redirects are not followed.", request, {
      facts: { "redirects to": target },
      next: "If you trust the target, make it the base URL in the configuration.",
    })
  }
}

/** The caller's signal stopped a request or a wait. */
export class AbortedError extends PlugsError {
  readonly code = "ABORTED"

  constructor() {
    super("Stopped by the caller.")
  }
}

/** A base URL that would send the API key unencrypted over a network. */
export class InsecureUrlError extends PlugsError {
  readonly code = "INSECURE_URL"

  constructor(origin: string) {
    super("Only https is allowed in baseUrl, except for http to this machine.", {
      facts: { origin },
      next: "Use https://, or http:// with a loopback host such as 127.0.0.1.",
    })
  }
}

export type ErrorResponse = {
  readonly status: number
  /** The error code in the body, if there is one. */
  readonly serverCode?: string | undefined
  /** The error message in the body, if there is one. */
  readonly serverMessage?: string | undefined
  /** Milliseconds that the server asks the client to wait. */
  readonly retryAfter?: number | undefined
}

type Answered = ErrorResponse & { readonly request: RequestFacts }

/** The server answered with an error status. */
export abstract class StatusError extends RequestError implements ErrorResponse {
  readonly status: number
  readonly serverCode: string | undefined
  readonly serverMessage: string | undefined
  /** Milliseconds that the server asks the client to wait. */
  readonly retryAfter: number | undefined

  /** @param answer what the server said. Another `StatusError` can be passed, to restate it in the terms of one API */
  constructor(shortMessage: string, answer: Answered, next: ErrorText) {
    const { request, status, serverCode, serverMessage, retryAfter } = answer
    super(shortMessage, request, {
      facts: {
        "server code": serverCode,
        "server says": serverMessage,
        "retry after": retryAfter === undefined ? undefined : formatDuration(retryAfter),
      },
      next,
    })
    this.status = status
    this.serverCode = serverCode
    this.serverMessage = serverMessage
    this.retryAfter = retryAfter
  }
}

/** An error status without an error class of its own. */
export class HttpStatusError extends StatusError {
  readonly code = "HTTP_STATUS"

  constructor(answer: Answered) {
    super(
      `The server answered with status ${answer.status}.`,
      answer,
      answer.status >= 500
        ? "The server failed. Try again later; if it keeps failing, report the server request id to its operators."
        : "The server does not accept this request. Compare its parameters with what the server says.",
    )
  }
}

/** Status 401 or 403: the API key is missing, wrong, or not allowed to do this. */
export class UnauthorizedError extends StatusError {
  readonly code = "UNAUTHORIZED"

  constructor(answer: Answered) {
    super(
      "The server refused the credentials.",
      answer,
      "Check the API key in the configuration and that it belongs to this base URL.",
    )
  }
}

/** Status 404: the server does not know what was requested, or does not know it yet. */
export class NotFoundError extends StatusError {
  readonly code = "NOT_FOUND"

  constructor(answer: Answered) {
    super(
      "The server does not know what was requested.",
      answer,
      "Check the parameters and the base URL. Something that was just submitted may not be known yet.",
    )
  }
}

/** Status 404 of a server that has nothing at the path: it says nothing about what was asked for. */
export class PathNotFoundError extends StatusError {
  readonly code = "PATH_NOT_FOUND"

  constructor(answer: Answered) {
    super(
      `The server has nothing at ${answer.request.route}.`,
      answer,
      "Check that the base URL is that of this API, and that no proxy or login page answers in its place.",
    )
  }
}

/** Status 429: the client sends more requests than the server allows. */
export class RateLimitedError extends StatusError {
  readonly code = "RATE_LIMITED"

  constructor(answer: Answered) {
    super(
      "The server limits the rate of requests.",
      answer,
      answer.retryAfter === undefined
        ? "Wait a little, and send fewer requests."
        : `Try again after ${formatDuration(answer.retryAfter)}.`,
    )
  }
}

export function statusError(request: RequestFacts, response: ErrorResponse): StatusError {
  const answer = { ...response, request }
  if (response.status === 401 || response.status === 403) return new UnauthorizedError(answer)
  if (response.status === 404) return new NotFoundError(answer)
  return response.status === 429 ? new RateLimitedError(answer) : new HttpStatusError(answer)
}
