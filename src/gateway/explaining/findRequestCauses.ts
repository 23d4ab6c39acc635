import { watcherAbi } from "../onchain/watcherAbi.js"
import type { GatewayReading, PayloadFacts, RequestFacts, WatcherFacts } from "../reading/types.js"
import { decodeRevertString } from "../reverts.js"
import { isPayloadDone } from "../states.js"
import { payloadsOf, statusOf } from "./describeItems.js"
import type { GatewayCase, GatewayCause } from "./types.js"
import { creditsText, readAtHead, reported, requestText } from "./words.js"
import { readIn } from "#src/explaining/evidence.js"
import { byOthers } from "#src/explaining/explain.js"

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
  // The first are done, so this is one that was opened.
  const running = requests.find((request) => shown.includes(request) && !request.payloads.every(isDone))
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
  return isPayloadDone(statusOf(payload))
}

/** Finds requests that stop at their maximum fees. */
export function findFeesCauses(reading: GatewayCase): GatewayCause[] {
  return reading.requests.flatMap((request) => feesCauses(reading, request))
}

/** A request stops at the first payload whose highest possible fee exceeds what is left of its maximum. */
function feesCauses(reading: GatewayCase, request: RequestFacts): GatewayCause[] {
  const { watcher } = reading
  const { payloads, cancelled, settled, maxFees, appGateway } = request
  if (cancelled !== null || settled !== null) return []
  const open = payloads.filter(({ resolved }) => resolved === null)
  const batch = Math.min(...open.map(({ batchCount }) => batchCount))
  const next = open.filter(({ batchCount, finalized }) => batchCount === batch && finalized === null)
  // While other payloads of the batch run, their highest fees are held; the unused part is free again when they are done.
  const isAlone = open.every(({ finalized }) => finalized === null)
  for (const payload of next) {
    const refusal = refusalOf(payload)
    const cost = watcher === null || maxFees === null ? undefined : maxCostOf(request, payload, watcher)
    const isOver = cost !== undefined && maxFees !== null && cost.promised > maxFees && isAlone
    const limit = maxFees ?? refusal?.maxFees
    const needed = cost?.whole ?? refusal?.required
    if (limit === undefined || needed === undefined) continue
    if (!isOver && (refusal === undefined || payload.reported?.isGivenUp !== true)) continue
    const text = requestText(request)
    return [
      {
        name: "fees-too-low",
        says: `${text.charAt(0).toUpperCase()}${text.slice(1)} may cost ${creditsText(limit)} at most, and its payload ${payload.payloadId} may bring it to ${creditsText(cost?.promised ?? needed)}. ${creditsText(needed)} are enough for all of its payloads.`,
        evidence: [
          readAtHead(reading, `The maximum fees of ${text} are ${String(limit)}.`),
          ...(cost === undefined ? [] : [readAtHead(reading, cost.says)]),
          ...(refusal === undefined
            ? []
            : [
                reported(
                  `It is not finalized: MaxFeesTooLow(required: ${refusal.required}, maxFees: ${refusal.maxFees}).`,
                ),
              ]),
        ],
        fix: byOthers(
          `the app gateway ${appGateway ?? "that made it"} calls _increaseFees(${request.requestCount ?? "…"}, ${needed}), and sets higher maxFees for its next requests`,
        ),
        about: payload.payloadId,
      },
    ]
  }
  return []
}

/** The error of a finalization that the watcher contract refused, from the API. */
function refusalOf({ reported: payload }: PayloadFacts) {
  const text = payload?.simulationDetails.executeRevertString ?? ""
  const { decoded } = decodeRevertString(text, [watcherAbi])
  const [required, maxFees] =
    decoded?.name === "MaxFeesTooLow" ? decoded.args : (/MaxFeesTooLow\(\D*(\d+)\D+(\d+)/.exec(text) ?? []).slice(1)
  if (required === undefined || maxFees === undefined) return undefined
  return { required: BigInt(required as string | bigint), maxFees: BigInt(maxFees as string | bigint) }
}

type MaxCost = {
  /** The fees charged so far, and the highest fees of the payloads that run and of the next one. */
  readonly promised: bigint
  /** The same with every payload of the request: enough in any case. */
  readonly whole: bigint
  readonly says: string
}

function maxCostOf({ payloads }: RequestFacts, payload: PayloadFacts, watcher: WatcherFacts): MaxCost | undefined {
  const ownFee = maxFeeOf(payload, watcher)
  if (ownFee === undefined) return undefined
  const costs = payloads.map((other): { isBegun: boolean; fee: bigint } => {
    const { resolved, finalized } = other
    if (resolved !== null && "fee" in resolved) return { isBegun: true, fee: resolved.fee }
    return { isBegun: finalized !== null, fee: maxFeeOf(other, watcher) ?? 0n }
  })
  const begun = costs.reduce((sum, { isBegun, fee }) => (isBegun ? sum + fee : sum), 0n)
  const { gasLimit = 0n, value = 0n } = payload.options ?? {}
  return {
    promised: begun + ownFee,
    whole: costs.reduce((sum, { fee }) => sum + fee, 0n),
    says: `PAYLOAD_FEE is ${watcher.payloadFee} and FEE_PER_GAS ${watcher.feePerGas}: with a gas limit of ${gasLimit} and a value of ${value}, the payload costs ${ownFee} at most, beside ${begun} of the others.`,
  }
}

/** The highest possible fee of a payload, as the watcher contract computes it. */
function maxFeeOf({ options, callType }: PayloadFacts, { payloadFee, feePerGas }: WatcherFacts): bigint | undefined {
  if (options === null) return undefined
  return callType === "READ" || callType === "SCHEDULE"
    ? payloadFee
    : payloadFee + options.gasLimit * feePerGas + options.value
}
