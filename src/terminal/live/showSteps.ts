import { paint } from "../paint.js"
import { printEvent, printFailedEnd, printStep, type ShownStep, type StepFields } from "../printJson.js"
import type { Report } from "../report.js"
import { besideOrBelow, createLiveLines, type LineText, type LiveLinesOptions } from "./liveLines.js"
import { createUnknownNotice, createWaitNotice, type NoticeOptions, waitKey } from "./notices.js"
import type { Clock } from "#src/primitives/clock.js"
import { formatDuration } from "#src/primitives/duration.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"

/** The clock is the one that the steps are timed by. */
export type ShowStepsOptions = LiveLinesOptions & Omit<NoticeOptions, "lines">

/** The first and the latest step of one thing that is followed. */
export type StepRange<Step> = { readonly first: Step; readonly last: Step }

export type LineParts = {
  /** Names the thing; `short` is for live lines, where space is scarce. */
  readonly name: { readonly long: string; readonly short: string }
  /** Where or what it is, such as its route. */
  readonly place: string
  /** Painted, and padded to the width of the longest state. */
  readonly state: string
  readonly isFinal: boolean
  /** Explains the state. */
  readonly explanation: string
  /** Where it happened, such as a transaction. */
  readonly detail?: string | undefined
  /** What needs attention, such as a revert. A live line shows it whatever the width of the window is. */
  readonly problem?: string | undefined
  /** Replaces the times since the latest and the first step. */
  readonly time?: (() => string) | undefined
}

/** How one kind of step is shown. */
export type StepView<Step> = {
  /** The API by its name in a sentence, such as `the messaging API`. */
  readonly api: string
  /** What is followed, as the object of a sentence, such as `the transaction`. */
  readonly subject: string
  /** Steps with the same key share a line. */
  readonly keyOf: (step: Step) => string
  readonly lineParts: (step: Step) => LineParts
  readonly stepFields: (step: Step) => StepFields
  /** The fields of the last JSON line. */
  readonly endFields: (ranges: readonly StepRange<Step>[]) => object
  /** For a person at the end. */
  readonly summary: (ranges: readonly StepRange<Step>[]) => Report
}

/**
 * Shows steps as they come: a live line for each thing on a terminal, plain lines anywhere else, and a summary on standard output. Says
 * within a second that nothing is known yet, and since when. An error that ends the steps is printed with `json`, and rethrown in any case.
 *
 * @param watch starts the steps; it calls `onTrouble` with an error when the API does not answer, and without one when it does again,
 * `onWait` with the milliseconds until it asks again, and `onUnknown` with whether the API does not know what is followed; without that
 * call it is unknown until the first step. A second argument of `onTrouble` and `onUnknown` is a sentence about what is done meanwhile
 * @returns the first and the latest step of each thing, in the order in which they first appeared
 * @example
 * const watch = (onTrouble: (error: unknown) => void) => watchMessages(client, { srcChainSlug, srcTxHash, onTrouble })
 * await showSteps(watch, messagesView(chainName), { terminal, json, clock })
 */
export async function showSteps<Step extends ShownStep>(
  watch: (
    onTrouble: (error: unknown, meanwhile?: string) => void,
    onWait: (ms: number) => void,
    onUnknown: (isUnknown: boolean, meanwhile?: string) => void,
  ) => AsyncIterable<Step>,
  view: StepView<Step>,
  { terminal, json, clock, ...lineOptions }: ShowStepsOptions,
): Promise<readonly StepRange<Step>[]> {
  const lines = createLiveLines(terminal.err, lineOptions)
  const ranges = new Map<string, StepRange<Step>>()
  const widest = (part: (parts: LineParts) => string): number =>
    Math.max(...[...ranges.values()].map(({ last }) => part(view.lineParts(last)).length))
  let trouble: string | undefined
  const onTrouble = (error: unknown, meanwhile?: string): void => {
    const text = describeTrouble(view.api, error, meanwhile)
    // What goes on is said once.
    if (text === trouble && meanwhile !== undefined) return
    trouble = text
    if (json) printEvent(terminal.out, "trouble", { says: text })
    else lines.set("trouble", { plain: text, live: () => paint.magenta(text) })
  }
  const onWait = createWaitNotice(view.api, { lines, terminal, json, clock })
  const says = `${view.api} ${view.api.endsWith("s") ? "do" : "does"} not know ${view.subject} yet`
  const unknown = createUnknownNotice(says, { lines, terminal, json, clock })
  try {
    for await (const step of watch(onTrouble, onWait, unknown.set)) {
      unknown.seen()
      const key = view.keyOf(step)
      const first = ranges.get(key)?.first ?? step
      ranges.set(key, { first, last: step })
      if (json) printStep(terminal.out, view.stepFields(step))
      else
        lines.set(
          key,
          formatLine({ first, last: step }, view.lineParts(step), { columns: terminal.err.columns, clock, widest }),
        )
    }
  } catch (error) {
    if (json) printFailedEnd(terminal.out, error)
    throw error
  } finally {
    unknown.close()
    lines.remove(waitKey)
    lines.close()
  }
  const all = [...ranges.values()]
  if (json) printEvent(terminal.out, "end", { outcome: "success", ...view.endFields(all) })
  else terminal.out.show(view.summary(all))
  return all
}

type LineContext = {
  /** The width of the window. */
  readonly columns: number
  readonly clock: Pick<Clock, "now">
  /** The width of a part in the line where it is widest. */
  readonly widest: (part: (parts: LineParts) => string) => number
}

export function formatLine(
  { first, last }: StepRange<ShownStep>,
  { name, place, state, isFinal, explanation, problem, detail = problem, time }: LineParts,
  { columns, clock, widest }: LineContext,
): LineText {
  const elapsed = (): string =>
    isFinal
      ? `after ${formatDuration(last.at - first.at)}`
      : `${formatDuration(clock.now() - last.at)} of ${formatDuration(clock.now() - first.at)}`
  return {
    plain: [
      `+${formatDuration(last.at - first.at)}`.padEnd(9),
      name.long,
      place,
      last.kind === "reorg" ? `reorg: back from ${last.previousState ?? "an earlier state"} to ${state}` : state,
      ...(time === undefined ? [] : [time()]),
      paint.dim(explanation),
      ...(detail === undefined ? [] : [detail]),
    ].join("  "),
    // What matters most comes first, because a narrow window cuts the end.
    live() {
      const line = [
        name.short.padEnd(widest((parts) => parts.name.short)),
        place.padEnd(widest((parts) => parts.place)),
        state,
        ...(last.kind === "reorg" ? [paint.magenta("after a reorg")] : []),
        (time ?? elapsed)(),
        paint.dim(detail ?? explanation),
      ]
      if (problem === undefined) return line.join("  ")
      return besideOrBelow([line.slice(0, -1).join("  "), paint.dim(problem)], columns)
    },
  }
}

/** Says that an API does not answer, or that it does again. */
export function describeTrouble(api: string, error: unknown, meanwhile?: string): string {
  if (error === undefined) return `${api} answers again`
  if (isPlugsError(error) && error.code === "SOURCES_DISAGREE") return [error.shortMessage, meanwhile].join(" ").trim()
  if (typeof error === "string") return [`${api} ${error}.`, meanwhile].join(" ").trim()
  const unknown = "for an unknown reason"
  const { shortMessage, clause } = isPlugsError(error) ? error : { shortMessage: unknown, clause: unknown }
  const says = `${api} does not answer, trying again:`
  return meanwhile === undefined ? `${says} ${shortMessage}` : `${says} ${clause}. ${meanwhile}`
}
