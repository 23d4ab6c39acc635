import type { Address, Hex } from "viem"

import type { Callback, PayloadRecord, RequestRecord, TimeoutRecord, Trigger, TriggerIn } from "./types.js"

/** A payload as it was queued. */
export type QueuedPayload = Pick<
  PayloadRecord,
  | "payloadId"
  | "requestCount"
  | "batchCount"
  | "appGateway"
  | "callType"
  | "chainSlug"
  | "target"
  | "callData"
  | "options"
  | "contractId"
  | "createdAt"
>

/** A request as it was submitted. */
export type SubmittedRequest = Pick<
  RequestRecord,
  "requestCount" | "appGateway" | "txHash" | "openedBy" | "feePoolChain" | "feePoolToken" | "maxFees"
>

/** A raised limit of what a request may cost, with the pool that pays. A request that may cost nothing has no pool. */
export type FeesIncrease = Pick<SubmittedRequest, "requestCount" | "feePoolChain" | "feePoolToken" | "maxFees">

export type ScheduledTimeout = Omit<TimeoutRecord, "status" | "resolved" | "attempt">

/** A schedule whose batch has begun. Its id is its payload's. */
export type StartedSchedule = Pick<ScheduledTimeout, "executeAt" | "createdAt"> &
  Pick<QueuedPayload, "payloadId" | "requestCount">

/** A deposit into a chain's fees plug. */
export type FeesDeposit = {
  readonly depositId: Hex
  readonly chainSlug: number
  readonly token: Address
  readonly receiver: Address
  readonly creditAmount: bigint
  readonly nativeAmount: bigint
}

export type PayloadExecution = NonNullable<PayloadRecord["executed"]>

/** Something that happened on the gateway chain, or on a chain that it serves, as its logs say. */
export type GatewayFact =
  | { readonly kind: "queued"; readonly payload: QueuedPayload }
  | { readonly kind: "callbackSet"; readonly payloadId: Hex; readonly callback: Callback }
  | { readonly kind: "submitted"; readonly request: SubmittedRequest }
  | {
      readonly kind: "finalized"
      readonly payloadId: Hex
      readonly txHash: Hex
      readonly proof: Hex
      readonly digest: Hex
    }
  | { readonly kind: "executed"; readonly payloadId: Hex; readonly execution: PayloadExecution; readonly digest: Hex }
  | { readonly kind: "resolved"; readonly payloadId: Hex; readonly txHash: Hex; readonly fee: bigint }
  | { readonly kind: "markedReverted"; readonly payloadId: Hex }
  | ({ readonly kind: "feesIncreased" } & FeesIncrease)
  | { readonly kind: "cancelled"; readonly requestCount: number }
  | { readonly kind: "settled"; readonly requestCount: number }
  | { readonly kind: "scheduled"; readonly timeout: ScheduledTimeout }
  | { readonly kind: "scheduleStarted"; readonly schedule: StartedSchedule }
  | { readonly kind: "timeoutResolved"; readonly timeoutId: Hex; readonly txHash: Hex; readonly executedAt: number }
  | { readonly kind: "triggered"; readonly trigger: Trigger; readonly txHash: Hex }
  | { readonly kind: "triggerHandled"; readonly trigger: Trigger; readonly txHash: Hex }
  | { readonly kind: "deposited"; readonly deposit: FeesDeposit }
  | { readonly kind: "credited"; readonly depositId: Hex }
  | { readonly kind: "forwarderDeployed"; readonly chainSlug: number; readonly onChainAddress: Address }

/**
 * The facts of one chain, by the ids of payloads, requests, transactions and so on. Two chains may mean different things by one id,
 * because ids come again on a chain that was set back. A payload's digest and all that a trigger is tell them apart.
 */
