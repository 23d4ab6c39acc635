import { isPlugsError } from "../../primitives/PlugsError.js"

/**
 * Whether asking again later can give another result: the server was away, slow, overloaded or asked for fewer requests.
 * A refused key, an answer that is not as specified or an error in the request stay what they are.
 *
 * @example
 * isTransient(new TypeError("x is not a function")) // false: a bug is not waited out
 */
export function isTransient(error: unknown): boolean {
  if (!isPlugsError(error)) return false
  if (["UNREACHABLE", "TIMEOUT", "RATE_LIMITED"].includes(error.code)) return true
  const status = error.code === "HTTP_STATUS" && "status" in error ? Number(error.status) : 0
  return status === 408 || status >= 500
}
