import type { RouteStep } from "../../swap/following/routeTracker.js"
import { isFinal, routeStates } from "../../swap/states.js"
import { explainState, paintStateColumn } from "../core/paintState.js"
import { routeReport } from "./routeReport.js"
import { endOfHex, shortenHex } from "../core/shorten.js"
import type { FirstAndLast, StepView } from "../core/showSteps.js"

/**
 * How a route on its way is told.
 *
 * @param chainName what a person calls the chain of an id
 */
export function routeView(chainName: (chainId: number) => string): StepView<RouteStep> {
  return {
    api: "the swap API",
    keyOf: ({ quoteId }) => quoteId,
    words: (step, paint) => ({
      name: { long: shortenHex(step.quoteId), short: endOfHex(step.quoteId) },
      place: `${chainName(step.route.origin.chainId)} → ${chainName(step.route.destination.chainId)}`,
      state: paintStateColumn(step.state, paint, routeStates),
      isFinal: isFinal(step.state, routeStates),
      says: explainState(step.state, routeStates),
      detail: latestTransaction(step),
    }),
    facts: (step) => step,
    result: (seen) => ({ route: latest(seen)?.route }),
    summary: (seen, printer) => {
      const step = latest(seen)
      return step === undefined ? "" : routeReport(step.route, chainName, printer)
    },
  }
}

function latest(seen: readonly FirstAndLast<RouteStep>[]): RouteStep | undefined {
  return seen.at(-1)?.last
}

function latestTransaction({ route: { origin, destination, refund } }: RouteStep): string | undefined {
  if (refund !== null && refund.txHash !== null) return `refunded in ${refund.txHash}`
  if (destination.txHash !== null) return `arrived in ${destination.txHash}`
  return origin.txHash === null ? undefined : `sent in ${origin.txHash}`
}
