import { formatDuration } from "../primitives/duration.js"
import { PlugsError } from "../primitives/PlugsError.js"

/** What is known of a request by the time it fails. Never its query, its headers or its body. */
export type RequestFacts = {
  method: "GET"
  origin: string
  /** The path, without the query. */
  route: string
  attempts: number
  /** Milliseconds since the first attempt began. */
  elapsed: number
  /** Of the last answer, when there was one. */
  status?: number | undefined
  /** The `server-req-id` header of that answer: what the API's operators ask for. */
  requestId?: string | undefined
}

/** What an API says of its own refusal. */
export type ServerError = {
  code?: string | undefined
  message?: string | undefined
}

type Extra = { facts?: Readonly<Record<string, string | undefined>>; next?: string | undefined }

/** An error status, and what came with it. */
export type ErrorResponse = {
  status: number
  complaint: ServerError
  /** Milliseconds that the server asks to wait, when it does. */
  retryAfter?: number | undefined
}

/** A request that did not give what was asked for. */
export abstract class RequestError extends PlugsError {
  declare readonly request: RequestFacts

  constructor(shortMessage: string, request: RequestFacts, { facts, next }: Extra = {}) {
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
    // Its fields are among the facts already; once is enough in an inspected error.
    Object.defineProperty(this, "request", { value: request, enumerable: false })
  }
}

/** The server answered, and the answer is an error status. */
export abstract class StatusError extends RequestError {
  readonly status: number
  readonly serverCode: string | undefined
  readonly serverMessage: string | undefined
  /** Milliseconds that the server asks to wait, when it does. */
  readonly retryAfter: number | undefined

  constructor(
    shortMessage: string,
    request: RequestFacts,
    { status, complaint, retryAfter }: ErrorResponse,
    next: string,
  ) {
    super(shortMessage, request, {
      facts: {
        "server code": complaint.code,
        "server says": complaint.message,
        "retry after": retryAfter === undefined ? undefined : formatDuration(retryAfter),
      },
      next,
    })
    this.status = status
    this.serverCode = complaint.code
    this.serverMessage = complaint.message
    this.retryAfter = retryAfter
  }
}

/** Any error status that has no class of its own. */
export class HttpStatusError extends StatusError {
  readonly code = "HTTP_STATUS"

  constructor(request: RequestFacts, refusal: ErrorResponse) {
    super(
      `The server answered with status ${refusal.status}.`,
      request,
      refusal,
      refusal.status >= 500
        ? "The fault is the server's: try again later, and quote the server request id if it stays."
        : "The server does not accept this request: compare its parameters with what the server says.",
    )
  }
}

/** 401 or 403: the key is missing, wrong, or not allowed to do this. */
export class UnauthorizedError extends StatusError {
  readonly code = "UNAUTHORIZED"

  constructor(request: RequestFacts, refusal: ErrorResponse) {
    super(
      "The server refused the credentials.",
      request,
      refusal,
      "Check the API key in the configuration, and that it belongs to this base URL.",
    )
  }
}

/** 404: the server does not know what was asked for, or not yet. */
export class NotFoundError extends StatusError {
  readonly code = "NOT_FOUND"

  constructor(request: RequestFacts, refusal: ErrorResponse) {
    super(
      "The server knows nothing of this.",
      request,
      refusal,
      "Check the parameters and the base URL; what was just submitted may not be known yet.",
    )
  }
}

/** 429: more requests than the server allows. */
export class RateLimitedError extends StatusError {
  readonly code = "RATE_LIMITED"

  constructor(request: RequestFacts, refusal: ErrorResponse) {
    super(
      "The server asks for fewer requests.",
      request,
      refusal,
      refusal.retryAfter === undefined
        ? "Wait a little, and ask less often."
        : `Ask again after ${formatDuration(refusal.retryAfter)}.`,
    )
  }
}

/** No complete answer within the attempt's or the request's time. */
export class TimeoutError extends RequestError {
  readonly code = "TIMEOUT"

  constructor(request: RequestFacts, limit: number) {
    super(`No complete answer within ${formatDuration(limit)}.`, request, {
      next: "Try again later, or allow more time with the client's timeout and totalTimeout.",
    })
  }
}

/** No connection, or one that broke before the answer was complete. */
export class UnreachableError extends RequestError {
  readonly code = "UNREACHABLE"

  constructor(request: RequestFacts, reason: string) {
    super("The server can't be reached.", request, {
      facts: { reason },
      next: "Check that the server runs and that the base URL in the configuration is right.",
    })
  }
}

/** An answer that is not what the API's specification promises. */
export class MalformedResponseError extends RequestError {
  readonly code = "MALFORMED_RESPONSE"

  constructor(request: RequestFacts, problem: string, facts: Readonly<Record<string, string | undefined>>) {
    super(`The server's answer can't be used: ${problem}.`, request, {
      facts,
      next: "Check that the base URL in the configuration is that of this API; if it is, the API has changed.",
    })
  }
}

/** An answer above the size that any answer of these APIs has; the rest of it was not read. */
export class ResponseTooLargeError extends RequestError {
  readonly code = "RESPONSE_TOO_LARGE"

  constructor(request: RequestFacts, limit: number) {
    super(`The server's answer is larger than ${limit / 2 ** 20} MiB.`, request, {
      next: "Check that the base URL in the configuration is that of this API.",
    })
  }
}

/** The server points elsewhere. Following would carry the API key along, so it is never done. */
export class RedirectRefusedError extends RequestError {
  readonly code = "REDIRECT_REFUSED"

  constructor(request: RequestFacts, target: string | undefined) {
    super("The server redirects, and redirects are never followed.", request, {
      facts: { "redirects to": target },
      next: "If you trust the target, make it the base URL in the configuration.",
    })
  }
}

/** The caller's signal ended a request or a wait. */
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
    super("baseUrl: only https is allowed, and http for this machine alone.", {
      facts: { origin },
      next: "Write the base URL with https://, or with http:// and a loopback host such as 127.0.0.1.",
    })
  }
}
