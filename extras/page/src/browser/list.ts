import { itemId } from "../kinds.js"
import { element, setAttribute } from "./dom.js"
import type { Entry } from "./filter.js"
import { createRow, fillRow } from "./row.js"
import type { Store } from "./store.js"
import type { Item } from "#src/devnet/changes.js"

/** Pixels. A row has one height, so that any part of the list can be shown without the rest. */
const rowHeight = 34

export type List = {
  readonly root: HTMLElement
  /** Shows these, from the first. What a person reads stays where it is while others come above it. */
  readonly show: (entries: readonly Entry[], store: Store) => void
  readonly focus: () => void
}

/** A list of any length of which only the rows in view exist. Arrow keys choose, Enter opens. */
export function createList(open: (item: Item) => void): List {
  const rows = element("div", { class: "rows", role: "presentation" })
  const root = element("div", {
    class: "list",
    role: "listbox",
    tabindex: 0,
    "aria-label": "Messages, swaps, requests, payloads, timeouts and triggers",
  })
  root.append(rows)
  const made: HTMLElement[] = []
  let shown: readonly Entry[] = []
  let store: Store | undefined
  let chosen: string | undefined
  const idAt = (index: number): string | undefined => {
    const item = shown[index]?.item
    return item && itemId(item)
  }
  const indexOfChosen = (): number =>
    chosen === undefined ? -1 : shown.findIndex((_, index) => idAt(index) === chosen)

  function draw(): void {
    if (store === undefined) return
    const first = Math.max(0, Math.floor(root.scrollTop / rowHeight) - 3)
    const count = Math.min(shown.length - first, Math.ceil(root.clientHeight / rowHeight) + 6)
    for (let index = 0; index < Math.max(count, made.length); index += 1) {
      const entry = shown[first + index]
      const row = made[index] ?? rows.appendChild((made[index] = createRow()))
      row.hidden = index >= count || entry === undefined
      if (row.hidden || entry === undefined) continue
      const id = idAt(first + index)
      row.style.transform = `translateY(${(first + index) * rowHeight}px)`
      row.id = `row-${first + index}`
      setAttribute(row, "aria-posinset", first + index + 1)
      setAttribute(row, "aria-setsize", shown.length)
      setAttribute(row, "aria-selected", id === chosen ? "true" : "false")
      // Drawing what has not changed costs most where much moves.
      if (isSame(drawn.get(row), entry) && drawnFor === store.chains.length && drawnNames === store.names) continue
      drawn.set(row, entry)
      fillRow(row, entry, store)
    }
    drawnFor = store.chains.length
    drawnNames = store.names
    const at = indexOfChosen()
    setAttribute(root, "aria-activedescendant", at === -1 ? undefined : `row-${at}`)
  }
  const drawn = new WeakMap<HTMLElement, Entry>()
  let drawnFor = 0
  let drawnNames: Store["names"] | undefined

  function choose(index: number): void {
    const next = Math.max(0, Math.min(shown.length - 1, index))
    chosen = idAt(next)
    const [top, bottom] = [next * rowHeight, (next + 1) * rowHeight]
    if (top < root.scrollTop) root.scrollTop = top
    else if (bottom > root.scrollTop + root.clientHeight) root.scrollTop = bottom - root.clientHeight
    draw()
  }

  const page = (): number => Math.max(1, Math.floor(root.clientHeight / rowHeight) - 1)
  const moves: Readonly<Record<string, (at: number) => number>> = {
    ArrowDown: (at) => at + 1,
    ArrowUp: (at) => at - 1,
    PageDown: (at) => at + page(),
    PageUp: (at) => at - page(),
    Home: () => 0,
    End: () => shown.length - 1,
  }
  root.addEventListener("keydown", (event) => {
    const move = moves[event.key]
    const item = shown[indexOfChosen()]?.item
    if (move !== undefined) choose(move(indexOfChosen()))
    else if (event.key === "Enter" && item !== undefined) open(item)
    else return
    event.preventDefault()
  })
  root.addEventListener("focus", () => {
    if (indexOfChosen() === -1 && root.matches(":focus-visible") && shown.length > 0) choose(0)
  })
  root.addEventListener("click", (event) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>(".row") : null
    const item = row === null ? undefined : shown[Number(row.id.slice("row-".length))]?.item
    if (item === undefined) return
    chosen = itemId(item)
    draw()
    open(item)
  })
  root.addEventListener("scroll", draw, { passive: true })
  addEventListener("resize", draw)

  return {
    root,
    show(entries, given) {
      // Where a person has scrolled down, what is in view must not move away.
      const top = Math.floor(root.scrollTop / rowHeight)
      const before = top > 0 ? idAt(top) : undefined
      shown = entries
      store = given
      rows.style.height = `${entries.length * rowHeight}px`
      const now = before === undefined ? -1 : entries.findIndex((_, index) => idAt(index) === before)
      if (now > -1 && now !== top) root.scrollTop += (now - top) * rowHeight
      draw()
    },
    focus: () => {
      root.focus()
      if (indexOfChosen() === -1 && shown.length > 0) choose(0)
    },
  }
}

function isSame(one: Entry | undefined, { item, parts, isPart }: Entry): boolean {
  return (
    one?.item === item &&
    one.isPart === isPart &&
    one.parts.length === parts.length &&
    one.parts.every((part, index) => part === parts[index])
  )
}
