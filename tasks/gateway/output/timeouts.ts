import type { Abi } from "viem"

import { foreignNotes, revertText } from "./notes.js"
import type { TimeoutStep } from "#src/gateway/following/trackers.js"
import { lateBy } from "#src/gateway/following/watchTimeouts.js"
import { revertOfTimeout } from "#src/gateway/reverts.js"
import { timeoutStates } from "#src/gateway/states.js"
import type { Timeout } from "#src/gateway/types.js"
import { formatDuration } from "#src/primitives/duration.js"
import { excerpt } from "#src/primitives/text.js"
import { type ContractNames, showGatewayContract } from "#src/terminal/contractNames.js"
import type { StepView } from "#src/terminal/live/showSteps.js"
import { paint } from "#src/terminal/paint.js"
import { explainState, paintState, paintStateColumn } from "#src/terminal/paintState.js"
import { apart, facts, ifAny, type Report, table } from "#src/terminal/report.js"
import { endOfHex, shortenHex } from "#src/terminal/shortenHex.js"
import { isFinal } from "#src/tracking/states.js"

export type TimeoutReportOptions = {
  /** ABIs that decode the errors of the user's own contracts. */
  readonly abis: readonly Abi[]
  /** The current time in milliseconds. */
  readonly now: () => number
  /** Names the project's own contracts. Default: addresses stay alone. */
  readonly names?: ContractNames
}

/** Timeouts in a table: which contract they call, and when they are due or how late they ran. */
export function timeoutReport(timeouts: readonly Timeout[], { abis, now, names }: TimeoutReportOptions): Report {
  if (timeouts.length === 0) return paint.magenta("The gateway knows of no such timeout.")
  return apart(
    table(timeouts, {
      timeout: ({ timeoutId }) => excerpt(timeoutId),
      target: ({ target }) => target && showGatewayContract(target, names),
      state: ({ isResolved, status }) => paintState(isResolved ? "RESOLVED" : status, timeoutStates),
      due: (timeout) => dueText(timeout, now()),
      "ran in": ({ resolveTxHash }) => resolveTxHash,
      reverts: ifAny((timeout) => {
        const revert = revertOfTimeout(timeout, abis)
        return revert && paint.magenta(revertText({ ...revert, isGivenUp: timeout.isGivenUp }))
      }),
    }),
    facts(timeouts.flatMap(({ foreign }) => foreignNotes(foreign))),
  )
}

/** Says when a timeout is due, by how much it is overdue, or how late it ran. */
export function dueText(timeout: Timeout, now: number): string {
  if (timeout.isResolved) {
    const late = lateBy(timeout)
    if (late === null) return "ran"
    return late <= 0 ? "ran in time" : `ran ${formatDuration(late)} late`
  }
  const left = timeout.executeAt * 1_000 - now
  return left > 0 ? `in ${formatDuration(left)}` : `late by ${formatDuration(-left)}`
}

/** Shows timeouts while they are waited for, each with a countdown. */
export function timeoutsView(options: TimeoutReportOptions): StepView<TimeoutStep> {
  return {
    api: "the gateway API",
    subject: "the timeout",
    keyOf: ({ timeout }) => timeout.timeoutId,
    lineParts: ({ timeout, state, revert }) => ({
      name: { long: shortenHex(timeout.timeoutId), short: endOfHex(timeout.timeoutId) },
      place: timeout.target === null ? "" : `calls ${shortenHex(timeout.target)}`,
      state: paintStateColumn(state, timeoutStates),
      isFinal: isFinal(state, timeoutStates),
      explanation: explainState(state, timeoutStates),
      time: () => dueText(timeout, options.now()),
      problem: revert && paint.magenta(`reverts: ${revertText({ ...revert, isGivenUp: timeout.isGivenUp })}`),
      ...(revert === undefined && timeout.resolveTxHash !== null ? { detail: `in ${timeout.resolveTxHash}` } : {}),
    }),
    stepFields: (step) => step,
    endFields: (ranges) => ({
      timeouts: ranges.map(({ last }) => ({ ...last.timeout, lateBy: lateBy(last.timeout) })),
    }),
    summary: (ranges) =>
      timeoutReport(
        ranges.map(({ last }) => last.timeout),
        options,
      ),
  }
}
