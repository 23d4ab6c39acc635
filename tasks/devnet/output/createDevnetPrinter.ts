import { devnetBanner, type DevnetFacts } from "./devnetBanner.js"
import type {
  Change,
  DevnetProblem,
  MessageChange,
  PayloadChange,
  TimeoutChange,
  TriggerChange,
} from "#src/devnet/changes.js"
import { payloadStates, timeoutStates, triggerStates } from "#src/gateway/states.js"
import { messageStates } from "#src/messaging/states.js"
import { escapeLine, paint } from "#src/terminal/paint.js"
import { explainState, paintStateColumn } from "#src/terminal/paintState.js"
import { printEvent } from "#src/terminal/printJson.js"
import { shortenHex } from "#src/terminal/shortenHex.js"
import type { Printer } from "#src/terminal/terminal.js"
import type { StateTable } from "#src/tracking/states.js"

/** Takes what happens on a devnet, in order. */
export type ChangePrinter = {
  readonly message: (change: MessageChange) => void
  readonly payload: (change: PayloadChange) => void
  readonly timeout: (change: TimeoutChange) => void
  readonly trigger: (change: TriggerChange) => void
  readonly problem: (problem: DevnetProblem) => void
}

/** Prints what happens on a devnet. To change the time in a line: `changeLine` below. */
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
  if (json) {
    const emit = (event: string, fields: object): void => {
      printEvent(out, event, fields)
    }
    return {
      ready: () => {
        emit("ready", facts)
      },
      message: (change) => {
        emit("message", change)
      },
      payload: (change) => {
        emit("payload", change)
      },
      timeout: (change) => {
        emit("timeout", change)
      },
      trigger: (change) => {
        emit("trigger", change)
      },
      problem: (problem) => {
        emit("problem", problem)
      },
      stopped: () => {
        emit("stopped", {})
      },
    }
  }
  const names = new Map([...facts.chains, facts.gateway.chain].map(({ slug, name }) => [slug, name]))
  const nameOf = (slug: number): string => names.get(slug) ?? String(slug)
  const chainWidth = Math.max(0, ...[...names.values()].map((name) => name.length))
  // A message has the names of two chains, a payload its longest kind and one name.
  const placeWidth = Math.max(2 * chainWidth + " → ".length, "SCHEDULE on ".length + chainWidth)
  const log = (change: Change, shown: Pick<ChangeLineParameters, "id" | "place" | "table" | "detail">): void => {
    const { at, status: state } = change
    out.line(changeLine({ at, state, ...shown, otherTables: tables, placeWidth }))
  }
  return {
    ready: () => {
      out.show([devnetBanner(facts), ""])
    },
    message: (change) => {
      const { messageId: id, srcChainSlug, dstChainSlug, executionTxHash, revert } = change
      const detail = attemptText(revert) ?? (executionTxHash === null ? undefined : `executed in ${executionTxHash}`)
      const place = `${nameOf(srcChainSlug)} → ${nameOf(dstChainSlug)}`
      log(change, { id, place, table: messageStates, detail })
    },
    payload: (change) => {
      const { payloadId: id, callType, chainSlug, executeTxHash, callbackTxHash, revert } = change
      const done = callbackTxHash === null ? executeTxHash : callbackTxHash
      const where = callbackTxHash === null ? "executed in" : "callback in"
      const detail = attemptText(revert) ?? (done === null ? undefined : `${where} ${done}`)
      log(change, { id, place: `${callType} on ${nameOf(chainSlug)}`, table: payloadStates, detail })
    },
    timeout: (change) => {
      const { timeoutId: id, target, executeAt, resolveTxHash, revert } = change
      const due = `due at ${new Date(executeAt * 1_000).toISOString()}`
      const text = attemptText(revert) ?? (resolveTxHash === null ? due : `ran in ${resolveTxHash}`)
      log(change, { id, place: "timeout", table: timeoutStates, detail: `calls ${shortenHex(target)}: ${text}` })
    },
    trigger: (change) => {
      const { callId: id, status, chainSlug, plug, appGateway, appGatewayTxHash, revert } = change
      const called = appGatewayTxHash === null ? undefined : `called in ${appGatewayTxHash}`
      const text = attemptText(revert) ?? called ?? explainState(status, triggerStates)
      const detail = `of ${shortenHex(plug)} → ${shortenHex(appGateway)}: ${text}`
      log(change, { id, place: `trigger on ${nameOf(chainSlug)}`, table: triggerStates, detail })
    },
    problem: ({ message }) => {
      out.line(`${paint.red("problem:")} ${message}`)
    },
    stopped: () => {
      out.line("\nThe devnet has stopped.")
    },
  }
}

/** The states of everything in the log. */
const tables = [messageStates, payloadStates, timeoutStates, triggerStates]

function attemptText(revert: Change["revert"]): string | undefined {
  return revert === undefined ? undefined : `attempt ${revert.attempts}: ${revert.reason}`
}

/** Gives everything to several printers. */
export function printToAll(printers: readonly ChangePrinter[]): ChangePrinter {
  const all =
    <Name extends keyof ChangePrinter>(name: Name) =>
    (change: Parameters<ChangePrinter[Name]>[0]): void => {
      for (const printer of printers) (printer[name] as (given: typeof change) => void)(change)
    }
  return {
    message: all("message"),
    payload: all("payload"),
    timeout: all("timeout"),
    trigger: all("trigger"),
    problem: all("problem"),
  }
}

type ChangeLineParameters = {
  /** When the state was reached, in milliseconds since 1970. */
  readonly at: number
  readonly id: string
  /** Where or what it is, such as its route. */
  readonly place: string
  readonly state: string
  readonly table: StateTable
  /** The states of the other things that the same log shows. */
  readonly otherTables?: readonly StateTable[]
  /** The width of the column of places. Default: that of this place. */
  readonly placeWidth?: number
  /** Replaces the explanation of the state, such as with the reason of a revert. */
  readonly detail?: string | undefined
}

/** The width of a hash that is shortened. */
const idWidth = shortenHex(`0x${"0".repeat(64)}`).length

/** Formats one change of state with the time of day, as a devnet prints it. */
export function changeLine({
  at,
  id,
  place,
  state,
  table,
  otherTables = [],
  placeWidth = 0,
  detail,
}: ChangeLineParameters): string {
  const parts = [
    paint.dim(new Date(at).toLocaleTimeString("en-GB")),
    shortenHex(id).padEnd(idWidth),
    place.padEnd(placeWidth),
    paintStateColumn(state, table, otherTables),
    paint.dim(detail ?? explainState(state, table)),
  ]
  return parts.map(escapeLine).join("  ")
}
