import { blockSource } from "../../explaining/evidence.js"
import type { GatewayReading, PayloadFacts, RequestFacts } from "../reading/types.js"
import { payloadsOf, statusOf } from "./describeItems.js"
import { type Findings, type GatewayCase, type GatewayCause, toCause } from "./types.js"
import { requestText } from "./words.js"

/** Finds why a request as a whole stops, or goes on elsewhere. */
export function findRequestCauses({ reading }: GatewayCase): Promise<Findings> {
  const shown = new Set(payloadsOf(reading))
  const requests = reading.requests.filter(({ payloads }) => payloads.some((payload) => shown.has(payload)))
  return Promise.resolve({
    causes: [
      ...requests.flatMap((request) => cancelledCauses(reading, request)),
      ...requests.flatMap((request) => batchCauses(reading, request)),
      ...openedCauses(reading, requests),
    ],
  })
}

/** What was finalized before the cancellation goes on. */
function cancelledCauses({ requests, gateway }: GatewayReading, request: RequestFacts): GatewayCause[] {
  const { cancelled, payloads, appGateway } = request
  const taken = payloads.filter(({ finalized }) => finalized === null)
  const [first] = taken
  if (cancelled === null || first === undefined) return []
  const ids = taken.map(({ payloadId }) => payloadId).join(", ")
  return [
    toCause({
      name: "request-cancelled",
      says: `The app gateway ${appGateway ?? ""} cancelled ${requestText(request)}, and ${taken.length} of its ${payloads.length} payloads will never be executed.`,
      evidence: [
        {
          source: blockSource(gateway, cancelled.blockNumber),
          says: `RequestCancelled was logged in ${cancelled.transactionHash}, before these were finalized: ${ids}.`,
        },
      ],
      mend: { who: "you, by calling the app gateway again", command: null },
      about: requests.length === 1 ? null : first.payloadId,
    }),
  ]
}

/** Somebody who asks for a payload of a later batch asks why nothing happens to it. */
function batchCauses({ kind, id, gateway }: GatewayReading, request: RequestFacts): GatewayCause[] {
  const asked = request.payloads.find(({ payloadId }) => payloadId === id)
  if (kind !== "payload" || asked === undefined || request.cancelled !== null) return []
  const before = request.payloads.find((payload) => payload.batchCount < asked.batchCount && !isDone(payload))
  if (before === undefined || before.callType === "SCHEDULE") return []
  return [
    toCause({
      name: "batch-waiting",
      certainty: "likely",
      says: `The payload is in batch ${asked.batchCount} of ${requestText(request)}, which begins when payload ${before.payloadId} of batch ${before.batchCount} is done.`,
      evidence: [
        {
          source: `${gateway.name}, block ${String(asked.queued?.blockNumber ?? "unknown")}`,
          says: `PayloadQueued has the batches of both. ${before.payloadId} is ${statusOf(before)}.`,
        },
      ],
      about: asked.payloadId,
    }),
  ]
}

function openedCauses(
  { requests, transaction, gateway }: GatewayReading,
  shown: readonly RequestFacts[],
): GatewayCause[] {
  const own = shown.filter(({ openedBy }) => openedBy === null)
  if (!own.every(({ payloads }) => payloads.every(isDone))) return []
  const running = requests.find(
    (request) => request.openedBy !== null && shown.includes(request) && !request.payloads.every(isDone),
  )
  if (running === undefined) return []
  const left = running.payloads.filter((payload) => !isDone(payload))
  const what =
    own.length === 0 ? "What was asked for has run" : `All of transaction ${transaction?.txHash ?? ""} is done`
  return [
    toCause({
      name: "opened-request-running",
      says: `${what}, and the work goes on in ${requestText(running)}, which was made by the call for ${running.openedBy ?? ""}: ${left.length} of its ${running.payloads.length} payloads are not done.`,
      evidence: [
        {
          source: `${gateway.name}, block ${String(running.submitted?.blockNumber ?? "unknown")}`,
          says: `RequestSubmitted of ${requestText(running)} was logged in ${running.txHash}, after the log of ${running.openedBy ?? ""}.`,
        },
      ],
      about: left[0]?.payloadId ?? null,
    }),
  ]
}

function isDone(payload: PayloadFacts): boolean {
  return statusOf(payload) === "PROMISE_RESOLVED"
}
