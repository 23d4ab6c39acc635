import { itemId } from "../kinds.js"
import type { Item } from "#src/devnet/changes.js"

/** A request with its payloads and what made it, or a swap with its messages. Anything else has no parts. */
export type Bundle = { readonly item: Item; readonly parts: readonly Item[] }

/** What is known, and the ids of requests and swaps by the transactions that have made them or their parts. */
type Known = { readonly items: ReadonlyMap<string, Item>; readonly bundles: Map<string, string> }

/** Notes which transactions have made a request, or messages of a swap. Returns the same item. */
export function noteBundle({ bundles }: Known, item: Item): Item {
  const id = itemId(item)
  if (item.event === "request") bundles.set(item.txHash, id)
  if (item.event === "route") for (const hash of [item.inputTxHash, item.returnTxHash]) if (hash) bundles.set(hash, id)
  return item
}

export function parentOf(item: Item, { items, bundles }: Known): Item | undefined {
  if (item.event === "payload") return items.get(String(item.requestCount))
  const id = bundles.get(madeIn(item) ?? "")
  return id === undefined ? undefined : items.get(id)
}

function madeIn(item: Item): string | null | undefined {
  if (item.event === "message") return item.outboundTx
  if (item.event === "trigger") return item.appGatewayTxHash
  return item.event === "timeout" ? item.resolveTxHash : undefined
}

export function isBundle({ event }: Pick<Item, "event">): boolean {
  return event === "request" || event === "route"
}

export function bundleOf(item: Item, known: Known): Bundle {
  return {
    item,
    parts: isBundle(item) ? [...known.items.values()].filter((each) => parentOf(each, known) === item) : [],
  }
}
