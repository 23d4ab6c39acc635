import type { Item } from "../changes.js"
import { contractsOf, endsOf, factsOf, standingOf, type Store } from "./store.js"

/** What a person wants to see. Empty texts leave out nothing. */
export type Filter = {
  kind: string
  chain: string
  standing: string
  contract: string
  search: string
}

export const noFilter: Readonly<Filter> = { kind: "", chain: "", standing: "", contract: "", search: "" }

/** What fits the filter, newest first. */
export function chooseItems(
  { items, gatewaySlug }: Store,
  { kind, chain, standing, contract, search }: Filter,
): Item[] {
  const wanted = search.trim().toLowerCase()
  const chosen = [...items.values()].filter(
    (item) =>
      (kind === "" || item.event === kind) &&
      (chain === "" || endsOf(item, gatewaySlug).includes(Number(chain))) &&
      (standing === "" || standingOf(item) === standing) &&
      (contract === "" || contractsOf(item).includes(contract)) &&
      (wanted === "" || hasText(item, wanted)),
  )
  return chosen.reverse()
}

/** Whether an id, an address, a hash or the state has the text. */
function hasText(item: Item, wanted: string): boolean {
  return (
    item.status.toLowerCase().includes(wanted) ||
    item.revert?.reason.toLowerCase().includes(wanted) === true ||
    factsOf(item).some(([, value]) => value.toLowerCase().includes(wanted))
  )
}

/** The contracts that are offered, those of the newest first. */
export function contractsIn({ items }: Store, most = 200): string[] {
  const found = new Set<string>()
  for (const item of [...items.values()].reverse()) {
    for (const contract of contractsOf(item)) found.add(contract)
    if (found.size >= most) break
  }
  return [...found]
}
