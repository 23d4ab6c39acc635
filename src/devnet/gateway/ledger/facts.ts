import type { Address, Hex } from "viem"

import type { Callback, PayloadRecord, RequestRecord, TimeoutRecord } from "./records.js"

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
>

/** A request as it was closed. */
export type SubmittedRequest = Pick<
  RequestRecord,
  "requestCount" | "appGateway" | "txHash" | "feePoolChain" | "feePoolToken" | "maxFees"
>

/** What a request may cost from then on, and the pool that its fee comes from: it has none while it may cost nothing. */
export type FeesIncrease = Pick<SubmittedRequest, "requestCount" | "feePoolChain" | "feePoolToken" | "maxFees">

export type ScheduledTimeout = Omit<TimeoutRecord, "status" | "resolved" | "trial">

/** A plug's call of its app gateway. */
export type Trigger = {
  readonly triggerId: Hex
  readonly appGateway: Address
  readonly chainSlug: number
  readonly plug: Address
  readonly payload: Hex
}

/** What came in through a chain's fees plug. */
export type Deposit = {
  readonly depositId: Hex
  readonly chainSlug: number
  readonly token: Address
  readonly receiver: Address
  readonly creditAmount: bigint
  readonly nativeAmount: bigint
}

export type Execution = NonNullable<PayloadRecord["executed"]>

/** What happened on the gateway chain, or on a chain that it serves, as its logs tell it. */
export type GatewayFact =
  | { readonly kind: "queued"; readonly payload: QueuedPayload }
  | { readonly kind: "callbackSet"; readonly payloadId: Hex; readonly callback: Callback }
  | { readonly kind: "submitted"; readonly request: SubmittedRequest }
  | { readonly kind: "finalized"; readonly payloadId: Hex; readonly txHash: Hex; readonly proof: Hex }
  | { readonly kind: "executed"; readonly payloadId: Hex; readonly execution: Execution }
  | { readonly kind: "resolved"; readonly payloadId: Hex; readonly txHash: Hex; readonly fee: bigint }
  | { readonly kind: "markedReverted"; readonly payloadId: Hex }
  | ({ readonly kind: "feesIncreased" } & FeesIncrease)
  | { readonly kind: "cancelled"; readonly requestCount: number }
  | { readonly kind: "settled"; readonly requestCount: number }
  | { readonly kind: "scheduled"; readonly timeout: ScheduledTimeout }
  | { readonly kind: "timeoutResolved"; readonly timeoutId: Hex; readonly txHash: Hex; readonly executedAt: number }
  | { readonly kind: "triggered"; readonly trigger: Trigger }
  | { readonly kind: "triggerHandled"; readonly triggerId: Hex }
  | { readonly kind: "deposited"; readonly deposit: Deposit }
  | { readonly kind: "credited"; readonly depositId: Hex }
  | { readonly kind: "forwarderDeployed"; readonly chainSlug: number; readonly onChainAddress: Address }

/** One chain's facts, indexed the ways they are asked for. */
export type GatewayIndex = {
  readonly queued: Map<Hex, QueuedPayload>
  readonly callbacks: Map<Hex, Callback>
  readonly payloadsOfRequest: Map<number, Hex[]>
  readonly submitted: Map<number, SubmittedRequest>
  readonly requestsOfTx: Map<Hex, number[]>
  readonly finalized: Map<Hex, NonNullable<PayloadRecord["finalized"]>>
  readonly executed: Map<Hex, Execution>
  readonly resolved: Map<Hex, NonNullable<PayloadRecord["resolved"]>>
  readonly markedReverted: Set<Hex>
  readonly increases: Map<number, FeesIncrease>
  readonly cancelled: Set<number>
  readonly settled: Set<number>
  readonly scheduled: Map<Hex, ScheduledTimeout>
  readonly timeoutsResolved: Map<Hex, NonNullable<TimeoutRecord["resolved"]>>
  readonly triggers: Map<Hex, Trigger>
  readonly triggersHandled: Set<Hex>
  readonly deposits: Map<Hex, Deposit>
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
    timeoutsResolved: new Map(),
    triggers: new Map(),
    triggersHandled: new Set(),
    deposits: new Map(),
    credited: new Set(),
    forwarders: new Set(),
  }
}

/** Adds what a log told. */
export function addGatewayFact(page: GatewayIndex, fact: GatewayFact): void {
  switch (fact.kind) {
    case "queued": {
      const { payloadId, requestCount } = fact.payload
      page.queued.set(payloadId, fact.payload)
      append(page.payloadsOfRequest, requestCount, payloadId)
      return
    }
    case "callbackSet":
      page.callbacks.set(fact.payloadId, fact.callback)
      return
    case "submitted":
      page.submitted.set(fact.request.requestCount, fact.request)
      append(page.requestsOfTx, fact.request.txHash, fact.request.requestCount)
      return
    case "finalized":
      page.finalized.set(fact.payloadId, { txHash: fact.txHash, proof: fact.proof })
      return
    case "executed":
      page.executed.set(fact.payloadId, fact.execution)
      return
    case "resolved":
      page.resolved.set(fact.payloadId, { txHash: fact.txHash, fee: fact.fee })
      return
    case "markedReverted":
      page.markedReverted.add(fact.payloadId)
      return
    case "feesIncreased": {
      const { requestCount, maxFees, feePoolChain, feePoolToken } = fact
      page.increases.set(requestCount, { requestCount, maxFees, feePoolChain, feePoolToken })
      return
    }
    case "cancelled":
      page.cancelled.add(fact.requestCount)
      return
    case "settled":
      page.settled.add(fact.requestCount)
      return
    case "scheduled":
      page.scheduled.set(fact.timeout.timeoutId, fact.timeout)
      return
    case "timeoutResolved":
      page.timeoutsResolved.set(fact.timeoutId, { txHash: fact.txHash, executedAt: fact.executedAt })
      return
    case "triggered":
      page.triggers.set(fact.trigger.triggerId, fact.trigger)
      return
    case "triggerHandled":
      page.triggersHandled.add(fact.triggerId)
      return
    case "deposited":
      page.deposits.set(fact.deposit.depositId, fact.deposit)
      return
    case "credited":
      page.credited.add(fact.depositId)
      return
    case "forwarderDeployed":
      page.forwarders.add(forwarderKey(fact.chainSlug, fact.onChainAddress))
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
