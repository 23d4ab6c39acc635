import { HttpStatusError, StatusError } from "../http/statusErrors.js"

/** The gateway API refused a parameter: status 400. */
export class RequestRefusedError extends StatusError {
  readonly code = "REQUEST_REFUSED"

  constructor(error: HttpStatusError) {
    super(
      "The gateway API refused the request.",
      error.request,
      error,
      "Check what the server says. A transaction hash must be one of the gateway chain, not of the chain that a payload was sent to.",
    )
  }
}

/** Rethrows the error of a request, as an error of the gateway API if it is one. For `.catch`. */
export function throwExplained(error: unknown): never {
  throw error instanceof HttpStatusError && error.status === 400 ? new RequestRefusedError(error) : error
}
