import { addChange, idOf, itemId, kinds, placesOf } from "../kinds.js"
import { happenings, type PageEvent, type PageState, type Shown, shownAtFirst } from "../PageEvent.js"
import type { Changes, Item, Kind } from "#src/devnet/changes.js"
import { isFinal, stateInfo } from "#src/tracking/states.js"

/** How far something is, in the words of the filter. */
export type Standing = "moving" | "reverting" | "delivered" | "failed"

/** What the page knows. */
export type Store = { -readonly [P in keyof Shown]: Shown[P] } & {
  readonly items: Map<string, Item>
  /** The ids of requests and swaps, by the transactions that have made them or their parts. */
  readonly bundles: Map<string, string>
  /** What the project calls contracts, and what transactions called, as the devnet says it. */
  names: ReadonlyMap<string, string>
  calls: ReadonlyMap<string, string>
  gatewaySlug: number
  commands: PageState["commands"] | undefined
  isReadOnly: boolean
  /** Whether events come; undefined until the first. */
  isLive: boolean | undefined
}

/** As many as the devnet keeps of its kinds together. */
const maxItems = 60_000

export function createStore(): Store {
  return {
    ...shownAtFirst([]),
    items: new Map(),
    bundles: new Map(),
    names: new Map(),
    calls: new Map(),
    gatewaySlug: 0,
    commands: undefined,
    isReadOnly: true,
    isLive: undefined,
  }
}

export function applyEvent(store: Store, { event, ...data }: PageEvent): void {
  if (event === "state") {
    const { items, ...shown } = data as PageState
    Object.assign(store, shown)
    store.items.clear()
    store.bundles.clear()
    // Of several kinds, each in its own order: the page has one.
    const byTime = [...items].sort((one, other) => beganAt(one) - beganAt(other))
    for (const item of byTime) store.items.set(itemId(item), noteBundle(store, item))
  } else if (Object.hasOwn(kinds, event)) {
    addItem(store, event as Kind, data as Changes[Kind])
  } else if (Object.hasOwn(happenings, event)) {
    Object.assign(store, happenings[event as keyof typeof happenings].change(store, data as never))
  } else Object.assign(store, data)
}

function addItem<K extends Kind>(store: Store, kind: K, change: Changes[K]): void {
  const id = idOf(kind, change)
  const { items } = store
  const item = addChange(items.get(id) as Item<K> | undefined, kind, change) as unknown as Item
  items.set(id, noteBundle(store, item))
  if (items.size <= maxItems) return
  // Many at once, because looking for them takes long. What is final goes first, as on the devnet.
  const done = [...items].flatMap(([each, { event, status }]) => (isFinal(status, kinds[event].states) ? [each] : []))
  const oldest = done.length > 0 ? done : [...items.keys()]
  for (const each of oldest.slice(0, maxItems / 40)) items.delete(each)
}

export function beganAt({ stages, at }: Item): number {
  return stages[0]?.at ?? at
}

export function standingOf(item: Item): Standing {
  const { event, status, revert } = item
  if (event === "request" && item.isCancelled) return "failed"
  const final = stateInfo(status, kinds[event].states)?.final
  if (final === "success") return "delivered"
  if (final !== undefined || /FAIL/.test(status)) return "failed"
  return revert !== undefined || /reverting/i.test(status) ? "reverting" : "moving"
}

/** The chains that something leaves and goes to. A timeout stays on the gateway chain. */
export function endsOf(item: Item, gatewaySlug: number): readonly [from: number, to: number] {
  if (item.event === "message" || item.event === "route") return [item.srcChainSlug, item.dstChainSlug]
  if (item.event === "payload") return [gatewaySlug, item.chainSlug]
  return item.event === "trigger" ? [item.chainSlug, gatewaySlug] : [gatewaySlug, gatewaySlug]
}

/** The facts of something, by the names that they have in JSON. */
export function factsOf(item: Item): readonly (readonly [name: string, value: string])[] {
  const left = new Set(["event", "schemaVersion", "status", "at", "stages", "revert"])
  return Object.entries(item).flatMap(([name, value]) =>
    left.has(name) || value === null || typeof value === "object" ? [] : [[name, String(value)] as const],
  )
}

/** The addresses of something, which the filter by contract offers. */
export function contractsOf(item: Item): readonly string[] {
  return placesOf(item, 0).map(([, address]) => address)
}

/** What the project calls the contract at an address of something. */
export function contractName(item: Item, address: string, { names, gatewaySlug }: Store): string | undefined {
  const place = placesOf(item, gatewaySlug).find((each) => each[1] === address)
  return place && names.get(place.join(" ").toLowerCase())
}

/** What the transaction called that something began with, or else the contract that it is of. */
export function callOf(item: Item, store: Store): string | undefined {
  const hash = item.event === "message" ? item.outboundTx : item.event === "trigger" ? item.onChainTxHash : undefined
  const call = store.calls.get(hash ?? (item.event === "request" ? item.txHash : ""))
  const [[, address] = [0, ""]] = placesOf(item, store.gatewaySlug).slice(item.event === "payload" ? 1 : 0)
  return call ?? contractName(item, address, store)
}

/** A request with its payloads and what made it, or a swap with its messages. Anything else has no parts. */
export type Bundle = { readonly item: Item; readonly parts: readonly Item[] }

/** What is known, and the ids of requests and swaps by the transactions that have made them or their parts. */
type Known = { readonly items: ReadonlyMap<string, Item>; readonly bundles: Map<string, string> }

/** Notes which transactions have made a request, or messages of a swap. Returns the same item. */
function noteBundle({ bundles }: Known, item: Item): Item {
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
