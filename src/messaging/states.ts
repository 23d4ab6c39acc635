import { defineStates, type OrUnknown, type StateFunctions } from "#src/tracking/states.js"

/**
 * The states of a message, in order.
 *
 * CONFIRMED is missing in the API's reference but known from a published package: it comes after PROPOSED and before execution,
 * so its order relative to ATTESTED and VERIFIED is undefined. A reverting `inbound` is retried, so INBOUND_REVERTING and EXECUTING
 * alternate until the message is final.
 *
 * @example
 * messageStates.SEALED.says // "sealed into a packet on the source chain"
 */
export const messageStates = {
  RECEIVED: { step: 0, says: "queued on the source chain" },
  SEALED: { step: 1, says: "sealed into a packet on the source chain" },
  PROPOSED: { step: 2, says: "packet proposed on the destination chain" },
  ATTESTED: { step: 3, says: "packet attested by the watchers" },
  VERIFIED: { step: 4, says: "message verified" },
  CONFIRMED: { step: 3, lastStep: 4, says: "packet confirmed" },
  EXECUTING: { step: 5, says: "being executed on the destination chain" },
  INBOUND_REVERTING: { step: 5, says: "inbound reverts on the destination plug, tried again" },
  EXECUTION_FAILURE: { step: 6, final: "failure", says: "execution failed, not tried again" },
  EXECUTION_SUCCESS: { step: 6, final: "success", says: "delivered" },
} as const

/** The states that leave no trace on a chain, so that only the API tells them. */
export const unseenOnChains: readonly (keyof typeof messageStates)[] = [
  "EXECUTING",
  "INBOUND_REVERTING",
  "EXECUTION_FAILURE",
]

/** The states of the `inbound` call on the destination plug, in order. */
export const inboundStates = {
  NOT_TRIED: { step: 0, says: "not tried yet" },
  REVERTING: { step: 1, says: "inbound reverts" },
  EXECUTING: { step: 1, says: "execution sent" },
  SUCCESS: { step: 2, final: "success", says: "inbound was called" },
} as const

/** A message status that the messaging API's reference or packages name. */
export type MessageStatus = keyof typeof messageStates

/** An inbound status that the messaging API's reference names. */
export type InboundStatus = keyof typeof inboundStates

const functions = defineStates(messageStates)

/** Looks up a state in {@link messageStates}, or in the table that is passed second; `undefined` if it is not in it. */
export const stateInfo: StateFunctions["stateInfo"] = functions.stateInfo

/**
 * Checks whether a message state is final. An unknown state is not.
 *
 * @example
 * isFinal("INBOUND_REVERTING") // false: it is retried and can recover
 * isFinal("EXECUTION_FAILURE") // true
 */
export const isFinal: StateFunctions["isFinal"] = functions.isFinal

export const isFailure: StateFunctions["isFailure"] = functions.isFailure

/** Compares the positions of two message states: -1 if the first comes before the second, 1 if after it, 0 if no order is known. */
export const compareStates: StateFunctions["compareStates"] = functions.compareStates

/** Checks whether a message has reached a state or passed it. */
export const hasReached: StateFunctions["hasReached"] = functions.hasReached

/** Whether a message is followed no further: its state is final, or `until` is reached. */
export function hasArrived(status: OrUnknown<MessageStatus>, until: MessageStatus | undefined): boolean {
  return isFinal(status) || (until !== undefined && hasReached(status, until))
}
