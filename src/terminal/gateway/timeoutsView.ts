import { lateBy } from "../../gateway/following/lateBy.js"
import { timeoutStates } from "../../gateway/states.js"
import type { TimeoutStep } from "../../gateway/following/timeoutTracker.js"
import { explainState, paintStateColumn } from "../core/paintState.js"
import { endOfHex, shortenHex } from "../core/shorten.js"
import type { StepView } from "../core/showSteps.js"
import { dueText, timeoutReport, type TimeoutWording } from "./timeoutReport.js"
import { isFinal } from "../../tracking/states.js"

/** How timeouts are told while they are waited for: a countdown each. */
export function timeoutsView(wording: TimeoutWording): StepView<TimeoutStep> {
  return {
    api: "the gateway API",
    keyOf: ({ timeout }) => timeout.timeoutId,
    words: ({ timeout, state, revert }, paint) => ({
      name: { long: shortenHex(timeout.timeoutId), short: endOfHex(timeout.timeoutId) },
      place: timeout.target === null ? "" : `calls ${shortenHex(timeout.target)}`,
      state: paintStateColumn(state, paint, timeoutStates),
      isFinal: isFinal(state, timeoutStates),
      says: explainState(state, timeoutStates),
      time: () => dueText(timeout, wording.now()),
      detail:
        revert !== undefined
          ? paint.yellow(`reverts: ${revert.reason}`)
          : timeout.resolveTxHash === null
            ? undefined
            : `in ${timeout.resolveTxHash}`,
    }),
    facts: (step) => step,
    result: (seen) => ({ timeouts: seen.map(({ last }) => ({ ...last.timeout, lateBy: lateBy(last.timeout) })) }),
    summary: (seen, printer) =>
      timeoutReport(
        seen.map(({ last }) => last.timeout),
        wording,
        printer,
      ),
  }
}
