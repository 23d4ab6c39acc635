import type { PayloadStatus } from "../../../gateway/states.js"
import type { Execution, GatewayIndex } from "./facts.js"
import type { PayloadRecord, Attempt } from "./records.js"
import { succeeded, untried } from "./attempt.js"

/** What only the actors know of a payload: no chain logs it. */
export type PayloadNote = {
  /** The watcher took it up. */
  readonly accepted: boolean
  /** Of signing it off, which its fees can forbid. */
  readonly finalization: Attempt
  readonly execution: Attempt
  readonly promise: Attempt
  /** What a read gave. It makes no transaction. */
  readonly read: Execution | undefined
}

export const blankNote: PayloadNote = {
  accepted: false,
  finalization: untried,
  execution: untried,
  promise: untried,
  read: undefined,
}

/**
 * Puts together what is known of a payload.
 *
 * @param home what the gateway chain logged
 * @param awayOf what the payload's own chain logged
 * @param ranAs what was executed under this id, if it was: a gateway chain that was set back gives its ids out again
 */
export function derivePayload(
  payloadId: PayloadRecord["payloadId"],
  home: GatewayIndex,
  awayOf: (chainSlug: number) => GatewayIndex,
  note: PayloadNote = blankNote,
  ranAs?: Call,
): Omit<PayloadRecord, "since"> | undefined {
  const queued = home.queued.get(payloadId)
  if (queued === undefined) return undefined
  const finalized = home.finalized.get(payloadId)
  const ran =
    ranAs === undefined || isSameCall(ranAs, queued) ? awayOf(queued.chainSlug).executed.get(payloadId) : undefined
  const executed = finalized && (ran ?? note.read)
  const resolved = home.resolved.get(payloadId)
  const execution = finalized === undefined ? note.finalization : note.execution
  const known = {
    ...queued,
    callback: home.callbacks.get(payloadId),
    finalized,
    executed,
    resolved,
    // What was done went well, whoever did it.
    execution: executed === undefined ? execution : succeeded(execution),
    promise: resolved === undefined ? note.promise : succeeded(note.promise),
  }
  return { ...known, status: statusOf(known, note.accepted) }
}

/** What a payload does, by which one is told from another with the same id. */
export type Call = Pick<PayloadRecord, "appGateway" | "chainSlug" | "target" | "callData">

export function isSameCall(one: Call, other: Call): boolean {
  return (
    one.appGateway === other.appGateway &&
    one.chainSlug === other.chainSlug &&
    one.target === other.target &&
    one.callData === other.callData
  )
}

/** The last thing that happened says where a payload is. */
function statusOf(
  { finalized, executed, resolved, execution, promise }: Omit<PayloadRecord, "status" | "since">,
  isAccepted: boolean,
): PayloadStatus {
  if (resolved !== undefined) return "PROMISE_RESOLVED"
  if (executed !== undefined) return promise.outcome === "SIMULATION_SUCCESS" ? "PROMISE_RESOLVING" : "EXECUTED"
  if (finalized !== undefined) return execution.outcome === "SIMULATION_SUCCESS" ? "EXECUTING" : "FINALIZED"
  return isAccepted ? "FINALIZING" : "NO"
}

/** Whether a cancellation took a payload back: it was not signed off yet, and it is not the one that pays for what was done. */
export function isTakenBack(
  { requestCount, callType, finalized }: Pick<PayloadRecord, "requestCount" | "callType" | "finalized">,
  home: GatewayIndex,
): boolean {
  return home.cancelled.has(requestCount) && finalized === undefined && callType !== "DISTRIBUTE_FEE"
}
