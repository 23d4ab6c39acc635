import type { Address, Hex } from "viem"

import type {
  Callback,
  PayloadRecord,
  QueuedPayload,
  RequestRecord,
  TimeoutRecord,
  Trigger,
  TriggerIn,
} from "./types.js"
import { getOrAdd } from "#src/primitives/lifetime/lazily.js"

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

/** The facts of one chain. Ids come again on a chain that was set back: payloads are told apart by digest, triggers by all they are. */
export class GatewayIndex {
  readonly queued: Map<Hex, QueuedPayload> = new Map()
  readonly callbacks: Map<Hex, Callback> = new Map()
  readonly payloadsOfRequest: Map<number, Hex[]> = new Map()
  readonly submitted: Map<number, SubmittedRequest> = new Map()
  readonly requestsOfTx: Map<Hex, number[]> = new Map()
  readonly finalized: Map<Hex, NonNullable<PayloadRecord["finalized"]>> = new Map()
  readonly executed: Map<Hex, { readonly execution: PayloadExecution; readonly digest: Hex }> = new Map()
  readonly resolved: Map<Hex, NonNullable<PayloadRecord["resolved"]>> = new Map()
  readonly markedReverted: Set<Hex> = new Set()
  readonly increases: Map<number, FeesIncrease> = new Map()
  readonly cancelled: Set<number> = new Set()
  readonly settled: Set<number> = new Set()
  readonly scheduled: Map<Hex, ScheduledTimeout> = new Map()
  readonly schedules: Map<Hex, StartedSchedule> = new Map()
  readonly timeoutsResolved: Map<Hex, NonNullable<TimeoutRecord["resolved"]>> = new Map()
  readonly triggers: Map<Hex, TriggerIn> = new Map()
  readonly triggersHandled: Map<Hex, TriggerIn> = new Map()
  readonly deposits: Map<Hex, FeesDeposit> = new Map()
  readonly credited: Set<Hex> = new Set()
  readonly forwarders: Set<string> = new Set()
}

export function addGatewayFact(index: GatewayIndex, fact: GatewayFact): void {
  const add = adders[fact.kind] as (index: GatewayIndex, fact: GatewayFact) => unknown
  add(index, fact)
}

type Adders = {
  readonly [Kind in GatewayFact["kind"]]: (index: GatewayIndex, fact: Extract<GatewayFact, { kind: Kind }>) => unknown
}

const adders: Adders = {
  queued(index, { payload }) {
    index.queued.set(payload.payloadId, payload)
    getOrAdd(index.payloadsOfRequest, payload.requestCount, () => []).push(payload.payloadId)
  },
  callbackSet: (index, { payloadId, callback }) => index.callbacks.set(payloadId, callback),
  submitted(index, { request }) {
    index.submitted.set(request.requestCount, request)
    getOrAdd(index.requestsOfTx, request.txHash, () => []).push(request.requestCount)
  },
  finalized: (index, { payloadId, txHash, proof, digest }) => index.finalized.set(payloadId, { txHash, proof, digest }),
  executed: (index, { payloadId, execution, digest }) => index.executed.set(payloadId, { execution, digest }),
  resolved: (index, { payloadId, txHash, fee }) => index.resolved.set(payloadId, { txHash, fee }),
  markedReverted: (index, { payloadId }) => index.markedReverted.add(payloadId),
  feesIncreased: (index, { requestCount, maxFees, feePoolChain, feePoolToken }) =>
    index.increases.set(requestCount, { requestCount, maxFees, feePoolChain, feePoolToken }),
  cancelled: (index, { requestCount }) => index.cancelled.add(requestCount),
  settled: (index, { requestCount }) => index.settled.add(requestCount),
  scheduled: (index, { timeout }) => index.scheduled.set(timeout.timeoutId, timeout),
  scheduleStarted: (index, { schedule }) => index.schedules.set(schedule.payloadId, schedule),
  timeoutResolved: (index, { timeoutId, txHash, executedAt }) =>
    index.timeoutsResolved.set(timeoutId, { txHash, executedAt }),
  triggered: (index, { trigger, txHash }) => index.triggers.set(trigger.triggerId, { trigger, txHash }),
  triggerHandled: (index, { trigger, txHash }) => index.triggersHandled.set(trigger.triggerId, { trigger, txHash }),
  deposited: (index, { deposit }) => index.deposits.set(deposit.depositId, deposit),
  credited: (index, { depositId }) => index.credited.add(depositId),
  forwarderDeployed: (index, { chainSlug, onChainAddress }) =>
    index.forwarders.add(forwarderKey(chainSlug, onChainAddress)),
}

export function forwarderKey(chainSlug: number, onChainAddress: Address): string {
  return `${chainSlug} ${onChainAddress.toLowerCase()}`
}
