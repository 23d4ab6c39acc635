import { type RouteStep, statesOf } from "../../../src/swap/following/routeTracker.js"
import { isFinal } from "../../../src/swap/states.js"
import { explainState, paintStateColumn } from "../../../src/terminal/paintState.js"
import { routeReport } from "./routeReport.js"
import { endOfHex, shortenHex } from "../../../src/terminal/shortenHex.js"
import type { StepRange, StepView } from "../../../src/terminal/showSteps.js"

/**
 * Shows a route while it is tracked.
 *
 * @param chainName names the chain of an id
 */
export function routeView(chainName: (chainId: number) => string): StepView<RouteStep> {
  return {
    api: "the swap API",
    subject: "the quote",
    keyOf: ({ quoteId }) => quoteId,
    lineParts: (step, paint) => ({
      name: { long: shortenHex(step.quoteId), short: endOfHex(step.quoteId) },
      place: `${chainName(step.route.origin.chainId)} → ${chainName(step.route.destination.chainId)}`,
      state: paintStateColumn(step.state, paint, statesOf(step.route)),
      isFinal: isFinal(step.state, statesOf(step.route)),
      explanation: explainState(step.state, statesOf(step.route)),
      detail: latestTransaction(step),
    }),
    stepFields: (step) => step,
    endFields: (ranges) => ({ route: latest(ranges)?.route }),
    summary: (ranges, printer) => {
      const step = latest(ranges)
      return step === undefined ? "" : routeReport(step.route, chainName, printer)
    },
  }
}

function latest(ranges: readonly StepRange<RouteStep>[]): RouteStep | undefined {
  return ranges.at(-1)?.last
}

function latestTransaction({ route: { origin, destination, refund } }: RouteStep): string | undefined {
  if (refund !== null && refund.txHash !== null) return `refunded in ${refund.txHash}`
  if (destination.txHash !== null) return `arrived in ${destination.txHash}`
  return origin.txHash === null ? undefined : `sent in ${origin.txHash}`
}
