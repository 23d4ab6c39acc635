import type { Queue } from "../relay/Worker.js"
import { attemptAtNext, isGivenUp } from "./ledger/attempt.js"
import type { GatewayJob } from "./ledger/jobs.js"
import type { GatewayLedger } from "./ledger/ledger.js"
import type { PayloadRecord } from "./ledger/types.js"
import { type JobStage, jobStages, type PayloadStage, payloadStages } from "./stages.js"

export function payloadQueue(ledger: GatewayLedger): Queue<PayloadStage, PayloadRecord> {
  const isOpen = (payload: PayloadRecord) => !payload.isGivenUp && !ledger.isTakenBack(payload)

  const inStatus = (status: PayloadRecord["status"]) => [...ledger.inStatus(status)]

  /** An estimate: the timer reads the chain's own time. */
  function dueAt({ payloadId, status }: PayloadRecord): number {
    const executeAt = status === "FINALIZED" ? ledger.executeAtOf(payloadId) : undefined
    return executeAt === undefined ? 0 : ledger.jobs.clockTimeOf(executeAt)
  }

  const waitingFor: Readonly<Record<PayloadStage, () => PayloadRecord[]>> = {
    accept: () => inStatus("NO").filter((payload) => isOpen(payload) && ledger.isReady(payload)),
    finalize: () => inStatus("FINALIZING").filter(isOpen),
    simulatePayload: () => inStatus("FINALIZED").filter(isOpen),
    executePayload: () => inStatus("EXECUTING"),
    simulateCallback: () => inStatus("EXECUTED").filter(isOpen),
    resolve: () => inStatus("PROMISE_RESOLVING"),
    markRevert: () =>
      [...inStatus("FINALIZED"), ...inStatus("EXECUTED")].filter(
        (payload) => isGivenUp(attemptAtNext(payload)) && !ledger.isMarkedReverted(payload.payloadId),
      ),
  }

  return {
    stages: Object.keys(payloadStages) as PayloadStage[],
    waiting(stage, chainSlug) {
      const payloads = waitingFor[stage]()
      // The payload's own chain, which is the gateway chain for a schedule. All other stages work there.
      const isOnServedChain = stage === "simulatePayload" || stage === "executePayload"
      return isOnServedChain ? payloads.filter((payload) => payload.chainSlug === chainSlug) : payloads
    },
    idOf: ({ payloadId }) => payloadId,
    sinceOf: ({ since }) => since,
    readyAt: (payload) => Math.max(attemptAtNext(payload).retryAt ?? 0, dueAt(payload)),
    isUnmoved: (payload) => ledger.payload(payload.payloadId) === payload,
    subscribe: (listener) => ledger.onChange(listener),
  }
}

export function jobQueue(ledger: GatewayLedger): Queue<JobStage, GatewayJob> {
  const { jobs } = ledger

  return {
    stages: Object.keys(jobStages) as JobStage[],
    waiting: (stage) => jobs.waiting[stage]().filter(({ attempt }) => !isGivenUp(attempt)),
    idOf: ({ id }) => id,
    sinceOf: ({ since }) => since,
    readyAt: ({ readyAt }) => readyAt,
    isUnmoved: ({ id, attempt }) => jobs.isOpen(id) && jobs.attemptOf(id) === attempt,
    subscribe: (listener) => ledger.onChange(listener),
  }
}
