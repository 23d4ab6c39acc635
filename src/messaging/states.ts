import { compareIn, infoIn, isFinalIn, type StateInfo, type StateTable } from "../tracking/states.js"

/**
 * The states of a message, in their order.
 *
 * CONFIRMED is not in the API's reference but in a published package, somewhere between PROPOSED and execution, so it is
 * neither before nor after ATTESTED and VERIFIED. A reverting `inbound` is tried again, so INBOUND_REVERTING and EXECUTING
 * alternate until one of the two ends.
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

/** The states of the call of `inbound` on the destination plug, in their order. */
export const inboundStates = {
  NOT_TRIED: { step: 0, says: "not tried yet" },
  REVERTING: { step: 1, says: "inbound reverts" },
  EXECUTING: { step: 1, says: "execution sent" },
  SUCCESS: { step: 2, final: "success", says: "inbound was called" },
} as const

/** A status of the messaging API that its reference or its packages name. */
export type MessageStatus = keyof typeof messageStates

/** An inbound status that the messaging API's reference names. */
export type InboundStatus = keyof typeof inboundStates

/**
 * Looks up a state.
 *
 * @returns `undefined` for a state that the table doesn't know
 * @example
 * stateInfo("PROPOSED")?.says // "packet proposed on the destination chain"
 */
export function stateInfo(state: string, table: StateTable = messageStates): StateInfo | undefined {
  return infoIn(table, state)
}

/**
 * Says whether a state is the last one. An unknown state is not.
 *
 * @example
 * isFinal("INBOUND_REVERTING") // false: it is tried again and can recover
 * isFinal("EXECUTION_FAILURE") // true
 */
export function isFinal(state: string, table: StateTable = messageStates): boolean {
  return isFinalIn(table, state)
}

/**
 * Says whether a state is a final failure.
 *
 * @example
 * isFailure("INBOUND_REVERTING") // false
 */
export function isFailure(state: string, table: StateTable = messageStates): boolean {
  return stateInfo(state, table)?.final === "failure"
}

/**
 * Compares the places of two states on the way.
 *
 * @returns below 0 when `left` comes before `right`, above 0 when after it, 0 where no order is known: equal, sharing a place, or
 * one of them unknown. That isn't transitive, so it is no comparator to sort by.
 * @example
 * compareStates("SEALED", "ATTESTED") // -1
 * compareStates("INBOUND_REVERTING", "EXECUTING") // 0
 */
export function compareStates(left: string, right: string, table: StateTable = messageStates): -1 | 0 | 1 {
  return compareIn(table, left, right)
}
