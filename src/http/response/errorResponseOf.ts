import type { ErrorResponse, StatusError } from "../errors.js"

/** What an error says of the server's refusal, for one that says the same in an API's own terms. */
export function errorResponseOf({ status, serverCode, serverMessage, retryAfter }: StatusError): ErrorResponse {
  return { status, complaint: { code: serverCode, message: serverMessage }, retryAfter }
}
