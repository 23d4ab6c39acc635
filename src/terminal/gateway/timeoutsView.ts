import { lateBy } from "../../gateway/following/watchTimeouts.js"
import { timeoutStates } from "../../gateway/states.js"
import type { TimeoutStep } from "../../gateway/following/trackers.js"
import { isFinal } from "../../tracking/states.js"
import { explainState, paintStateColumn } from "../core/paintState.js"
import { endOfHex, shortenHex } from "../core/shortenHex.js"
import type { StepView } from "../core/showSteps.js"
import { revertText } from "./triesOver.js"
import { dueText, timeoutReport, type TimeoutReportOptions } from "./timeoutReport.js"

/** Shows timeouts while they are waited for, each with a countdown. */
export function timeoutsView(options: TimeoutReportOptions): StepView<TimeoutStep> {
  return {
    api: "the gateway API",
    subject: "the timeout",
    keyOf: ({ timeout }) => timeout.timeoutId,
    lineParts: ({ timeout, state, revert }, paint) => ({
      name: { long: shortenHex(timeout.timeoutId), short: endOfHex(timeout.timeoutId) },
      place: timeout.target === null ? "" : `calls ${shortenHex(timeout.target)}`,
      state: paintStateColumn(state, paint, timeoutStates),
      isFinal: isFinal(state, timeoutStates),
      explanation: explainState(state, timeoutStates),
      time: () => dueText(timeout, options.now()),
      detail:
        revert !== undefined
          ? paint.magenta(`reverts: ${revertText({ ...revert, isGivenUp: timeout.isGivenUp })}`)
          : timeout.resolveTxHash === null
            ? undefined
            : `in ${timeout.resolveTxHash}`,
    }),
    stepFields: (step) => step,
    endFields: (ranges) => ({
      timeouts: ranges.map(({ last }) => ({ ...last.timeout, lateBy: lateBy(last.timeout) })),
    }),
    summary: (ranges, printer) =>
      timeoutReport(
        ranges.map(({ last }) => last.timeout),
        options,
        printer,
      ),
  }
}
