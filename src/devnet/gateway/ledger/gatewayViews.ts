import type { Hex } from "viem"
import { concatHex, encodeAbiParameters, getAddress, isAddressEqual, parseAbiParameters } from "viem/utils"

import { isFailing, succeeded } from "./attempt.js"
import { isTakenBack } from "./derivePayload.js"
import { forwarderKey, type GatewayIndex, type ScheduledTimeout, type StartedSchedule } from "./facts.js"
import type { Jobs } from "./jobs.js"
import {
  type Callback,
  type GatewayViews,
  isSameTrigger,
  type JobRecord,
  type PayloadRecord,
  type RequestRecord,
  type TimeoutRecord,
  type TriggerIn,
  type TriggerRecord,
} from "./types.js"
import type { TransactionStatus } from "#src/gateway/states.js"
import { isPayloadDone, isPayloadResolved } from "#src/gateway/states.js"

/** Creates the views that the gateway API reads, and the record of one timeout, trigger or request by its id. */
export function createGatewayViews({
  home,
  indexes,
  payload,
  jobs,
}: {
  home: () => GatewayIndex
  indexes: () => Iterable<GatewayIndex>
  payload: (payloadId: Hex) => PayloadRecord | undefined
  jobs: Pick<Jobs, "attemptOf">
}): GatewayViews & {
  readonly job: (id: Hex) => JobRecord | undefined
  readonly request: (requestCount: number) => RequestRecord | undefined
} {
  /** A schedule as a timeout: its app gateway calls its own callback. */
  function scheduleRecord({ payloadId, requestCount, executeAt, createdAt }: StartedSchedule): TimeoutRecord[] {
    const schedule = payload(payloadId)
    const request = home().submitted.get(requestCount)
    if (schedule === undefined || request === undefined || isTakenBack(schedule, home())) return []
    const { appGateway, callback, callbackAttempt: attempt } = schedule
    const resolved = home().timeoutsResolved.get(payloadId)
    return [
      {
        timeoutId: payloadId,
        scheduler: appGateway,
        target: appGateway,
        payload: callback === undefined ? "0x" : callbackCall(callback),
        executeAt,
        createdAt,
        originTxHash: request.txHash,
        status: resolved === undefined ? "ADDED_TO_QUEUE" : "RESOLVED",
        resolved,
        attempt,
      },
    ]
  }

  function timeoutRecord(timeout: ScheduledTimeout): TimeoutRecord {
    const resolved = home().timeoutsResolved.get(timeout.timeoutId)
    const attempt = jobs.attemptOf(timeout.timeoutId)
    if (resolved === undefined) return { ...timeout, resolved, status: "ADDED_TO_QUEUE", attempt }
    return { ...timeout, resolved, status: "RESOLVED", attempt: succeeded(attempt) }
  }

  function triggerRecord({ trigger, txHash }: TriggerIn): TriggerRecord {
    const handled = home().triggersHandled.get(trigger.triggerId)
    const attempt = jobs.attemptOf(trigger.triggerId)
    const made = { ...trigger, txHash }
    if (handled !== undefined && isSameTrigger(handled.trigger, trigger)) {
      return { ...made, status: "Executed", handled: { txHash: handled.txHash }, attempt: succeeded(attempt) }
    }
    return { ...made, status: isFailing(attempt) ? "Reverting" : "Queued", handled: undefined, attempt }
  }

  function job(id: Hex): JobRecord | undefined {
    const timeout = home().scheduled.get(id)
    if (timeout !== undefined) return { kind: "timeout", timeout: timeoutRecord(timeout) }
    for (const { triggers } of indexes()) {
      const trigger = triggers.get(id)
      if (trigger !== undefined) return { kind: "trigger", trigger: triggerRecord(trigger) }
    }
    return undefined
  }

  function deployedBy({ callType, executed }: PayloadRecord) {
    // The contract factory of the chain returns the address, padded to a word.
    if (callType !== "DEPLOY" || executed === undefined || executed.returnData.length < 66) return undefined
    return getAddress(`0x${executed.returnData.slice(26, 66)}`)
  }

  /** The payloads are in the order in which they were queued. */
  function request(requestCount: number): RequestRecord | undefined {
    const submitted = home().submitted.get(requestCount)
    if (submitted === undefined) return undefined
    const payloads = (home().payloadsOfRequest.get(requestCount) ?? []).flatMap((id) => payload(id) ?? [])
    return {
      ...submitted,
      ...home().increases.get(requestCount),
      status: statusOf(payloads, home()),
      payloads,
      fee: payloads.reduce((total, { resolved }) => total + (resolved?.fee ?? 0n), 0n),
      isCancelled: home().cancelled.has(requestCount),
      isSettled: home().settled.has(requestCount),
    }
  }

  return {
    job,
    payload,
    request,
    triggers: ({ txHash }) =>
      [...indexes()].flatMap(({ triggers }) =>
        [...triggers.values()].filter((trigger) => trigger.txHash === txHash).map(triggerRecord),
      ),
    requestsOf: (txHash) =>
      (home().requestsOfTx.get(txHash) ?? []).flatMap((requestCount) => request(requestCount) ?? []),
    timeouts: ({ txHash, timeoutId, target }) =>
      [
        ...[...home().scheduled.values()].map(timeoutRecord),
        ...[...home().schedules.values()].flatMap(scheduleRecord),
      ].filter(
        (timeout) =>
          (txHash === undefined || timeout.originTxHash === txHash) &&
          (timeoutId === undefined || timeout.timeoutId === timeoutId) &&
          (target === undefined || isAddressEqual(timeout.target, target)),
      ),
    deployment({ appGateway, contractId, chainSlug }) {
      const latest = [...home().queued.values()].findLast(
        (queued) =>
          queued.callType === "DEPLOY" &&
          queued.contractId === contractId &&
          queued.chainSlug === chainSlug &&
          isAddressEqual(queued.appGateway, appGateway),
      )
      const record = latest && payload(latest.payloadId)
      if (record === undefined) return undefined
      const { requestCount, createdAt: requestedAt } = record
      const txHash = home().submitted.get(requestCount)?.txHash
      return { appGateway, contractId, chainSlug, onChainAddress: deployedBy(record), txHash, requestedAt }
    },
    deployedBy,
    hasForwarder: (chainSlug, onChainAddress) => home().forwarders.has(forwarderKey(chainSlug, onChainAddress)),
  }
}

/** The calldata of a schedule's callback, which has its author's data and no return data. */
function callbackCall({ selector, data }: Callback): Hex {
  return concatHex([selector, encodeAbiParameters(callbackArguments, [data, "0x"])])
}

const callbackArguments = parseAbiParameters("bytes data, bytes returnData")

/** A payload that a cancellation took back is never executed, so its request never completes. */
function statusOf(payloads: readonly PayloadRecord[], home: GatewayIndex): TransactionStatus {
  if (payloads.every(({ status }) => isPayloadResolved(status))) return "COMPLETED"
  return payloads.some((payload) => isReverting(payload, home)) ? "REVERTING" : "IN_PROGRESS"
}

function isReverting(payload: PayloadRecord, home: GatewayIndex): boolean {
  const { status, executed, executionAttempt, callbackAttempt, isGivenUp } = payload
  if (isPayloadDone(status) || isTakenBack(payload, home)) return false
  return isFailing(executed === undefined ? executionAttempt : callbackAttempt) || isGivenUp
}