export type GatewayIndex = {
  readonly queued: Map<Hex, QueuedPayload>
  readonly callbacks: Map<Hex, Callback>
  readonly payloadsOfRequest: Map<number, Hex[]>
  readonly submitted: Map<number, SubmittedRequest>
  readonly requestsOfTx: Map<Hex, number[]>
  readonly finalized: Map<Hex, NonNullable<PayloadRecord["finalized"]>>
  readonly executed: Map<Hex, { readonly execution: PayloadExecution; readonly digest: Hex }>
  readonly resolved: Map<Hex, NonNullable<PayloadRecord["resolved"]>>
  readonly markedReverted: Set<Hex>
  readonly increases: Map<number, FeesIncrease>
  readonly cancelled: Set<number>
  readonly settled: Set<number>
  readonly scheduled: Map<Hex, ScheduledTimeout>
  readonly schedules: Map<Hex, StartedSchedule>
  readonly timeoutsResolved: Map<Hex, NonNullable<TimeoutRecord["resolved"]>>
  readonly triggers: Map<Hex, TriggerIn>
  readonly triggersHandled: Map<Hex, TriggerIn>
  readonly deposits: Map<Hex, FeesDeposit>
  readonly credited: Set<Hex>
  readonly forwarders: Set<string>
}

export function createGatewayIndex(): GatewayIndex {
  return {
    queued: new Map(),
    callbacks: new Map(),
    payloadsOfRequest: new Map(),
    submitted: new Map(),
    requestsOfTx: new Map(),
    finalized: new Map(),
    executed: new Map(),
    resolved: new Map(),
    markedReverted: new Set(),
    increases: new Map(),
    cancelled: new Set(),
    settled: new Set(),
    scheduled: new Map(),
    schedules: new Map(),
    timeoutsResolved: new Map(),
    triggers: new Map(),
    triggersHandled: new Map(),
    deposits: new Map(),
    credited: new Set(),
    forwarders: new Set(),
  }
}

/** Adds what a log says. */
export function addGatewayFact(index: GatewayIndex, fact: GatewayFact): void {
  switch (fact.kind) {
    case "queued": {
      const { payloadId, requestCount } = fact.payload
      index.queued.set(payloadId, fact.payload)
      append(index.payloadsOfRequest, requestCount, payloadId)
      return
    }
    case "callbackSet":
      index.callbacks.set(fact.payloadId, fact.callback)
      return
    case "submitted":
      index.submitted.set(fact.request.requestCount, fact.request)
      append(index.requestsOfTx, fact.request.txHash, fact.request.requestCount)
      return
    case "finalized":
      index.finalized.set(fact.payloadId, { txHash: fact.txHash, proof: fact.proof, digest: fact.digest })
      return
    case "executed":
      index.executed.set(fact.payloadId, { execution: fact.execution, digest: fact.digest })
      return
    case "resolved":
      index.resolved.set(fact.payloadId, { txHash: fact.txHash, fee: fact.fee })
      return
    case "markedReverted":
      index.markedReverted.add(fact.payloadId)
      return
    case "feesIncreased": {
      const { requestCount, maxFees, feePoolChain, feePoolToken } = fact
      index.increases.set(requestCount, { requestCount, maxFees, feePoolChain, feePoolToken })
      return
    }
    case "cancelled":
      index.cancelled.add(fact.requestCount)
      return
    case "settled":
      index.settled.add(fact.requestCount)
      return
    case "scheduled":
      index.scheduled.set(fact.timeout.timeoutId, fact.timeout)
      return
    case "scheduleStarted":
      index.schedules.set(fact.schedule.payloadId, fact.schedule)
      return
    case "timeoutResolved":
      index.timeoutsResolved.set(fact.timeoutId, { txHash: fact.txHash, executedAt: fact.executedAt })
      return
    case "triggered":
      index.triggers.set(fact.trigger.triggerId, { trigger: fact.trigger, txHash: fact.txHash })
      return
    case "triggerHandled":
      index.triggersHandled.set(fact.trigger.triggerId, { trigger: fact.trigger, txHash: fact.txHash })
      return
    case "deposited":
      index.deposits.set(fact.deposit.depositId, fact.deposit)
      return
    case "credited":
      index.credited.add(fact.depositId)
      return
    case "forwarderDeployed":
      index.forwarders.add(forwarderKey(fact.chainSlug, fact.onChainAddress))
      return
  }
}

export function forwarderKey(chainSlug: number, onChainAddress: Address): string {
  return `${chainSlug} ${onChainAddress.toLowerCase()}`
}

function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}
