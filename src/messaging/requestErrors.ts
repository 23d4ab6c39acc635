import { NotFoundError, PathNotFoundError, RateLimitedError, StatusError, UnauthorizedError } from "#src/http/errors.js"
import { argument, either, text } from "#src/primitives/errorText.js"

/** The messaging API refused the API key. */
export class ApiKeyRefusedError extends StatusError {
  readonly code = "UNAUTHORIZED"

  constructor(error: UnauthorizedError) {
    super(
      "The messaging API refused the API key.",
      error,
      text`Set plugs.messaging.apiKey in the Hardhat configuration${either(", or apiKey of createMessagingClient,", "")} to a key for this base URL.`,
    )
  }
}

/** The messaging API does not know the transaction. It learns of a new message when it has indexed its transaction. */
export class MessageNotFoundError extends StatusError {
  readonly code = "NOT_FOUND"

  constructor(error: NotFoundError) {
    super(
      "The messaging API knows no message of this transaction.",
      error,
      text`If it was sent just now, try again${either(" or use waitForMessage", "")}. Otherwise check that ${argument("srcChainSlug")} is the chain of the transaction.`,
    )
  }
}

/** Whether the API refused the request itself, as for an unknown chain. A refused key, a rate limit or a path that is not there says nothing about one. */
export function isUnknownToApi(error: unknown): error is StatusError {
  if ([ApiKeyRefusedError, PathNotFoundError, RateLimitedError].some((other) => error instanceof other)) return false
  return error instanceof StatusError && error.status >= 400
}

/** Rethrows the error of a request, as an error of the messaging API if it is one. For `.catch`. */
export function throwExplained(error: unknown): never {
  throw error instanceof UnauthorizedError ? new ApiKeyRefusedError(error) : error
}

/** Like {@link throwExplained}, for requests about the messages of a transaction. */
export function throwExplainedOfMessage(error: unknown): never {
  if (error instanceof NotFoundError) throw new MessageNotFoundError(error)
  throwExplained(error)
}

/** Says that the messaging API does not know a chain, with what it answered. */
export function explainUnknown({ status, serverMessage }: StatusError, chain = "this chain"): string {
  const verb = status >= 500 ? "answers an error for" : "does not know"
  return `The messaging API ${verb} ${chain} (${serverMessage ?? `status ${status}`}).`
}
