import type { Hex } from "viem"

import type { CallType, TransactionStatus } from "../../../gateway/states.js"
import { mockAddresses, mockChains, mockHash } from "../mockIds.js"
import { type MockPayload, payloadAt, revertOf, statusOf } from "./gatewayPayloads.js"

/** The shapes that requests were published in. */
export type RequestShape =
  /** As in the API's reference: one list `Payloads`, and `feesInfo`. */
  | "older"
  /** As public scripts read it: `writePayloads`, `readPayloads` and `feeInfo`. */
  | "newer"
  /** With the fields of both. */
  | "both"

type RequestOptions = {
  readonly txHash: Hex
  /** How many payloads it has where a state does not say it. */
  readonly count: number
  readonly callTypes: readonly CallType[]
  readonly shape: RequestShape
  readonly fields: Readonly<Record<string, unknown>>
}

/** A response of `/getDetailsByTxHash` with one request. */
export function requestAt(
  state: TransactionStatus | readonly MockPayload[],
  { txHash, count, callTypes, shape, fields }: RequestOptions,
): object {
  const payloads =
    typeof state === "string" ? Array.from({ length: count }, (): MockPayload => payloadIn[state]) : [...state]
  const listed = (isOlder: boolean) =>
    payloads.map((payload, index) => {
      const callType = callTypes[index] ?? "WRITE"
      const payloadId = mockHash(`payload ${txHash} ${index}`)
      return { isRead: callType === "READ", onTheWire: payloadAt(payload, { payloadId, callType, isOlder }) }
    })
  const fees = { feePoolChain: mockChains.source, feePoolToken: mockAddresses.token, maxFees: "0.1", fee: "0.01" }
  const older = { Payloads: listed(true).map(({ onTheWire }) => onTheWire), feesInfo: fees }
  const newer = {
    requestCount: 1,
    writePayloads: listed(false).flatMap(({ isRead, onTheWire }) => (isRead ? [] : [onTheWire])),
    readPayloads: listed(false).flatMap(({ isRead, onTheWire }) => (isRead ? [onTheWire] : [])),
    feeInfo: fees,
  }
  const request = {
    status: typeof state === "string" ? state : statusOfAll(payloads),
    ...(shape === "newer" ? {} : older),
    ...(shape === "older" ? {} : newer),
    ...fields,
  }
  return {
    ...(shape === "newer" ? {} : { apiStatus: "SUCCESS" }),
    ...(shape === "older" ? {} : { status: "SUCCESS" }),
    response: [request],
  }
}

/** A payload of a request in this state. */
const payloadIn: Readonly<Record<TransactionStatus, MockPayload>> = {
  IN_PROGRESS: "EXECUTING",
  REVERTING: { status: "FINALIZED", reverts: "mocked revert" },
  COMPLETED: "PROMISE_RESOLVED",
}

function statusOfAll(payloads: readonly MockPayload[]): TransactionStatus {
  if (payloads.every((payload) => statusOf(payload) === "PROMISE_RESOLVED")) return "COMPLETED"
  return payloads.some((payload) => revertOf(payload) !== "") ? "REVERTING" : "IN_PROGRESS"
}
