import { encodeErrorResult, type Hex } from "viem"

import { mockAddresses, mockChains, mockHash } from "./mockIds.js"
import { noAttempt, succeeded } from "#src/devnet/gateway/ledger/attempt.js"
import type {
  Attempt,
  PayloadRecord,
  RequestRecord,
  TimeoutRecord,
  TriggerRecord,
} from "#src/devnet/gateway/ledger/types.js"
import { requestOnTheWire } from "#src/devnet/server/gateway/requestOnTheWire.js"
import {
  type CallType,
  hasReached,
  isPayloadResolved,
  type PayloadStatus,
  type TimeoutStatus,
  type TransactionStatus,
  type TriggerStatus,
} from "#src/gateway/states.js"
import { zeroHash } from "#src/primitives/address.js"

/** A payload: its state, or a state in which it reverts. */
export type MockPayload = PayloadStatus | { readonly status: PayloadStatus; readonly reverts: string }

export const requestShapes = {
  /** As in the API's reference: one list `Payloads`, and `feesInfo`. */
  older: true,
  /** As public scripts read it: `writePayloads`, `readPayloads` and `feeInfo`. */
  newer: true,
  both: true,
} as const

export type RequestShape = keyof typeof requestShapes

/** Unix seconds: when the mock's clock begins. */
const start = Date.UTC(2026, 0, 1) / 1_000

const { appGateway, target, forwarder, token, none } = mockAddresses
const chainSlug = mockChains.source

/** The record of a payload in a state, as the devnet's ledger has it. */
export function payloadRecord(
  payload: MockPayload,
  { payloadId, callType }: { readonly payloadId: Hex; readonly callType: CallType },
): PayloadRecord {
  const [status, reverts] = typeof payload === "string" ? [payload, ""] : [payload.status, payload.reverts]
  const isExecuted = hasReached(status, "EXECUTED")
  const attempt = reverts === "" ? noAttempt : revertedWith(reverts)
  const txOf = (stage: string) => ({ txHash: mockHash(`${stage} ${payloadId}`) })
  return {
    ...{ payloadId, callType, status, chainSlug, target, appGateway },
    ...{ requestCount: 1, batchCount: 1, callData: "0x", contractId: zeroHash, callback: undefined },
    options: { gasLimit: 0n, value: 0n, readAtBlockNumber: 0n, isParallel: false, writeFinality: 0 },
    createdAt: start,
    since: start * 1_000,
    finalized: hasReached(status, "FINALIZED")
      ? { ...txOf("finalize"), proof: "0x", digest: mockHash(`digest ${payloadId}`) }
      : undefined,
    executed: isExecuted ? { ...txOf("execute"), returnData: "0x", gasUsed: 0n } : undefined,
    resolved: isPayloadResolved(status) ? { ...txOf("callback"), fee: 0n } : undefined,
    executionAttempt: isExecuted ? succeeded(noAttempt) : attempt,
    callbackAttempt: isExecuted ? attempt : noAttempt,
    idUsedIn: undefined,
    isGivenUp: false,
  }
}

export function requestRecord(
  state: TransactionStatus | readonly MockPayload[],
  { txHash, count, callTypes }: { txHash: Hex; count: number; callTypes: readonly CallType[] },
): RequestRecord {
  const states = typeof state === "string" ? Array.from({ length: count }, () => payloadIn[state]) : state
  const payloads = states.map((payload, index) =>
    payloadRecord(payload, {
      payloadId: mockHash(`payload ${txHash} ${index}`),
      callType: callTypes[index] ?? "WRITE",
    }),
  )
  return {
    ...{ requestCount: 1, appGateway, txHash, openedBy: undefined, payloads },
    status: typeof state === "string" ? state : statusOf(payloads),
    ...{ feePoolChain: chainSlug, feePoolToken: token, maxFees: 10n ** 17n, fee: 10n ** 16n },
    ...{ isCancelled: false, isSettled: false },
  }
}

const payloadIn: Readonly<Record<TransactionStatus, MockPayload>> = {
  IN_PROGRESS: "EXECUTING",
  REVERTING: { status: "FINALIZED", reverts: "mocked revert" },
  COMPLETED: "PROMISE_RESOLVED",
}

function statusOf(payloads: readonly PayloadRecord[]): TransactionStatus {
  if (payloads.every(({ status }) => isPayloadResolved(status))) return "COMPLETED"
  const isReverting = ({ executionAttempt, callbackAttempt }: PayloadRecord): boolean =>
    [executionAttempt, callbackAttempt].some(({ outcome }) => outcome === "SIMULATION_FAILED")
  return payloads.some(isReverting) ? "REVERTING" : "IN_PROGRESS"
}

/** A response of `/getDetailsByTxHash` with one request. The devnet's has the fields of both shapes. */
export function requestBody(
  request: RequestRecord,
  shape: RequestShape,
  fields: Readonly<Record<string, unknown>>,
): object {
  const isDeployed = ({ callType, executed }: PayloadRecord): boolean => callType === "DEPLOY" && executed !== undefined
  const views = {
    deployedBy: (payload: PayloadRecord) => (isDeployed(payload) ? target : undefined),
    hasForwarder: () => request.payloads.some((payload) => isDeployed(payload) && payload.resolved !== undefined),
  }
  const whole = requestOnTheWire(request, { views, forwarderOf: () => forwarder })
  const missing = shape === "both" ? [] : shape === "older" ? onlyNewer : onlyOlder
  const response = JSON.parse(
    JSON.stringify(whole, (name, value: unknown) => (missing.includes(name) ? undefined : value)),
  ) as object
  return {
    ...(shape === "newer" ? {} : { apiStatus: "SUCCESS" }),
    ...(shape === "older" ? {} : { status: "SUCCESS" }),
    response: [{ ...response, ...fields }],
  }
}

const onlyOlder = ["Payloads", "payloads", "feesInfo", "executionStatus", "appGatewayDetails"]

const onlyNewer = [
  ...["requestCount", "writePayloads", "readPayloads", "payloads", "feeInfo", "openedBy", "batchCount"],
  ...["finalizeDetails", "isExecuted", "executeStatus", "callBackDetails", "deployerDetails"],
  "proofUploadDetails",
]

export function triggerRecord(status: TriggerStatus, txHash: Hex): TriggerRecord {
  return {
    ...{ status, txHash, chainSlug, plug: target, appGateway, payload: "0x" },
    triggerId: mockHash(`trigger ${txHash}`),
    handled: status === "Executed" ? { txHash: mockHash(`handled ${txHash}`) } : undefined,
    attempt: status === "Reverting" ? revertedWith("mocked revert") : noAttempt,
  }
}

export function timeoutRecord(
  status: TimeoutStatus,
  timeout: Pick<TimeoutRecord, "timeoutId" | "target" | "originTxHash">,
): TimeoutRecord {
  const resolved = { txHash: mockHash(`resolved ${timeout.timeoutId}`), executedAt: start + 1 }
  return {
    ...timeout,
    ...{ status, scheduler: none, payload: "0x", executeAt: start, createdAt: start, attempt: noAttempt },
    resolved: status === "RESOLVED" ? resolved : undefined,
  }
}

/** An attempt that reverted, and is made again. */
function revertedWith(reason: string): Attempt {
  const revertData = encodeErrorResult({ abi: errorAbi, errorName: "Error", args: [reason] })
  return { outcome: "SIMULATION_FAILED", attempts: 1, revertData, retryAt: start * 1_000 }
}

const errorAbi = [{ type: "error", name: "Error", inputs: [{ name: "message", type: "string" }] }] as const
