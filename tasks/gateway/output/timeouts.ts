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
import { explainState, paintState, paintStateColumn } from "#src/terminal/paintState.js"
import { endOfHex, shortenHex } from "#src/terminal/shortenHex.js"
import { formatFacts, formatTable } from "#src/terminal/table.js"
import type { Printer } from "#src/terminal/terminal.js"
import { isFinal } from "#src/tracking/states.js"

export type TimeoutReportOptions = {
  /** ABIs that decode the errors of the user's own contracts. */
  readonly abis: readonly Abi[]
  /** The current time in milliseconds. */
  readonly now: () => number
  /** Names the project's own contracts. Default: addresses stay alone. */
  readonly names?: ContractNames
}

/** Lays out timeouts in a table: which contract they call, and when they are due or how late they ran. */
export function timeoutReport(
  timeouts: readonly Timeout[],
  { abis, now, names }: TimeoutReportOptions,
  { paint, columns: width }: Printer,
): string {
  if (timeouts.length === 0) return paint.magenta("The gateway knows of no such timeout.")
  const reverts = timeouts.map((timeout) => {
    const revert = revertOfTimeout(timeout, abis)
    return revert === undefined ? "" : revertText({ ...revert, isGivenUp: timeout.isGivenUp })
  })
  const hasReverts = reverts.some((reason) => reason !== "")
  const table = formatTable({
    columns: [
      { title: "timeout" },
      { title: "target" },
      { title: "state" },
      { title: "due" },
      { title: "ran in" },
      ...(hasReverts ? [{ title: "reverts" }] : []),
    ],
    rows: timeouts.map((timeout, index) => [
      excerpt(timeout.timeoutId),
      timeout.target === null ? "–" : showGatewayContract(timeout.target, names),
      paintState(timeout.isResolved ? "RESOLVED" : timeout.status, paint, timeoutStates),
      dueText(timeout, now()),
      timeout.resolveTxHash ?? "–",
      ...(hasReverts ? [paint.magenta(reverts[index] ?? "")] : []),
    ]),
    paint,
    width,
  })
  const notes = foreignNotes(
    timeouts.flatMap(({ foreign }) => foreign ?? []),
    paint,
  )
  return notes.length === 0 ? table : `${table}\n\n${formatFacts(notes, paint)}`
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
    lineParts: ({ timeout, state, revert }, paint) => ({
      name: { long: shortenHex(timeout.timeoutId), short: endOfHex(timeout.timeoutId) },
      place: timeout.target === null ? "" : `calls ${shortenHex(timeout.target)}`,
      state: paintStateColumn(state, paint, timeoutStates),
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
    summary: (ranges, printer) =>
      timeoutReport(
        ranges.map(({ last }) => last.timeout),
        options,
        printer,
      ),
  }
}
