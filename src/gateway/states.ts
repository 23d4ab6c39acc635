import { hasReached as hasReachedIn, isFinal, stateInfo } from "#src/tracking/states.js"

/**
 * The states of a request in a gateway transaction.
 *
 * A reverting payload is retried, so REVERTING and IN_PROGRESS alternate until the request is complete.
 *
 * @example
 * transactionStates.COMPLETED.final // "success"
 */
export const transactionStates = {
  IN_PROGRESS: { step: 0, says: "payloads being processed" },
  REVERTING: { step: 0, says: "at least one payload reverts, tried again" },
  COMPLETED: { step: 1, final: "success", says: "all payloads executed" },
} as const

/** The states of a payload, in order. */
export const payloadStates = {
  NO: { step: 0, says: "not begun" },
  FINALIZING: { step: 1, says: "being finalized by the watcher" },
  FINALIZED: { step: 2, says: "finalized by the watcher" },
  EXECUTING: { step: 3, says: "being executed on its chain" },
  EXECUTED: { step: 4, says: "executed on its chain" },
  PROMISE_RESOLVING: { step: 5, says: "callback being run" },
  PROMISE_RESOLVED: { step: 6, final: "success", says: "callback has run" },
} as const

/** Whether a payload has come to its end. The status of one that was given up stays where it was, so that this one has not. */
export function isPayloadDone(status: string): boolean {
  return isFinal(status, payloadStates)
}

/** Whether all of a payload has happened: its call, and its callback if it has one. */
export function isPayloadResolved(status: string): boolean {
  return stateInfo(status, payloadStates)?.final === "success"
}

/** The status of a stage of a payload once its tries are over. The payload's own status stays where it was. */
export const givenUpStatuses = { execution: "EXECUTION_FAILED", callback: "PROMISE_RESOLVE_FAILED" } as const

/** The states of a timeout, in order. */
export const timeoutStates = {
  ADDED_TO_QUEUE: { step: 0, says: "waiting for its time" },
  RESOLVED: { step: 1, final: "success", says: "has run" },
} as const

/** The states of a trigger, which is a call by a plug of its app gateway. The API's reference names only Executed. */
export const triggerStates = {
  Queued: { step: 0, says: "waiting to be brought to its app gateway" },
  Reverting: { step: 0, says: "refused by its app gateway" },
  Executed: { step: 1, final: "success", says: "its app gateway was called" },
} as const

/** The states of a deployment by an app gateway, in order. */
export const deploymentStates = {
  IN_PROGRESS: { step: 0, says: "being deployed on its chain" },
  DEPLOYED: { step: 1, says: "deployed on its chain, its forwarder not yet" },
  FORWARDER_DEPLOYED: { step: 2, final: "success", says: "deployed, and its forwarder too" },
} as const

/** The kinds of call that a payload can be. */
export const callTypes = {
  READ: { says: "reads from a chain, without a transaction" },
  WRITE: { says: "calls a contract on a chain" },
  DISTRIBUTE_FEE: { says: "pays the transmitter" },
  WITHDRAW: { says: "withdraws credits to a chain" },
  DEPLOY: { says: "deploys a contract on a chain" },
  SCHEDULE: { says: "waits, and then runs its callback" },
} as const

/** The call types of `/payload`, at their numbers. A chain knows no others: a deployment is a write. */
export const payloadCallTypes = ["READ", "WRITE", "SCHEDULE"] as const

/** A request status that the gateway API's reference names. */
export type TransactionStatus = keyof typeof transactionStates

/** A payload status that the gateway API's reference names. */
export type PayloadStatus = keyof typeof payloadStates

/** A timeout status that public documentation names. */
export type TimeoutStatus = keyof typeof timeoutStates

/** A trigger status: `Executed` is in public use, the others are the devnet's. */
export type TriggerStatus = keyof typeof triggerStates

/** The state of a deployment, as `getDeployment` derives it from the API's answers. */
export type DeploymentStatus = keyof typeof deploymentStates

/** A call type that the gateway API's reference names, or SCHEDULE, which it leaves out. */
export type CallType = keyof typeof callTypes

/** Checks whether a payload has reached a state or passed it. */
export function hasReached(status: string, goal: PayloadStatus): boolean {
  return hasReachedIn(status, goal, payloadStates)
}

/** What an app gateway's author gets wrong where a call reverts without a reason. The compiler's own checks of a call give none. */
export const forwarderMistakes: string =
  "In an app gateway, a call of a forwarder does that when its interface declares the function as returning something or as view, when the forwarder is the zero address because nothing is deployed yet, or when the address resolver is wrong"
