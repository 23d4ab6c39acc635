import type { MessageStep } from "../messaging/messageStep.js"
import { isFinal } from "../messaging/states.js"
import { systemClock } from "../primitives/clock.js"
import { formatDuration } from "../primitives/duration.js"
import { isPlugsError } from "../primitives/PlugsError.js"
import { toJson } from "./json.js"
import { createLiveLines, type LineText, type LiveLinesOptions } from "./liveLines.js"
import { explainState, paintState, paintStateColumn } from "./paintState.js"
import { endOfHex, shortenHex } from "./shorten.js"
import { formatTable } from "./table.js"
import type { Paint, Printer, Terminal } from "./terminal.js"

export type ShowJourneyOptions = LiveLinesOptions & {
  readonly terminal: Terminal
  /** One JSON line an event on standard output, and no progress. */
  readonly json: boolean
  /** What a person calls the chain of a slug. */
  readonly chainName: (slug: number) => string
  /** The clock that the steps were timed by. */
  readonly now?: () => number
}

/**
 * Shows messages on their way: a live line each on a terminal, plain lines otherwise, then what became of them on
 * standard output. What ends the journey with an error is thrown again, after it has been shown as JSON.
 *
 * @param watch starts the journey; it tells `onTrouble` when the API does not answer, and again when it does
 * @returns the last step of each message, in the order in which they were first seen
 * @example
 * const watch = (onTrouble: (error: unknown) => void) => watchMessages(client, { srcChainSlug, srcTxHash, onTrouble })
 * await showJourney(watch, { terminal, json, chainName })
 */
export async function showJourney(
  watch: (onTrouble: (error: unknown) => void) => AsyncIterable<MessageStep>,
  { terminal, json, chainName, now = () => systemClock.now(), ...lineOptions }: ShowJourneyOptions,
): Promise<MessageStep[]> {
  const lines = createLiveLines(terminal.err, lineOptions)
  const seen = new Map<string, Seen>()
  const routeWidth = (): number => Math.max(...[...seen.values()].map(({ last }) => route(last, chainName).length))
  const onTrouble = (error: unknown): void => {
    const text = explainTrouble(error)
    if (json) terminal.out.line(toJson({ event: "trouble", says: text }))
    else lines.set("trouble", { plain: text, live: () => terminal.err.paint.yellow(text) })
  }
  try {
    for await (const step of watch(onTrouble)) {
      const first = seen.get(step.messageId)?.first ?? step
      seen.set(step.messageId, { first, last: step })
      const { kind: event, ...facts } = step
      if (json) terminal.out.line(toJson({ event, ...facts }))
      else
        lines.set(step.messageId, describe(step, first.at, { paint: terminal.err.paint, chainName, now, routeWidth }))
    }
  } catch (error) {
    if (json) terminal.out.line(toJson({ event: "end", ...ending(error) }))
    throw error
  } finally {
    lines.close()
  }
  const all = [...seen.values()]
  if (json)
    terminal.out.line(toJson({ event: "end", outcome: "success", messages: all.map(({ last }) => last.message) }))
  else terminal.out.line(summary(all, terminal.out, chainName))
  return all.map(({ last }) => last)
}

type Seen = { readonly first: MessageStep; readonly last: MessageStep }

type Wording = {
  readonly paint: Paint
  readonly chainName: (slug: number) => string
  readonly now: () => number
  /** How wide the widest route is that is shown. */
  readonly routeWidth: () => number
}

function describe(step: MessageStep, begun: number, { paint, chainName, now, routeWidth }: Wording): LineText {
  const state = paintStateColumn(step.state, paint)
  const transaction = latestTransaction(step)
  return {
    plain: [
      `+${formatDuration(step.at - begun)}`.padEnd(9),
      shortenHex(step.messageId),
      route(step, chainName),
      step.kind === "reorg" ? `reorg: back from ${step.previousState ?? "an earlier state"} to ${state}` : state,
      paint.dim(explainState(step.state)),
      ...(transaction === undefined ? [] : [transaction]),
    ].join("  "),
    // What matters most comes first, because a narrow window cuts the end.
    live: () =>
      [
        endOfHex(step.messageId),
        route(step, chainName).padEnd(routeWidth()),
        state,
        ...(step.kind === "reorg" ? [paint.yellow("after a reorg")] : []),
        isFinal(step.state)
          ? `after ${formatDuration(step.at - begun)}`
          : `${formatDuration(now() - step.at)} of ${formatDuration(now() - begun)}`,
        paint.dim(transaction ?? explainState(step.state)),
      ].join("  "),
  }
}

function summary(
  seen: readonly Seen[],
  { paint, columns: width }: Printer,
  chainName: (slug: number) => string,
): string {
  return formatTable({
    columns: [
      { title: "message" },
      { title: "route" },
      { title: "state" },
      { title: "time", align: "right" },
      { title: "last tx" },
    ],
    rows: seen.map(({ first, last }) => [
      last.messageId,
      route(last, chainName),
      paintState(last.state, paint),
      formatDuration(last.at - first.at),
      last.message.executionDetails.executionTxHash ?? last.message.inboundTx ?? last.message.outboundTx,
    ]),
    paint,
    width,
  })
}

function route({ message }: MessageStep, chainName: (slug: number) => string): string {
  return `${chainName(message.from.srcChainSlug)} → ${chainName(message.to.dstChainSlug)}`
}

function latestTransaction({ message }: MessageStep): string | undefined {
  const { executionTxHash } = message.executionDetails
  if (executionTxHash !== null) return `executed in ${executionTxHash}`
  if (message.inboundTx !== null) return `inbound in ${message.inboundTx}`
  return message.status === "RECEIVED" ? `sent in ${message.outboundTx}` : undefined
}

function explainTrouble(error: unknown): string {
  if (error === undefined) return "the messaging API answers again"
  return `the messaging API does not answer, looking again: ${isPlugsError(error) ? error.shortMessage : "for an unknown reason"}`
}

const outcomes: Readonly<Record<string, string>> = {
  MESSAGE_FAILED: "failure",
  DEADLINE_PASSED: "deadline",
  ABORTED: "interrupted",
}

function ending(error: unknown): { outcome: string; error?: unknown } {
  if (!isPlugsError(error)) return { outcome: "error" }
  return { outcome: outcomes[error.code] ?? "error", error }
}
