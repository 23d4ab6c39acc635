import { compareIn, infoIn, isFinalIn, type StateInfo, type StateTable } from "../tracking/states.js"

/**
 * The states of a request that a gateway transaction made.
 *
 * A payload that reverts is tried again, so REVERTING and IN_PROGRESS alternate until the request is complete.
 *
 * @example
 * transactionStates.COMPLETED.final // "success"
 */
export const transactionStates = {
  IN_PROGRESS: { step: 0, says: "payloads being processed" },
  REVERTING: { step: 0, says: "at least one payload reverts, tried again" },
  COMPLETED: { step: 1, final: "success", says: "all payloads executed" },
} as const

/** The states of one payload, in their order. */
export const payloadStates = {
  NO: { step: 0, says: "not begun" },
  FINALIZING: { step: 1, says: "being finalized by the watcher" },
  FINALIZED: { step: 2, says: "finalized by the watcher" },
  EXECUTING: { step: 3, says: "being executed on its chain" },
  EXECUTED: { step: 4, says: "executed on its chain" },
  PROMISE_RESOLVING: { step: 5, says: "callback being run" },
  PROMISE_RESOLVED: { step: 6, final: "success", says: "callback has run" },
} as const

/** The states of a timeout, in their order. */
export const timeoutStates = {
  ADDED_TO_QUEUE: { step: 0, says: "waiting for its time" },
  RESOLVED: { step: 1, final: "success", says: "has run" },
} as const

/** The states of a deployment by an app gateway, in their order. */
export const deploymentStates = {
  IN_PROGRESS: { step: 0, says: "being deployed on its chain" },
  DEPLOYED: { step: 1, says: "deployed on its chain, its forwarder not yet" },
  FORWARDER_DEPLOYED: { step: 2, final: "success", says: "deployed, and its forwarder too" },
} as const

/** What a payload can be. */
export const callTypes = {
  READ: { says: "reads from a chain, without a transaction" },
  WRITE: { says: "calls a contract on a chain" },
  DISTRIBUTE_FEE: { says: "pays the transmitter" },
  WITHDRAW: { says: "withdraws credits to a chain" },
  DEPLOY: { says: "deploys a contract on a chain" },
} as const

/** A status of a request that the gateway API's reference names. */
export type TransactionStatus = keyof typeof transactionStates

/** A status of a payload that the gateway API's reference names. */
export type PayloadStatus = keyof typeof payloadStates

/** A status of a timeout that public material names. */
export type TimeoutStatus = keyof typeof timeoutStates

/** How far a deployment is, as `waitForDeployment` tells it. */
export type DeploymentStatus = keyof typeof deploymentStates

/** A call type that the gateway API's reference names. */
export type CallType = keyof typeof callTypes

/**
 * Says whether a state is the last one. An unknown state is not.
 *
 * @param table one of {@link transactionStates}, {@link payloadStates} and {@link timeoutStates}
 * @example
 * isFinal("REVERTING", transactionStates) // false: a payload can recover
 */
export function isFinal(state: string, table: StateTable): boolean {
  return isFinalIn(table, state)
}

/**
 * Looks up a state.
 *
 * @returns `undefined` for a state that the table doesn't know
 * @example
 * stateInfo("FINALIZED", payloadStates)?.says // "finalized by the watcher"
 */
export function stateInfo(state: string, table: StateTable): StateInfo | undefined {
  return infoIn(table, state)
}

/** Whether a payload has come as far as a state, or further. */
export function hasReached(status: string, state: PayloadStatus): boolean {
  return status === state || compareIn(payloadStates, status, state) > 0
}
