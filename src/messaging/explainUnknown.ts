import type { StatusError } from "../http/statusErrors.js"

/** Says that the messaging API does not know a chain, with what it answered. */
export function explainUnknown({ status, serverMessage }: StatusError, chain = "this chain"): string {
  const verb = status >= 500 ? "answers an error for" : "does not know"
  return `The messaging API ${verb} ${chain} (${serverMessage ?? `status ${status}`}).`
}
