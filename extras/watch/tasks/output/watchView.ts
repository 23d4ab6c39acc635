import { type AlertKind, isFailure, type RaisedAlert } from "#extras/watch/src/alerts/Alert.js"
import type { ChainProgress } from "#extras/watch/src/followChain.js"
import { readNew } from "#extras/watch/src/readNew.js"
import type { EventFields, KnownMessage, StoredEvent, WatchStore } from "#extras/watch/src/store/WatchStore.js"
import type { Clock } from "#src/primitives/clock.js"
import type { PlugsError } from "#src/primitives/PlugsError.js"
import type { ContractNames } from "#src/terminal/contractNames.js"
import { besideOrBelow, createLiveLines, type LiveLinesOptions } from "#src/terminal/live/liveLines.js"
import { paint } from "#src/terminal/paint.js"
import { paintStateColumn } from "#src/terminal/paintState.js"
import { printEvent, printFailedEnd } from "#src/terminal/printJson.js"
import { renderText } from "#src/terminal/renderText.js"
import type { Printer, Terminal } from "#src/terminal/terminal.js"
import { type MessageRow, messageTable } from "#tasks/messaging/output/messageTable.js"

export type WatchViewOptions = LiveLinesOptions & {
  readonly json: boolean
  /** Whether there is a single look. */
  readonly once: boolean
  readonly store: WatchStore
  readonly clock: Pick<Clock, "now">
  readonly names: ContractNames
  readonly chainName: (slug: number) => string
}

/** Shows what a watch tells: a table that is rewritten on a terminal, lines anywhere else. */
export type WatchView = Disposable & {
  show(chains: readonly ChainProgress[]): Promise<void>
  /** Says that this process goes on where another one ended, or after the database was away. */
  takeover(): void
  /** Shows what could not be done, once. */
  trouble(says: readonly string[]): void
  /** @param error what is wrong, after a single look */
  end(error: PlugsError | undefined): Promise<void>
}

/** What is in the store. */
type Known = {
  readonly messages: readonly KnownMessage[]
  readonly delivered: number
  readonly alerts: readonly RaisedAlert[]
}

/** How many alerts that are over, and how many messages, a table has. */
const [maxOver, maxRows] = [5, 100]

export function createWatchView({ out, err }: Terminal, options: WatchViewOptions): WatchView {
  const { json, once, store, chainName } = options
  const lines = createLiveLines(err, options)
  const isLive = err.isLive && !json && !once
  let over: EventFields[] = []
  let said: readonly string[] = []
  let chains: readonly ChainProgress[] = []
  let known: Known = { messages: [], delivered: 0, alerts: [] }

  async function read(): Promise<Known> {
    const [messages, delivered, alerts] = await Promise.all([store.inFlight(), store.countDelivered(), store.alerts()])
    return { messages, delivered, alerts: [...alerts.values()] }
  }

  function print({ sequence, fields }: StoredEvent): void {
    const { event, ...rest } = fields
    if (json) printEvent(out, event, { sequence, ...rest })
    else if (isLive) over = event === "over" ? [...over, fields].slice(-maxOver) : over
    else if (event !== "status" || !once) out.line(eventParts(fields, chainName).join("  "))
  }

  function table(printer: Printer): string[] {
    const { messages, delivered, alerts } = known
    const rows = messages.slice(-maxRows).map(toRow)
    const shown = { chainName, plugName: options.names.nameOf.bind(options.names), now: options.clock.now() }
    const progress = chains
      .map(({ name, block }) => `${name} ${block === undefined ? "–" : `block ${block}`}`)
      .join(", ")
    return [
      ...(rows.length === 0 ? [] : renderText(messageTable(rows, shown), printer.columns).split("\n")),
      `${messages.length} in flight, ${delivered} delivered, ${alertCount(alerts.length)}; ${progress}`,
    ]
  }

  function live(): string[] {
    const alerts = known.alerts.map((alert) => ({ event: "alert", ...alert }))
    const told = [...over, ...alerts].flatMap((fields) => besideOrBelow(eventParts(fields, chainName), err.columns))
    return [...told, ...table(err)]
  }

  return {
    async show(progress) {
      chains = progress
      await readNew(store, "output", print)
      if (isLive) known = await read()
      if (isLive) lines.set("watch", { plain: "", live })
    },
    takeover() {
      const says = "This process holds the watch now."
      if (json) printEvent(out, "takeover", { says })
      else if (!isLive) err.line(says)
    },
    trouble(says) {
      const news = says.filter((text) => !said.includes(text))
      for (const text of said) if (!says.includes(text)) lines.remove(text)
      said = says
      for (const text of news) {
        if (json) printEvent(out, "trouble", { says: text })
        else if (isLive) lines.set(text, { plain: text, live: () => paint.magenta(text) })
        else err.line(paint.magenta(text))
      }
    },
    async end(error) {
      known = await read()
      const { messages, delivered, alerts } = known
      const counted = { inFlight: messages.length, delivered, alerts: alerts.length }
      if (json && error !== undefined) printFailedEnd(out, error)
      else if (json) printEvent(out, "end", { outcome: "success", ...counted })
      else if (!isLive) out.line(table(out).join("\n"))
    },
    [Symbol.dispose]: () => {
      lines.close()
    },
  }
}

function alertCount(count: number): string {
  return count === 1 ? "1 alert" : `${count} alerts`
}

export function toRow({
  id: messageId,
  src,
  dst,
  tx: outboundTx,
  at,
  status,
  srcPlug,
  dstPlug,
}: KnownMessage): MessageRow {
  const ends = { srcChainSlug: src, srcPlug, dstChainSlug: dst, dstPlug }
  return { messageId, status, ...ends, outboundTx, account: null, sentAt: at * 1_000 }
}

/** What is told of an event, in parts that stand beside each other. */
export function eventParts(fields: EventFields, chainName: (slug: number) => string): readonly string[] {
  const { event, kind, says, next, status, messageId, srcChainSlug, dstChainSlug } = fields
  if (event === "over") return [paint.green("over"), String(says)]
  if (event === "alert") {
    const color = isFailure(kind as AlertKind) ? paint.red : paint.magenta
    return [color(String(kind)), String(says), ...(typeof next === "string" ? [paint.dim(next)] : [])]
  }
  const path = `${chainName(Number(srcChainSlug))} → ${chainName(Number(dstChainSlug))}`
  const state = paintStateColumn(String(status))
  return [path, state, String(messageId), ...(event === "reorg" ? [paint.magenta("after a reorg")] : [])]
}
