import { itemId } from "../kinds.js"
import {
  type Bundle,
  callOf,
  contractName,
  contractsOf,
  endsOf,
  factsOf,
  isBundle,
  parentOf,
  standingOf,
  type Store,
} from "./store.js"
import type { Item } from "#src/devnet/changes.js"

/** What a person wants to see. Empty texts leave out nothing. */
export type Filter = {
  kind: string
  chain: string
  standing: string
  contract: string
  search: string
}

export const noFilter: Readonly<Filter> = { kind: "", chain: "", standing: "", contract: "", search: "" }

/** A row of the list. */
export type Entry = Bundle & { readonly isPart: boolean }

/**
 * What fits the filter, newest first, and how much there is. Parts are within their bundle, which fits if one of them does; where only
 * their kind is wanted they have rows of their own.
 *
 * @param opened the id of what is shown in full: the bundle that has it has its parts below it
 */
export function chooseEntries(
  store: Store,
  filter: Filter,
  opened?: string,
): { entries: Entry[]; found: number; all: number } {
  const partsOf = new Map<Item, Item[]>()
  const rows: Item[] = []
  const isBundled = filter.kind === "" || isBundle({ event: filter.kind as Item["event"] })
  for (const item of store.items.values()) {
    const parent = isBundled ? parentOf(item, store) : undefined
    if (parent === undefined) rows.push(item)
    else if (!partsOf.get(parent)?.push(item)) partsOf.set(parent, [item])
  }
  const fits = fitter(store, filter)
  const chosen = rows.filter(
    (item) => (filter.kind === "" || item.event === filter.kind) && [item, ...(partsOf.get(item) ?? [])].some(fits),
  )
  const entries = chosen.reverse().flatMap((item): Entry[] => {
    const parts = partsOf.get(item) ?? []
    const isOpen = opened !== undefined && parts.length > 0 && [item, ...parts].some((each) => itemId(each) === opened)
    return [
      { item, parts, isPart: false },
      ...(isOpen ? parts : []).map((part) => ({ item: part, parts: [], isPart: true })),
    ]
  })
  return { entries, found: chosen.length, all: rows.length }
}

function fitter(store: Store, { chain, standing, contract, search }: Filter): (item: Item) => boolean {
  const wanted = search.trim().toLowerCase()
  return (item) =>
    (chain === "" || endsOf(item, store.gatewaySlug).includes(Number(chain))) &&
    (standing === "" || standingOf(item) === standing) &&
    (contract === "" || contractsOf(item).includes(contract)) &&
    (wanted === "" || hasText(item, wanted, store))
}

/** Whether an id, an address, a hash, a name, a call or the state has the text. */
function hasText(item: Item, wanted: string, store: Store): boolean {
  const names = contractsOf(item).map((address) => contractName(item, address, store) ?? "")
  return (
    [callOf(item, store) ?? "", ...names].some((text) => text.toLowerCase().includes(wanted)) ||
    (standingOf(item) === "delivered" && "delivered".startsWith(wanted)) ||
    item.status.toLowerCase().includes(wanted) ||
    item.revert?.reason.toLowerCase().includes(wanted) === true ||
    factsOf(item).some(([, value]) => value.toLowerCase().includes(wanted))
  )
}

/** The contracts that are offered, those of the newest first, each with its name, if it has one. */
export function contractsIn(store: Store): [address: string, name: string | undefined][] {
  const found = new Map<string, string | undefined>()
  for (const item of [...store.items.values()].reverse()) {
    for (const contract of contractsOf(item)) {
      if (found.get(contract) === undefined) found.set(contract, contractName(item, contract, store))
    }
    if (found.size >= 200) break
  }
  return [...found]
}
