import { payloadStates, timeoutStates, triggerStates } from "../../src/gateway/states.js"
import { messageStates } from "../../src/messaging/states.js"
import { explainState } from "../../src/terminal/paintState.js"
import { printEvent } from "../../src/terminal/printJson.js"
import { shortenHex } from "../../src/terminal/shortenHex.js"
import type { Printer } from "../../src/terminal/terminal.js"
import { changeLine, type ChangeLineParameters } from "./changeLine.js"
import { devnetBanner, type DevnetFacts } from "./devnetBanner.js"

/** What every change says. */
type Change = {
  readonly status: string
  /** When it changed, in milliseconds since 1970. */
  readonly at: number
  /** Set while a call that it needs reverts. */
  readonly revert?: { readonly attempts: number; readonly reason: string }
}

/** A change of one message. It carries a revert while `inbound` reverts. */
export type MessageChange = Change & {
  readonly messageId: string
  readonly srcChainSlug: number
  readonly dstChainSlug: number
  readonly executionTxHash: string | null
}

/** A change of one payload. It carries a revert while the payload or its callback reverts. */
export type PayloadChange = Change & {
  readonly payloadId: string
  readonly requestCount: number
  readonly callType: string
  readonly chainSlug: number
  readonly executeTxHash: string | null
  readonly callbackTxHash: string | null
}

/** A change of one timeout. */
export type TimeoutChange = Change & {
  readonly timeoutId: string
  readonly target: string
  /** When it is due, in Unix seconds of the gateway chain. */
  readonly executeAt: number
  readonly resolveTxHash: string | null
}

/** A change of one trigger. It carries a revert while its app gateway refuses it. */
export type TriggerChange = Change & {
  readonly callId: string
  readonly chainSlug: number
  readonly plug: string
  readonly appGateway: string
  /** The transaction in which the plug called. */
  readonly onChainTxHash: string
  readonly appGatewayTxHash: string | null
}

/** Something that went wrong in the background, where the devnet goes on by itself. */
export type DevnetProblem = {
  /** Set for an error of this package. */
  readonly code?: string
  /** With facts and advice, one a line, if the error has any. */
  readonly message: string
}

/** Prints what happens on a devnet. */
export type DevnetPrinter = {
  readonly ready: () => void
  readonly message: (change: MessageChange) => void
  readonly payload: (change: PayloadChange) => void
  readonly timeout: (change: TimeoutChange) => void
  readonly trigger: (change: TriggerChange) => void
  readonly problem: (problem: DevnetProblem) => void
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
    out.line(changeLine({ at, state, ...shown, otherTables: tables, placeWidth, paint: out.paint }))
  }
  return {
    ready: () => {
      out.line(`${devnetBanner(facts, out.paint)}\n`)
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
      out.line(`${out.paint.red("problem:")} ${message}`)
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
