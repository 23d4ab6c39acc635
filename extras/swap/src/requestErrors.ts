import { HttpStatusError, NotFoundError, StatusError, UnauthorizedError } from "#src/http/errors.js"
import { either, helper, text } from "#src/primitives/errorText.js"

/** The swap API refused the key or the affiliate, or requires one that was not given. */
export class ApiKeyRefusedError extends StatusError {
  readonly code = "UNAUTHORIZED"

  constructor(error: UnauthorizedError) {
    super(
      "The swap API refused the credentials.",
      error,
      text`Set apiKey and affiliate to those that were issued for this base URL: in plugs.swap of the Hardhat configuration${either(", or in createSwapClient", "")}.`,
    )
  }
}

/** The swap API does not know the route. A route that was just quoted or sent may not be known yet. */
export class RouteNotFoundError extends StatusError {
  readonly code = "NOT_FOUND"

  constructor(error: NotFoundError) {
    super(
      "The swap API does not know this route.",
      error,
      text`If it was just sent, try again${either(" or use waitForRoute", ", or add --wait")}. A deposit route is found by the id of its quote only, not by a transaction.`,
    )
  }
}

/** The swap API refused a parameter, or this combination of parameters. */
export class RequestRefusedError extends StatusError {
  readonly code = "REQUEST_REFUSED"

  constructor(error: HttpStatusError) {
    super(
      "The swap API refused the request.",
      error,
      text`Read the server's message, and check the chains and tokens with ${helper("getSupportedChains")} and ${helper("searchTokens")}.`,
    )
  }
}

const refusals: readonly number[] = [400, 422]

/** Rethrows the error of a request, as an error of the swap API if it is one. For `.catch`. */
export function throwExplained(error: unknown): never {
  if (error instanceof UnauthorizedError) throw new ApiKeyRefusedError(error)
  if (error instanceof HttpStatusError && refusals.includes(error.status)) throw new RequestRefusedError(error)
  throw error
}

/** Like {@link throwExplained}, for requests about one route. */
export function throwExplainedOfRoute(error: unknown): never {
  if (error instanceof NotFoundError) throw new RouteNotFoundError(error)
  throwExplained(error)
}
