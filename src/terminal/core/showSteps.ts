import { systemClock } from "../../primitives/clock.js"
import { formatDuration } from "../../primitives/duration.js"
import { isPlugsError } from "../../primitives/PlugsError.js"
import { toJson } from "./json.js"
import { createLiveLines, type LineText, type LiveLinesOptions } from "./liveLines.js"
import { outcomeOf } from "./outcomes.js"
import type { Paint, Printer, Terminal } from "./terminal.js"

export type ShowStepsOptions = LiveLinesOptions & {
  readonly terminal: Terminal
  /** One JSON line an event on standard output, and no progress. */
  readonly json: boolean
  /** The clock that the steps were timed by. */
  readonly now?: () => number
}

/** One change of one thing, whatever it is. */
export type ShownStep = {
  readonly kind: "state" | "reorg"
  readonly state: string
  readonly previousState?: string
  readonly at: number
}

/** The first and the last step of one thing. */
export type FirstAndLast<Step> = { readonly first: Step; readonly last: Step }

/** What a line says of a step. */
export type LineParts = {
  /** Which thing it is, where there is room for a long name, and where there is little. */
  readonly name: { readonly long: string; readonly short: string }
  /** Where it is, or what. */
  readonly place: string
  /** Painted, as wide as the others. */
  readonly state: string
  readonly isFinal: boolean
  /** What the state means, or what is more important at the moment. */
  readonly says: string
  /** Where it happened: a transaction. */
  readonly detail?: string | undefined
  /** A time that matters more than those since the last step and the first. */
  readonly time?: (() => string) | undefined
}

/** How the steps of one kind of journey are told. */
export type StepView<Step> = {
  /** As in `the messaging API`. */
  readonly api: string
  /** Steps of one key share a line. */
  readonly keyOf: (step: Step) => string
  readonly words: (step: Step, paint: Paint) => LineParts
  /** What JSON says of a step. */
  readonly facts: (step: Step) => object
  /** What JSON says at the end. */
  readonly result: (seen: readonly FirstAndLast<Step>[]) => object
  /** What a person is left with at the end. */
  readonly summary: (seen: readonly FirstAndLast<Step>[], printer: Printer) => string
}

/**
 * Shows things on their way: a live line each on a terminal, plain lines otherwise, then what became of them on standard output.
 * What ends the journey with an error is thrown again, after it has been shown as JSON.
 *
 * @param watch starts the journey; it tells `onTrouble` when the API does not answer, and again when it does
 * @returns the first and the last step of each thing, in the order in which they were first seen
 * @example
 * const watch = (onTrouble: (error: unknown) => void) => watchMessages(client, { srcChainSlug, srcTxHash, onTrouble })
 * await showJourney(watch, tellMessages(chainName), { terminal, json })
 */
export async function showSteps<Step extends ShownStep>(
  watch: (onTrouble: (error: unknown) => void) => AsyncIterable<Step>,
  telling: StepView<Step>,
  { terminal, json, now = () => systemClock.now(), ...lineOptions }: ShowStepsOptions,
): Promise<readonly FirstAndLast<Step>[]> {
  const lines = createLiveLines(terminal.err, lineOptions)
  const seen = new Map<string, FirstAndLast<Step>>()
  const { paint } = terminal.err
  const widest = (of: (words: LineParts) => string): number =>
    Math.max(...[...seen.values()].map(({ last }) => of(telling.words(last, paint)).length))
  const onTrouble = (error: unknown): void => {
    const text = explainTrouble(telling.api, error)
    if (json) terminal.out.line(toJson({ event: "trouble", says: text }))
    else lines.set("trouble", { plain: text, live: () => paint.yellow(text) })
  }
  try {
    for await (const step of watch(onTrouble)) {
      const key = telling.keyOf(step)
      const first = seen.get(key)?.first ?? step
      seen.set(key, { first, last: step })
      if (json) terminal.out.line(toJson({ event: step.kind, ...telling.facts(step), kind: undefined }))
      else lines.set(key, layOut({ first, last: step }, telling.words(step, paint), { paint, now, widest }))
    }
  } catch (error) {
    if (json) terminal.out.line(toJson({ event: "end", ...ending(error) }))
    throw error
  } finally {
    lines.close()
  }
  const all = [...seen.values()]
  if (json) terminal.out.line(toJson({ event: "end", outcome: "success", ...telling.result(all) }))
  else terminal.out.line(telling.summary(all, terminal.out))
  return all
}

type Layout = {
  readonly paint: Paint
  readonly now: () => number
  /** How wide the widest of the shown lines is, in one of its parts. */
  readonly widest: (of: (words: LineParts) => string) => number
}

/** What the line of one thing says, live and plain. */
export function layOut(
  { first, last: step }: FirstAndLast<ShownStep>,
  { name, place, state, isFinal, says, detail, time }: LineParts,
  { paint, now, widest }: Layout,
): LineText {
  const elapsed = (): string =>
    isFinal
      ? `after ${formatDuration(step.at - first.at)}`
      : `${formatDuration(now() - step.at)} of ${formatDuration(now() - first.at)}`
  return {
    plain: [
      `+${formatDuration(step.at - first.at)}`.padEnd(9),
      name.long,
      place,
      step.kind === "reorg" ? `reorg: back from ${step.previousState ?? "an earlier state"} to ${state}` : state,
      ...(time === undefined ? [] : [time()]),
      paint.dim(says),
      ...(detail === undefined ? [] : [detail]),
    ].join("  "),
    // What matters most comes first, because a narrow window cuts the end.
    live: () =>
      [
        name.short.padEnd(widest((words) => words.name.short)),
        place.padEnd(widest((words) => words.place)),
        state,
        ...(step.kind === "reorg" ? [paint.yellow("after a reorg")] : []),
        (time ?? elapsed)(),
        paint.dim(detail ?? says),
      ].join("  "),
  }
}

/** That an API is away, or answers again. */
export function explainTrouble(api: string, error: unknown): string {
  if (error === undefined) return `${api} answers again`
  return `${api} does not answer, looking again: ${isPlugsError(error) ? error.shortMessage : "for an unknown reason"}`
}

function ending(error: unknown): { outcome: string; error?: unknown } {
  return { outcome: outcomeOf(error), ...(isPlugsError(error) ? { error } : {}) }
}
