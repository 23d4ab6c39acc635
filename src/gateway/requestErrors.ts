import { HttpStatusError, StatusError } from "../http/errors.js"

/** The gateway API can't make sense of a parameter: status 400, and a word of what is wrong. */
export class RequestRefusedError extends StatusError {
  readonly code = "REQUEST_REFUSED"

  constructor({ request, status, serverCode, serverMessage, retryAfter }: HttpStatusError) {
    super(
      "The gateway API refused the request.",
      request,
      { status, complaint: { code: serverCode, message: serverMessage }, retryAfter },
      "See what the server says. A transaction hash must be one of the gateway chain's, not of the chain that a payload went to.",
    )
  }
}

/** Throws what a failure means in the gateway API's own terms. For `.catch`. */
export function throwExplained(error: unknown): never {
  throw error instanceof HttpStatusError && error.status === 400 ? new RequestRefusedError(error) : error
}
