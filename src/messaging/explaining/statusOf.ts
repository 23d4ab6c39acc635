import type { Journey } from "../reading/types.js"
import { compareStates, type MessageStatus, messageStates } from "../states.js"
import type { MessageCase } from "./types.js"

/** The state of a message as the chains show it. EXECUTING, INBOUND_REVERTING and EXECUTION_FAILURE leave no trace on a chain. */
export function statusOf({ arrival, sealed }: Journey): MessageStatus {
  if (!("problem" in arrival)) {
    if (arrival.executed !== false) return "EXECUTION_SUCCESS"
    const own = arrival.proposals.filter(({ isForPlug, isRootOfMessage }) => isForPlug && isRootOfMessage)
    if (own.some(({ isAllowed }) => isAllowed === true)) return "VERIFIED"
    if (own.some(({ isRootValid }) => isRootValid === true)) return "ATTESTED"
    if (own.length > 0) return "PROPOSED"
  }
  return sealed === null || sealed === false ? "RECEIVED" : "SEALED"
}

/**
 * The state of a message as the chains and the API together show it: the API's word counts where the chains say nothing. That is after the
 * packet was allowed, and where the destination chain cannot be read.
 */
export function knownStatusOf({ journey, reported }: Pick<MessageCase, "journey" | "reported">): MessageStatus {
  const seen = statusOf(journey)
  const said = reported?.status
  if (said === undefined || !Object.hasOwn(messageStates, said)) return seen
  const status = said as MessageStatus
  if ("problem" in journey.arrival) return compareStates(status, seen) > 0 ? status : seen
  const isBeyondChains = status === "EXECUTING" || status === "INBOUND_REVERTING" || status === "EXECUTION_FAILURE"
  return seen === "VERIFIED" && isBeyondChains ? status : seen
}
