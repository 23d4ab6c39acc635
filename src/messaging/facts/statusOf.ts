import type { ProposalFacts } from "../reading/Journey.js"
import { compareStates, type MessageStatus } from "../states.js"

/** What is known of a message on its way. What was not read is `null`, and never counts as done. */
export type MessageFacts = {
  /** Whether its packet was sealed. */
  readonly isSealed: boolean | null
  /** The proposals with which it can be executed: of its packet, with its root, for the switchboard that the destination plug uses. */
  readonly proposals: readonly ProposalFacts[]
  readonly isExecuted: boolean
}

/** The states that chains show. EXECUTING, INBOUND_REVERTING and EXECUTION_FAILURE leave no trace on a chain. */
export type ShownStatus = Extract<
  MessageStatus,
  "RECEIVED" | "SEALED" | "PROPOSED" | "ATTESTED" | "VERIFIED" | "EXECUTION_SUCCESS"
>

/**
 * The status of a message, from facts of any source: the only rule for it.
 *
 * A root that all watchers have attested is allowed at once, unless something is tripped or the packet is older than its path. So the chains
 * show ATTESTED only of such a packet, and VERIFIED of all others that are allowed. That the API calls a packet ATTESTED until it has verified
 * it is known to the API alone.
 *
 * | depth | what tells the states apart |
 * | --- | --- |
 * | logs | RECEIVED, SEALED, PROPOSED and EXECUTION_SUCCESS |
 * | state | also ATTESTED (`isRootValid`) and VERIFIED (`allowPacket`), where attested packets are not allowed |
 * | the API | all of them |
 */
export function statusOf({ isSealed, proposals, isExecuted }: MessageFacts): ShownStatus {
  if (isExecuted) return "EXECUTION_SUCCESS"
  const standing = proposals.filter(({ isTripped }) => isTripped !== true)
  if (standing.some(({ isAllowed }) => isAllowed === true)) return "VERIFIED"
  if (standing.some(({ isRootValid }) => isRootValid === true)) return "ATTESTED"
  if (standing.length > 0) return "PROPOSED"
  return isSealed === true || proposals.length > 0 ? "SEALED" : "RECEIVED"
}

/** Whether the API alone says how far a message is: it verifies and executes what the chains show as VERIFIED from then on. */
export function isToldByApi(status: MessageStatus, shown: ShownStatus): boolean {
  return shown === "VERIFIED" && status !== "EXECUTION_SUCCESS" && compareStates(status, "PROPOSED") > 0
}
