import type { Refusal, StatusError } from "./errors.js"

/** What an error says of the server's refusal, for one that says the same in an API's own terms. */
export function refusalOf({ status, serverCode, serverMessage, retryAfter }: StatusError): Refusal {
  return { status, complaint: { code: serverCode, message: serverMessage }, retryAfter }
}
