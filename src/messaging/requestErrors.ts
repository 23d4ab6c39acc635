import { NotFoundError, StatusError, UnauthorizedError } from "../http/errors.js"
import { errorResponseOf } from "../http/response/errorResponseOf.js"

/** The messaging API refuses the key, or there is none in the request. */
export class ApiKeyRefusedError extends StatusError {
  readonly code = "UNAUTHORIZED"

  constructor(error: UnauthorizedError) {
    super(
      "The messaging API refused the API key.",
      error.request,
      errorResponseOf(error),
      "Set plugs.messaging.apiKey in the Hardhat configuration, or apiKey of createMessagingClient, to a key for this base URL.",
    )
  }
}

/** The messaging API knows nothing of it. A message that was just sent is not known before its transaction is indexed. */
export class MessageNotFoundError extends StatusError {
  readonly code = "NOT_FOUND"

  constructor(error: NotFoundError) {
    super(
      "The messaging API knows no such message.",
      error.request,
      errorResponseOf(error),
      "If it was just sent, ask again or use waitForMessage; else check that srcChainSlug is the chain of srcTxHash.",
    )
  }
}

/** Throws what a failure means in the messaging API's own terms. For `.catch`. */
export function throwExplained(error: unknown): never {
  throw error instanceof UnauthorizedError ? new ApiKeyRefusedError(error) : error
}

/** As {@link throwExplained}, where what may be unknown is a message. */
export function throwExplainedOfMessage(error: unknown): never {
  if (error instanceof NotFoundError) throw new MessageNotFoundError(error)
  throwExplained(error)
}
