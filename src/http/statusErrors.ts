import { type ErrorText } from "../primitives/errorText.js"
import { formatDuration } from "../primitives/duration.js"
import { RequestError, type RequestFacts } from "./errors.js"

/** What a response with an error status says. */
export type ErrorResponse = {
  readonly status: number
  /** The error code in the body, if there is one. */
  readonly serverCode?: string | undefined
  /** The error message in the body, if there is one. */
  readonly serverMessage?: string | undefined
  /** Milliseconds that the server asks the client to wait. */
  readonly retryAfter?: number | undefined
}

/** The server answered with an error status. */
export abstract class StatusError extends RequestError implements ErrorResponse {
  readonly status: number
  readonly serverCode: string | undefined
  readonly serverMessage: string | undefined
  /** Milliseconds that the server asks the client to wait. */
  readonly retryAfter: number | undefined

  /** @param response what the server said. Another `StatusError` can be passed, to restate it in the terms of one API */
  constructor(shortMessage: string, request: RequestFacts, response: ErrorResponse, next: ErrorText) {
    const { status, serverCode, serverMessage, retryAfter } = response
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

  constructor(request: RequestFacts, response: ErrorResponse) {
    super(
      `The server answered with status ${response.status}.`,
      request,
      response,
      response.status >= 500
        ? "The server failed. Try again later; if it keeps failing, report the server request id to its operators."
        : "The server does not accept this request. Compare its parameters with what the server says.",
    )
  }
}

/** Status 401 or 403: the API key is missing, wrong, or not allowed to do this. */
export class UnauthorizedError extends StatusError {
  readonly code = "UNAUTHORIZED"

  constructor(request: RequestFacts, response: ErrorResponse) {
    super(
      "The server refused the credentials.",
      request,
      response,
      "Check the API key in the configuration and that it belongs to this base URL.",
    )
  }
}

/** Status 404: the server does not know what was requested, or does not know it yet. */
export class NotFoundError extends StatusError {
  readonly code = "NOT_FOUND"

  constructor(request: RequestFacts, response: ErrorResponse) {
    super(
      "The server does not know what was requested.",
      request,
      response,
      "Check the parameters and the base URL. Something that was just submitted may not be known yet.",
    )
  }
}

/** Status 429: the client sends more requests than the server allows. */
export class RateLimitedError extends StatusError {
  readonly code = "RATE_LIMITED"

  constructor(request: RequestFacts, response: ErrorResponse) {
    super(
      "The server limits the rate of requests.",
      request,
      response,
      response.retryAfter === undefined
        ? "Wait a little, and send fewer requests."
        : `Try again after ${formatDuration(response.retryAfter)}.`,
    )
  }
}

/** Creates the error for a status. */
export function statusError(request: RequestFacts, response: ErrorResponse): StatusError {
  if (response.status === 401 || response.status === 403) return new UnauthorizedError(request, response)
  if (response.status === 404) return new NotFoundError(request, response)
  if (response.status === 429) return new RateLimitedError(request, response)
  return new HttpStatusError(request, response)
}
