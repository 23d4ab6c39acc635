import { readIn } from "../../explaining/evidence.js"
import type { GatewayReading, PayloadFacts, RequestFacts } from "../reading/types.js"
import { payloadsOf, statusOf } from "./describeItems.js"
import type { GatewayCause } from "./types.js"
import { requestText } from "./words.js"

/** Finds why a request as a whole stops, or continues in another one. */
export function findRequestCauses(reading: GatewayReading): GatewayCause[] {
  const shown = new Set(payloadsOf(reading))
  const requests = reading.requests.filter(({ payloads }) => payloads.some((payload) => shown.has(payload)))
  return [
    ...requests.flatMap((request) => cancelledCauses(reading, request)),
    ...requests.flatMap((request) => batchCauses(reading, request)),
    ...openedCauses(reading, requests),
  ]
}

/** A payload that was finalized before the cancellation is still executed. */
function cancelledCauses({ requests, gateway }: GatewayReading, request: RequestFacts): GatewayCause[] {
  const { cancelled, payloads, appGateway } = request
  const dropped = payloads.filter(({ finalized }) => finalized === null)
  const [first] = dropped
  if (cancelled === null || first === undefined) return []
  const ids = dropped.map(({ payloadId }) => payloadId).join(", ")
  const logged = `RequestCancelled was logged in ${cancelled.transactionHash}, before these were finalized: ${ids}.`
  return [
    {
      name: "request-cancelled",
      says: `The app gateway ${appGateway ?? ""} cancelled ${requestText(request)}, and ${dropped.length} of its ${payloads.length} payloads will never be executed.`,
      evidence: [readIn(gateway, cancelled.blockNumber, logged)],
      fix: "call the app gateway again",
      about: requests.length === 1 ? null : first.payloadId,
    },
  ]
}

/** Why a payload of a later batch has not begun. */
function batchCauses({ kind, id, gateway }: GatewayReading, request: RequestFacts): GatewayCause[] {
  const payload = request.payloads.find(({ payloadId }) => payloadId === id)
  if (kind !== "payload" || payload === undefined || request.cancelled !== null) return []
  const before = request.payloads.find((other) => other.batchCount < payload.batchCount && !isDone(other))
  if (before === undefined || before.callType === "SCHEDULE") return []
  return [
    {
      name: "batch-waiting",
      certainty: "likely",
      says: `The payload is in batch ${payload.batchCount} of ${requestText(request)}, which begins when payload ${before.payloadId} of batch ${before.batchCount} is done.`,
      evidence: [
        {
          source: `${gateway.name}, block ${String(payload.queued?.blockNumber ?? "unknown")}`,
          says: `PayloadQueued has the batches of both. ${before.payloadId} is ${statusOf(before)}.`,
        },
      ],
      about: payload.payloadId,
    },
  ]
}

function openedCauses(
  { requests, transaction, gateway }: GatewayReading,
  shown: readonly RequestFacts[],
): GatewayCause[] {
  const first = shown.filter(({ openedBy }) => openedBy === null)
  if (!first.every(({ payloads }) => payloads.every(isDone))) return []
  const running = requests.find(
    (request) => request.openedBy !== null && shown.includes(request) && !request.payloads.every(isDone),
  )
  if (running === undefined) return []
  const left = running.payloads.filter((payload) => !isDone(payload))
  const done = first.length === 0 ? "The call has run" : `All of transaction ${transaction?.txHash ?? ""} is done`
  const openedBy = running.openedBy ?? ""
  return [
    {
      name: "opened-request-running",
      says: `${done}, and the work continues in ${requestText(running)}, which was made by the call for ${openedBy}: ${left.length} of its ${running.payloads.length} payloads are not done.`,
      evidence: [
        {
          source: `${gateway.name}, block ${String(running.submitted?.blockNumber ?? "unknown")}`,
          says: `RequestSubmitted of ${requestText(running)} was logged in ${running.txHash}, after the log of ${openedBy}.`,
        },
      ],
      about: left[0]?.payloadId ?? null,
    },
  ]
}

function isDone(payload: PayloadFacts): boolean {
  return statusOf(payload) === "PROMISE_RESOLVED"
}
