import { isGivenUp, noAttempt, succeeded } from "./attempt.js"
import type { GatewayIndex, PayloadExecution } from "./facts.js"
import type { Attempt, PayloadRecord } from "./types.js"
import type { PayloadStatus } from "#src/gateway/states.js"
import { isPayloadDone } from "#src/gateway/states.js"

/** What only the actors know of a payload, because no chain logs it. */
export type PayloadNote = {
  readonly accepted: boolean
  /** The watcher contract refuses to finalize a payload that may cost too much. */
  readonly finalizationAttempt: Attempt
  readonly executionAttempt: Attempt
  readonly callbackAttempt: Attempt
  /** What a read returned. A read makes no transaction. */
  readonly read: PayloadExecution | undefined
  /** Whether a retry was requested although the watcher contract has marked it as reverted. */
  readonly isReopened: boolean
}

export const emptyNote: PayloadNote = {
  accepted: false,
  finalizationAttempt: noAttempt,
  executionAttempt: noAttempt,
  callbackAttempt: noAttempt,
  read: undefined,
  isReopened: false,
}

/** Derives a payload from the facts of both chains and the actors' note. `home` is the gateway chain's index. */
export function derivePayload(
  payloadId: PayloadRecord["payloadId"],
  home: GatewayIndex,
  indexOf: (chainSlug: number) => GatewayIndex,
  note: PayloadNote = emptyNote,
): Omit<PayloadRecord, "since"> | undefined {
  const queued = home.queued.get(payloadId)
  if (queued === undefined) return undefined
  const finalized = home.finalized.get(payloadId)
  const underItsId = indexOf(queued.chainSlug).executed.get(payloadId)
  const isItsExecution = underItsId?.digest === finalized?.digest
  const executed = finalized && ((isItsExecution ? underItsId?.execution : undefined) ?? note.read)
  const resolved = home.resolved.get(payloadId)
  const attempt = finalized === undefined ? note.finalizationAttempt : note.executionAttempt
  const known = {
    ...queued,
    callback: home.callbacks.get(payloadId),
    finalized,
    executed,
    resolved,
    // A step that is done counts, no matter which account did it.
    executionAttempt: executed === undefined ? attempt : succeeded(attempt),
    callbackAttempt: resolved === undefined ? note.callbackAttempt : succeeded(note.callbackAttempt),
    idUsedIn: executed !== undefined || finalized === undefined ? undefined : underItsId?.execution.txHash,
  }
  const status = statusOf(known, note.accepted)
  const isTriedNoMore =
    (home.markedReverted.has(payloadId) && !note.isReopened) ||
    isGivenUp(executed === undefined ? known.executionAttempt : known.callbackAttempt)
  return { ...known, status, isGivenUp: isTriedNoMore && !isPayloadDone(status) }
}

/** What a payload calls, which distinguishes it from another payload with the same id. */
export type PayloadCall = Pick<PayloadRecord, "appGateway" | "chainSlug" | "target" | "callData">

export function isSameCall(one: PayloadCall, other: PayloadCall): boolean {
  return (
    one.appGateway === other.appGateway &&
    one.chainSlug === other.chainSlug &&
    one.target === other.target &&
    one.callData === other.callData
  )
}

/** The last thing that happened decides. */
function statusOf(known: Omit<PayloadRecord, "status" | "since" | "isGivenUp">, isAccepted: boolean): PayloadStatus {
  const { finalized, executed, resolved, executionAttempt, callbackAttempt } = known
  // A chain that was set back has to execute again what the gateway chain has resolved already.
  if (resolved !== undefined && executed !== undefined) return "PROMISE_RESOLVED"
  if (executed !== undefined) return callbackAttempt.outcome === "SIMULATION_SUCCESS" ? "PROMISE_RESOLVING" : "EXECUTED"
  if (finalized !== undefined) return executionAttempt.outcome === "SIMULATION_SUCCESS" ? "EXECUTING" : "FINALIZED"
  return isAccepted ? "FINALIZING" : "NO"
}

/** A cancelled request takes back every payload that is not finalized, except the one that pays the fees. */
export function isTakenBack(
  { requestCount, callType, finalized }: Pick<PayloadRecord, "requestCount" | "callType" | "finalized">,
  home: GatewayIndex,
): boolean {
  return home.cancelled.has(requestCount) && finalized === undefined && callType !== "DISTRIBUTE_FEE"
}
