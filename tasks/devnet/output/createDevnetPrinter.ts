import { devnetBanner, type DevnetFacts } from "./devnetBanner.js"
import type { Change, Changes, DevnetProblem } from "#src/devnet/changes.js"
import { payloadStates, timeoutStates, triggerStates } from "#src/gateway/states.js"
import { messageStates } from "#src/messaging/states.js"
import { paint } from "#src/terminal/paint.js"
import { explainState, paintStateColumn } from "#src/terminal/paintState.js"
import { printEvent } from "#src/terminal/printJson.js"
import type { Report } from "#src/terminal/report.js"
import { shortenHex } from "#src/terminal/shortenHex.js"
import type { Printer } from "#src/terminal/terminal.js"
import type { StateTable } from "#src/tracking/states.js"

/** Takes what happens on a devnet, in order. */
export type ChangePrinter = {
  readonly [E in Exclude<keyof Events, "ready" | "stopped">]: (data: Events[E]) => void
}

/** Prints what happens on a devnet. To change the time in a line: `line` below. */
export type DevnetPrinter = ChangePrinter & {
  readonly ready: () => void
  readonly stopped: () => void
}

/** Creates a printer for a person, or one that prints a JSON line for each event. */
export function createDevnetPrinter({
  out,
  json,
  facts,
}: {
  readonly out: Printer
  readonly json: boolean
  readonly facts: DevnetFacts
}): DevnetPrinter {
  const reports = reportsOf(facts)
  const print = <E extends keyof Events>(event: E, data: Events[E]): void => {
    if (json) printEvent(out, event, data)
    else out.show(reports[event](data))
  }
  const ofEach = (Object.keys(reports) as (keyof Events)[]).map((event) => [event, print.bind(undefined, event)])
  return {
    ...(Object.fromEntries(ofEach) as ChangePrinter),
    ready: () => {
      print("ready", facts)
    },
    stopped: () => {
      print("stopped", {})
    },
  }
}

type Events = Pick<Changes, "message" | "payload" | "timeout" | "trigger"> & {
  readonly problem: DevnetProblem
  readonly ready: DevnetFacts
  readonly stopped: object
}

/** What a person sees of each event. */
function reportsOf({ chains, gateway }: DevnetFacts): { readonly [E in keyof Events]: (data: Events[E]) => Report } {
  const names = new Map([...chains, ...(gateway ? [gateway.chain] : [])].map(({ slug, name }) => [slug, name]))
  const nameOf = (slug: number): string => names.get(slug) ?? String(slug)
  const chainWidth = Math.max(0, ...[...names.values()].map((name) => name.length))
  // A message has the names of two chains, a payload its longest kind and one name.
  const placeWidth = Math.max(2 * chainWidth + " → ".length, "SCHEDULE on ".length + chainWidth)
  const line = ({ at, status }: Change, { id, place, table, detail = explainState(status, table) }: Line): Report =>
    [
      paint.dim(new Date(at).toLocaleTimeString("en-GB")),
      shortenHex(id).padEnd(idWidth),
      place.padEnd(placeWidth),
      paintStateColumn(status, table, tables),
      paint.dim(detail),
    ].join("  ")
  return {
    ready: (facts) => [devnetBanner(facts), ""],
    message: (change) => {
      const { messageId: id, srcChainSlug, dstChainSlug, executionTxHash, revert } = change
      const detail = attemptText(revert) ?? (executionTxHash === null ? undefined : `executed in ${executionTxHash}`)
      const place = `${nameOf(srcChainSlug)} → ${nameOf(dstChainSlug)}`
      return line(change, { id, place, table: messageStates, detail })
    },
    payload: (change) => {
      const { payloadId: id, callType, chainSlug, executeTxHash, callbackTxHash, revert } = change
      const done = callbackTxHash === null ? executeTxHash : callbackTxHash
      const where = callbackTxHash === null ? "executed in" : "callback in"
      const detail = attemptText(revert) ?? (done === null ? undefined : `${where} ${done}`)
      return line(change, { id, place: `${callType} on ${nameOf(chainSlug)}`, table: payloadStates, detail })
    },
    timeout: (change) => {
      const { timeoutId: id, target, executeAt, resolveTxHash, revert } = change
      const due = `due at ${new Date(executeAt * 1_000).toISOString()}`
      const text = attemptText(revert) ?? (resolveTxHash === null ? due : `ran in ${resolveTxHash}`)
      return line(change, {
        id,
        place: "timeout",
        table: timeoutStates,
        detail: `calls ${shortenHex(target)}: ${text}`,
      })
    },
    trigger: (change) => {
      const { callId: id, status, chainSlug, plug, appGateway, appGatewayTxHash, revert } = change
      const called = appGatewayTxHash === null ? undefined : `called in ${appGatewayTxHash}`
      const text = attemptText(revert) ?? called ?? explainState(status, triggerStates)
      const detail = `of ${shortenHex(plug)} → ${shortenHex(appGateway)}: ${text}`
      return line(change, { id, place: `trigger on ${nameOf(chainSlug)}`, table: triggerStates, detail })
    },
    problem: ({ message }) => `${paint.red("problem:")} ${message}`.split("\n"),
    stopped: () => ["", "The devnet has stopped."],
  }
}

/** The parts of a line. `detail` replaces the explanation of the state, such as with the reason of a revert. */
type Line = {
  readonly id: string
  readonly place: string
  readonly table: StateTable
  readonly detail?: string | undefined
}

/** The width of a hash that is shortened. */
const idWidth = shortenHex(`0x${"0".repeat(64)}`).length

/** The states of everything in the log. */
const tables = [messageStates, payloadStates, timeoutStates, triggerStates]

function attemptText(revert: Change["revert"]): string | undefined {
  return revert === undefined ? undefined : `attempt ${revert.attempts}: ${revert.reason}`
}
