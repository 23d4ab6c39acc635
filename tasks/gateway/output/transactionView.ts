import { revertText } from "./notes.js"
import { explainRequest, transactionReport, type TransactionReportOptions } from "./transactionReport.js"
import type { PayloadStep, RequestStep, TransactionStep } from "#src/gateway/following/trackers.js"
import { payloadStates, transactionStates } from "#src/gateway/states.js"
import type { GatewayRequest, Payload } from "#src/gateway/types.js"
import { excerpt } from "#src/primitives/text.js"
import type { LineParts, StepRange, StepView } from "#src/terminal/live/showSteps.js"
import { paint } from "#src/terminal/paint.js"
import { explainState, paintStateColumn } from "#src/terminal/paintState.js"
import type { StepFields } from "#src/terminal/printJson.js"
import { endOfHex, shortenHex } from "#src/terminal/shortenHex.js"
import { isFinal } from "#src/tracking/states.js"

/** Shows the requests of a gateway transaction, and their payloads, while they are waited for. */
export function transactionView(options: TransactionReportOptions): StepView<TransactionStep> {
  return {
    api: "the gateway API",
    subject: "the transaction",
    keyOf: (step) => (step.subject === "payload" ? step.payload.payloadId : nameOf(step.request)),
    lineParts: (step) => (step.subject === "payload" ? payloadParts(step, options) : requestParts(step)),
    stepFields: transactionStepFields,
    endFields: (ranges) => ({ requests: latestRequests(ranges) }),
    summary: (ranges) => transactionReport(latestRequests(ranges), options),
  }
}

/** A step as JSON has it: the number of the request in place of the request. */
export function transactionStepFields({ request, ...step }: TransactionStep): StepFields {
  return { ...step, requestCount: request.requestCount }
}

function requestParts(step: RequestStep): LineParts {
  const { payloads } = step.request
  return {
    name: { long: nameOf(step.request), short: nameOf(step.request) },
    place: payloads.length === 1 ? "1 payload" : `${payloads.length} payloads`,
    state: paintStateColumn(step.state, transactionStates, [payloadStates]),
    isFinal: isFinal(step.state, transactionStates),
    explanation:
      step.state === step.request.status ? explainRequest(step.request) : explainState(step.state, transactionStates),
  }
}

function payloadParts({ payload, state, reverts }: PayloadStep, options: TransactionReportOptions): LineParts {
  const [revert] = reverts
  const name = { long: shortenHex(payload.payloadId), short: endOfHex(payload.payloadId) }
  return {
    name,
    place: `${excerpt(payload.callType)} on ${options.chainName(payload.chainSlug)}`,
    state: paintStateColumn(state, payloadStates),
    isFinal: isFinal(state, payloadStates),
    explanation: explainState(state, payloadStates),
    ...(revert === undefined
      ? { detail: latestTransaction(payload) }
      : {
          problem: paint.magenta(
            `${revert.stage === "callback" ? "its callback reverts" : "reverts"}: ${revertText(revert)}`,
          ),
        }),
  }
}

/** A request of the API's older shape has no number. There its first payload names it, which never changes. */
function nameOf({ requestCount, payloads }: GatewayRequest): string {
  if (requestCount !== null) return `request ${requestCount}`
  const [first] = payloads
  return first === undefined ? "request" : `request of ${endOfHex(first.payloadId)}`
}

/** Every step carries its request as it was at that time, so the latest step has the latest request. */
function latestRequests(ranges: readonly StepRange<TransactionStep>[]): GatewayRequest[] {
  const latest = new Map<string, TransactionStep>()
  for (const { last } of ranges) {
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
