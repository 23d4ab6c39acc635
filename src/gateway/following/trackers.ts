import type { Abi } from "viem"

import { type Revert, revertOfTimeout, revertsOf } from "../reverts.js"
import {
  hasReached,
  payloadStates,
  type PayloadStatus,
  timeoutStates,
  type TimeoutStatus,
  transactionStates,
  type TransactionStatus,
} from "../states.js"
import type { GatewayRequest, Payload, Timeout } from "../types.js"
import type { DecodedRevert } from "#src/primitives/reverts/decodeRevertData.js"
import { isFinal } from "#src/tracking/states.js"
import { createTracker, type Step, type Tracker } from "#src/tracking/tracker.js"

/** One change of a request's status. */
export type RequestStep = Step<
  TransactionStatus,
  {
    readonly subject: "request"
    /** What reverts now in any payload of the request, decoded. */
    readonly reverts: readonly Revert[]
    /** The request with all its payloads as it is now, or as it was last seen before it vanished. */
    readonly request: GatewayRequest
  }
>

/** One change of a payload: of its status, or of whether and why it reverts. */
export type PayloadStep = Step<
  PayloadStatus,
  {
    readonly subject: "payload"
    /** What reverts now in the payload, decoded. */
    readonly reverts: readonly Revert[]
    /** The request that the payload belongs to. */
    readonly request: GatewayRequest
    /** The payload as it is now, or as it was last seen before it vanished. */
    readonly payload: Payload
  }
>

/** One change in a gateway transaction. Every change is reported once. */
export type TransactionStep = RequestStep | PayloadStep

export type TransactionTracker = {
  observe(requests: readonly GatewayRequest[], at: number): TransactionStep[]
  /** Whether all requests, or all payloads, have reached the state that the caller waits for. */
  isOver(): boolean
  /** The requests in the latest answer. */
  requests(): readonly GatewayRequest[]
  /** What reverts now in any of the requests, decoded. */
  reverts(): readonly Revert[]
  /** Whether a request or one of its payloads reverts now. The API does not always give a reason. */
  isReverting(): boolean
  /** Whether something reverts and is tried no more, so that waiting is no use. */
  isGivenUp(): boolean
  /** The payloads that have not reached the state that the caller waits for. */
  pending(): readonly Payload[]
  readonly history: readonly TransactionStep[]
}

type RequestOrPayload = { readonly id: string; readonly request: GatewayRequest; readonly payload?: Payload }

/**
 * Creates a tracker for the requests of one transaction and their payloads.
 *
 * Without `until`, a request has arrived when it is COMPLETED and none of its callbacks is running.
 */
export function createTransactionTracker(until?: PayloadStatus, abis: readonly Abi[] = []): TransactionTracker {
  let latest: readonly GatewayRequest[] = []

  const revertsIn = (request: GatewayRequest): Revert[] =>
    request.payloads.flatMap((payload) => revertsOf(payload, abis))

  const hasPayloadArrived = ({ status }: Payload): boolean =>
    until === undefined ? status !== "PROMISE_RESOLVING" : hasReached(status, until)

  const isComplete = ({ status }: GatewayRequest): boolean => isFinal(status, transactionStates)

  const tracker = createTracker<RequestOrPayload, TransactionStep>({
    idOf: ({ id }) => id,
    // A payload that has arrived proves nothing about a request that a reorg dropped.
    kindOf: ({ payload }) => (payload === undefined ? "request" : "payload"),
    aspectsOf({ request, payload }) {
      if (payload === undefined) return [{ value: request.status, table: transactionStates }]
      const reasons = revertsOf(payload, abis).map(({ stage, reason }) => `${stage}: ${reason}`)
      return [{ value: payload.status, table: payloadStates }, { value: reasons.join("\n") }]
    },
    hasArrived({ request, payload }) {
      if (payload !== undefined) return hasPayloadArrived(payload)
      return isComplete(request) || (until !== undefined && request.payloads.length > 0)
    },
    toStep: (change, { request, payload }) =>
      payload === undefined
        ? { subject: "request", ...change, request, reverts: revertsIn(request) }
        : { subject: "payload", ...change, request, reverts: revertsOf(payload, abis), payload },
  })

  return {
    history: tracker.history,
    observe(requests, at) {
      latest = requests
      return tracker.observe(requests.flatMap(partsOf), at)
    },
    isOver: () => tracker.isOver(),
    requests: () => latest,
    reverts: () => latest.flatMap(revertsIn),
    isReverting: () => latest.some((request) => request.status === "REVERTING" || revertsIn(request).length > 0),
    isGivenUp: () => latest.some(({ payloads }) => payloads.some(({ isGivenUp }) => isGivenUp === true)),
    pending: () =>
      latest.flatMap((request) =>
        request.payloads.filter(
          (payload) => !hasPayloadArrived(payload) || (until === undefined && !isComplete(request)),
        ),
      ),
  }
}

/** A request and its payloads. A request in the API's older shape has no number; its position in its transaction identifies it. */
function partsOf(request: GatewayRequest, index: number, requests: readonly GatewayRequest[]): RequestOrPayload[] {
  const { requestCount, txHash = "" } = request
  const position = requests.slice(0, index).filter((earlier) => earlier.txHash === request.txHash).length
  const id = requestCount === null ? `request at ${position} ${txHash}` : `request ${requestCount}`
  return [
    { id, request },
    ...request.payloads.map((payload) => ({ id: `payload ${payload.payloadId}`, request, payload })),
  ]
}

/** One change of a timeout: of its status, or of whether and why it reverts. Every change is reported once. */
export type TimeoutStep = Step<
  TimeoutStatus,
  {
    /** Why the call reverts now; absent if it does not. */
    readonly revert?: { readonly reason: string; readonly decoded?: DecodedRevert }
    /** The timeout as it is now, or as it was last seen before it vanished. */
    readonly timeout: Timeout
  }
>

/** Creates a tracker for timeouts. A timeout has arrived when it has run. */
export function createTimeoutTracker(abis: readonly Abi[] = []): Tracker<Timeout, TimeoutStep> {
  return createTracker<Timeout, TimeoutStep>({
    idOf: ({ timeoutId }) => timeoutId,
    aspectsOf: (timeout) => [
      { value: stateOf(timeout), table: timeoutStates },
      { value: revertOfTimeout(timeout, abis)?.reason ?? "" },
    ],
    hasArrived: (timeout) => isFinal(stateOf(timeout), timeoutStates),
    toStep(change, timeout) {
      const revert = revertOfTimeout(timeout, abis)
      return { ...change, ...(revert === undefined ? {} : { revert }), timeout }
    },
  })
}

function stateOf({ status, isResolved }: Timeout): string {
  return isResolved ? "RESOLVED" : status
}
