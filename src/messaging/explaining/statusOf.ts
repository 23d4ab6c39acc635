import type { Journey } from "../reading/types.js"
import type { MessageStatus } from "../states.js"

/** The state of a message as the chains show it. */
export function statusOf({ arrival, sealed }: Journey): MessageStatus {
  if (!("problem" in arrival)) {
    if (arrival.executed !== false) return "EXECUTION_SUCCESS"
    const own = arrival.proposals.filter(({ isForPlug, isRootOfMessage }) => isForPlug && isRootOfMessage)
    if (own.some(({ isAllowed }) => isAllowed === true)) return "VERIFIED"
    if (own.length > 0) return "PROPOSED"
  }
  return sealed === null || sealed === false ? "RECEIVED" : "SEALED"
}
