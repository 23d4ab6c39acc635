import type { Item } from "../changes.js"
import { itemId, kinds } from "../kinds.js"
import { duration, element, setAttribute, shortHex, shownText, timeOfDay } from "./dom.js"
import { beganAt, endsOf, type Standing, standingOf, type Store } from "./store.js"

/** A sign, a word and a color for each: none is needed to read the other. */
export const signs: Readonly<Record<Standing, readonly [sign: string, says: string]>> = {
  moving: ["›", "under way"],
  reverting: ["↻", "reverting"],
  delivered: ["✓", "delivered"],
  failed: ["✕", "failed"],
}

/** The states that something can pass, and how many of them it has. */
export function progressOf(item: Item): { readonly done: number; readonly of: number } {
  const { states } = kinds[item.event]
  const steps = new Set(Object.values(states).map(({ step }) => step))
  const reached = Math.max(0, ...item.stages.map(({ status }) => states[status]?.step ?? 0))
  const done = [...steps].filter((step) => step <= reached).length
  // What has failed came to its end, but did not arrive there.
  return { done: standingOf(item) === "failed" ? done - 1 : done, of: steps.size }
}

/** Where the middle of a lane is, in per cent of the width of all. */
export function laneAt(slug: number, { chains }: Pick<Store, "chains">): number {
  const index = chains.findIndex((chain) => chain.slug === slug)
  return index === -1 ? 100 : ((index + 0.5) / chains.length) * 100
}

/** One row of the list: a message between its lanes. */
export function createRow(): HTMLElement {
  const row = element("div", { class: "row", role: "option" })
  const cells = [
    element("time", { class: "when" }),
    ...["id", "track", "state", "took"].map((name) => element("span", { class: name })),
  ]
  // With a space between, so that a row is read as words.
  row.append(...cells.flatMap((cell) => [cell, " "]))
  return row
}

/** Fills a row that shows something else, or the same thing in another state. */
export function fillRow(row: HTMLElement, item: Item, store: Store): void {
  const [when, id, track, state, took] = row.children as unknown as HTMLElement[]
  if (!when || !id || !track || !state || !took) return
  const standing = standingOf(item)
  const [sign, says] = signs[standing]
  const began = beganAt(item)
  when.textContent = timeOfDay(began)
  id.textContent = shownText(shortHex(itemId(item)))
  id.title = item.event
  state.textContent = shownText(`${sign} ${item.status}${item.revert === undefined ? "" : `: ${item.revert.reason}`}`)
  took.textContent = standing === "moving" ? "" : duration(item.at - began)
  setAttribute(row, "data-standing", standing)
  setAttribute(row, "data-kind", item.event)
  const [from, to] = endsOf(item, store.gatewaySlug)
  setAttribute(
    row,
    "aria-label",
    // Begins with what is written in it, so that a person who speaks to the browser can name it.
    `${when.textContent} ${id.textContent} ${state.textContent} ${took.textContent}, ${item.event} from ${nameOf(from, store)} to ${nameOf(to, store)}, ${says}`,
  )
  fillTrack(track, item, store)
}

/** Draws the way from lane to lane with a dot a stage: filled where it was reached. */
export function fillTrack(track: HTMLElement, item: Item, store: Store): void {
  const [from, to] = endsOf(item, store.gatewaySlug).map((slug) => laneAt(slug, store)) as [number, number]
  const { done, of } = progressOf(item)
  const lanes = store.chains.map(({ slug }) => {
    const lane = element("i", { class: "lane" })
    lane.style.left = `${laneAt(slug, store)}%`
    return lane
  })
  const way = element("i", { class: "way" })
  way.style.left = `${Math.min(from, to)}%`
  way.style.width = `${Math.abs(to - from)}%`
  const dots = Array.from({ length: of }, (_, index) => {
    const dot = element("i", { class: index < done ? "dot reached" : "dot" })
    const part = of === 1 ? 0 : index / (of - 1)
    dot.style.left = from === to ? `calc(${from}% + ${index * 10}px)` : `${from + (to - from) * part}%`
    return dot
  })
  track.replaceChildren(...lanes, way, ...dots)
}

export function nameOf(slug: number, { chains }: Pick<Store, "chains">): string {
  return chains.find((chain) => chain.slug === slug)?.name ?? String(slug)
}
