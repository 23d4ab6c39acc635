import { HttpStatusError, NotFoundError, StatusError, UnauthorizedError } from "../http/statusErrors.js"

/** The swap API refuses the key or the affiliate, or wants one and got none. */
export class ApiKeyRefusedError extends StatusError {
  readonly code = "UNAUTHORIZED"

  constructor(error: UnauthorizedError) {
    super(
      "The swap API refused the credentials.",
      error.request,
      error,
      "Set apiKey and affiliate of plugs.swap in the Hardhat configuration, or of createSwapClient, to those for this base URL.",
    )
  }
}

/** The swap API knows no such route. What was just quoted or sent may not be known yet. */
export class RouteNotFoundError extends StatusError {
  readonly code = "NOT_FOUND"

  constructor(error: NotFoundError) {
    super(
      "The swap API knows no such route.",
      error.request,
      error,
      "If it was just sent, ask again or use waitForRoute. A deposit route is found by its quoteId alone, not by srcTxHash.",
    )
  }
}

/** The swap API can't make sense of a parameter, or has no answer to this combination of them. */
export class RequestRefusedError extends StatusError {
  readonly code = "REQUEST_REFUSED"

  constructor(error: HttpStatusError) {
    super(
      "The swap API refused the request.",
      error.request,
      error,
      "See what the server says, and compare chains and tokens with getSupportedChains and searchTokens.",
    )
  }
}

const refusals: readonly number[] = [400, 422]

/** Throws what a failure means in the swap API's own terms. For `.catch`. */
export function throwExplained(error: unknown): never {
  if (error instanceof UnauthorizedError) throw new ApiKeyRefusedError(error)
  if (error instanceof HttpStatusError && refusals.includes(error.status)) throw new RequestRefusedError(error)
  throw error
}

/** As {@link throwExplained}, where what may be unknown is a route. */
export function throwExplainedOfRoute(error: unknown): never {
  if (error instanceof NotFoundError) throw new RouteNotFoundError(error)
  throwExplained(error)
}
