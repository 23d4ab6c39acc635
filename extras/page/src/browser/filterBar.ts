import { button, element, shortHex, shownText } from "./dom.js"
import { contractsIn, type Filter, noFilter } from "./filter.js"
import { kindNames, signs } from "./row.js"
import type { Store } from "./store.js"

export type FilterBar = {
  readonly root: HTMLElement
  readonly filter: Filter
  /** Offers what there is, and says how much of it is shown. */
  readonly show: (store: Store, shown: { readonly found: number; readonly all: number }) => void
  readonly focus: () => void
}

export function createFilterBar(changed: () => void): FilterBar {
  const filter: Filter = { ...noFilter }
  const search = element("input", {
    type: "search",
    placeholder: "Search calls, names, ids, hashes",
    "aria-label": "Search",
    "aria-keyshortcuts": "/",
  })
  search.addEventListener("input", () => {
    filter.search = search.value
    changed()
  })
  const select = (name: Exclude<keyof Filter, "search">, all: string): HTMLSelectElement => {
    const made = element("select", { "aria-label": name, name })
    made.append(new Option(all, ""))
    made.addEventListener("change", () => {
      filter[name] = made.value
      changed()
    })
    return made
  }
  const [kind, chain, standing, contract] = [
    select("kind", "all kinds"),
    select("chain", "all chains"),
    select("standing", "all states"),
    select("contract", "all contracts"),
  ]
  offer(
    kind,
    Object.entries(kindNames).map(([name, says]) => [name, `${says}s`]),
  )
  offer(
    standing,
    Object.entries(signs).map(([name, [sign, says]]) => [name, `${sign} ${says}`]),
  )
  const count = element("span", { class: "count", role: "status" })
  const clear = button("Clear", { class: "quiet" }, () => {
    Object.assign(filter, noFilter)
    for (const each of [search, kind, chain, standing, contract]) each.value = ""
    changed()
  })
  return {
    root: element("form", { class: "filters", role: "search" }, search, kind, chain, standing, contract, count, clear),
    filter,
    show(store, { found, all }) {
      offer(
        chain,
        store.chains.map(({ slug, name }) => [String(slug), name]),
      )
      // A list that is open must not change under the pointer.
      if (document.activeElement !== contract)
        offer(
          contract,
          contractsIn(store).map(([each, name]) => [each, name === undefined ? each : `${name} ${shortHex(each)}`]),
        )
      count.textContent = found === all ? `${all}` : found === 0 ? "nothing found" : `${found} of ${all}`
      clear.hidden = Object.values(filter).every((value) => value === "")
    },
    focus: () => {
      search.focus()
    },
  }
}

/** Gives a select these choices after its first, and keeps what is chosen. */
function offer(select: HTMLSelectElement, choices: readonly (readonly [value: string, text: string])[]): void {
  const before = [...select.options].slice(1)
  if (
    before.length === choices.length &&
    before.every(({ value, text }, index) => value === choices[index]?.[0] && text === choices[index][1])
  )
    return
  const { value } = select
  select.replaceChildren(
    new Option(select.options[0]?.text, ""),
    ...choices.map(([each, text]) => new Option(shownText(text), each)),
  )
  select.value = choices.some(([each]) => each === value) ? value : ""
}
