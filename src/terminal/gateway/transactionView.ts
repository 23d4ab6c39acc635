import type { GatewayRequest, Payload } from "../../gateway/types.js"
import { payloadStates, transactionStates } from "../../gateway/states.js"
import type { PayloadStep, RequestStep, TransactionStep } from "../../gateway/following/transactionTracker.js"
import { explainState, paintStateColumn } from "../core/paintState.js"
import { endOfHex, shortenHex } from "../core/shorten.js"
import type { FirstAndLast, LineParts, StepView } from "../core/showSteps.js"
import type { Paint } from "../core/terminal.js"
import { transactionReport, type TransactionWording } from "./transactionReport.js"
import { isFinal } from "../../tracking/states.js"

/** How the requests of a gateway transaction and their payloads are told. */
export function transactionView(wording: TransactionWording): StepView<TransactionStep> {
  return {
    api: "the gateway API",
    keyOf: (step) => (step.subject === "payload" ? step.payload.payloadId : nameOf(step.request)),
    words: (step, paint) =>
      step.subject === "payload" ? payloadWords(step, wording, paint) : requestWords(step, paint),
    facts: ({ request, ...step }) => ({ ...step, requestCount: request.requestCount }),
    result: (seen) => ({ requests: latestRequests(seen) }),
    summary: (seen, printer) => transactionReport(latestRequests(seen), wording, printer),
  }
}

function requestWords(step: RequestStep, paint: Paint): LineParts {
  const { payloads } = step.request
  return {
    name: { long: nameOf(step.request), short: nameOf(step.request) },
    place: payloads.length === 1 ? "1 payload" : `${payloads.length} payloads`,
    state: paintStateColumn(step.state, paint, payloadStates),
    isFinal: isFinal(step.state, transactionStates),
    says: explainState(step.state, transactionStates),
  }
}

function payloadWords({ payload, state, reverts }: PayloadStep, wording: TransactionWording, paint: Paint): LineParts {
  const [revert] = reverts
  const name = { long: shortenHex(payload.payloadId), short: endOfHex(payload.payloadId) }
  return {
    name,
    place: `${payload.callType} on ${wording.chainName(payload.chainSlug)}`,
    state: paintStateColumn(state, paint, payloadStates),
    isFinal: isFinal(state, payloadStates),
    says: explainState(state, payloadStates),
    detail:
      revert === undefined
        ? latestTransaction(payload)
        : paint.yellow(`${revert.stage === "callback" ? "its callback reverts" : "reverts"}: ${revert.reason}`),
  }
}

/** The older shape has no number for a request; there its first payload tells it apart, which never changes. */
function nameOf({ requestCount, payloads }: GatewayRequest): string {
  if (requestCount !== null) return `request ${requestCount}`
  const [first] = payloads
  return first === undefined ? "request" : `request of ${endOfHex(first.payloadId)}`
}

/** Every step has its request as it was then, and the latest look is the last to have told of it. */
function latestRequests(seen: readonly FirstAndLast<TransactionStep>[]): GatewayRequest[] {
  const latest = new Map<string, TransactionStep>()
  for (const { last } of seen) {
    const name = nameOf(last.request)
    if (last.at >= (latest.get(name)?.at ?? -Infinity)) latest.set(name, last)
  }
  return [...latest.values()].map(({ request }) => request)
}

function latestTransaction({ executeDetails, callBackDetails }: Payload): string | undefined {
  const { callbackTxHash } = callBackDetails
  if (callbackTxHash !== null) return `callback in ${callbackTxHash}`
  return executeDetails.executeTxHash === null ? undefined : `executed in ${executeDetails.executeTxHash}`
}
