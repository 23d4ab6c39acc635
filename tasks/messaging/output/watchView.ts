import type { ChainProgress } from "../../../src/messaging/watching/followChain.js"
import type { EventFields, WatchStore } from "../../../src/messaging/watching/store/WatchStore.js"
import type { Clock } from "../../../src/primitives/clock.js"
import type { ContractNames } from "../../../src/terminal/contractNames.js"
import { paintStateColumn } from "../../../src/terminal/paintState.js"
import { printEvent } from "../../../src/terminal/printJson.js"
import type { Paint, Terminal } from "../../../src/terminal/terminal.js"

export type WatchViewOptions = {
  readonly json: boolean
  readonly store: WatchStore
  readonly clock: Pick<Clock, "now">
  readonly names: ContractNames
  readonly chainName: (slug: number) => string
}

/** Shows what a watch tells. */
export type WatchView = Disposable & { show(chains: readonly ChainProgress[]): void }

/** How many events are printed before it is written down that they are. */
const atOnce = 500

export function createWatchView({ out }: Terminal, { json, store, chainName }: WatchViewOptions): WatchView {
  return {
    show() {
      for (;;) {
        const events = store.unread("output", { limit: atOnce, fromStart: true })
        for (const { sequence, fields } of events) {
          const { event, ...rest } = fields
          if (json) printEvent(out, event, { sequence, ...rest })
          else out.line(eventLine(fields, { chainName, paint: out.paint }))
        }
        const last = events.at(-1)
        if (last !== undefined) store.markRead("output", last.sequence)
        if (events.length < atOnce) return
      }
    },
    [Symbol.dispose]: () => undefined,
  }
}

function eventLine(
  fields: EventFields,
  { chainName, paint }: { chainName: (slug: number) => string; paint: Paint },
): string {
  const route = `${chainName(Number(fields["srcChainSlug"]))} → ${chainName(Number(fields["dstChainSlug"]))}`
  return [route, paintStateColumn(String(fields["status"]), paint), String(fields["messageId"])].join("  ")
}
