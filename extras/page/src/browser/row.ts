import { itemId, kinds } from "../kinds.js"
import { duration, element, idEnd, setAttribute, shownText, timeOfDay } from "./dom.js"
import type { Entry } from "./filter.js"
import { beganAt, type Bundle, callOf, endsOf, type Standing, standingOf, type Store } from "./store.js"
import type { Item, Kind } from "#src/devnet/changes.js"

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
export function fillRow(row: HTMLElement, { item, parts, isPart }: Entry, store: Store): void {
  const [when, id, track, state, took] = row.children as unknown as HTMLElement[]
  if (!when || !id || !track || !state || !took) return
  const standing = standingOf(item)
  const [sign, says] = signs[standing]
  const began = beganAt(item)
  when.textContent = timeOfDay(began)
  const [title, end] = titleParts(item, store)
  id.replaceChildren(
    element("span", { class: "call" }, `${isPart ? "└ " : ""}${title}`),
    " ",
    element("span", { class: "dim" }, end),
  )
  id.title = `${kindNames[item.event]} ${itemId(item)}`
  const revert = [item, ...parts].find((each) => each.revert !== undefined)?.revert
  state.textContent = shownText(
    `${sign} ${stateInWords({ item, parts })}${revert === undefined ? "" : `: ${revert.reason}`}`,
  )
  state.title = item.status
  took.textContent = standing === "moving" ? "" : duration(item.at - began)
  setAttribute(row, "data-standing", standing)
  setAttribute(row, "data-kind", item.event)
  setAttribute(
    row,
    "aria-label",
    // Begins with what is written in it, so that a person who speaks to the browser can name it.
    `${when.textContent} ${id.textContent} ${state.textContent} ${took.textContent}, ${isPart ? "part, " : ""}${kindNames[item.event]} ${wayOf({ item, parts }, store)}, ${says}`,
  )
  fillTrack(track, { item, parts }, store)
}

/** What moves, in the words of the project: its contract, the function and the arguments in short; else the end of its id. */
export function titleOf(item: Item, store: Store): string {
  return shownText(titleParts(item, store).join(" "))
}

function titleParts(item: Item, store: Store): readonly [title: string, end: string] {
  const id = itemId(item)
  const end = item.event === "route" ? id.slice(0, 8) : item.event === "request" ? `#${id}` : idEnd(id)
  return [(item.event === "route" ? undefined : callOf(item, store)) ?? kindNames[item.event], end]
}

/** How far something is, and how many of its parts have come to their end. */
export function stateInWords({ item, parts }: Bundle): string {
  const standing = standingOf(item)
  const done = parts.filter((part) => standingOf(part) === "delivered").length
  const isCancelled = item.event === "request" && item.isCancelled
  const moving = item.status.toLowerCase().replaceAll("_", " ")
  const words = isCancelled ? "cancelled" : standing === "moving" ? moving : signs[standing][1]
  return `${words}${parts.length === 0 ? "" : ` ${done} of ${parts.length}`}`
}

/** A way from lane to lane, and how far something came on it. */
type Line = {
  readonly ends: readonly [from: number, to: number]
  readonly kind: Kind
  readonly done: number
  readonly of: number
}

/** Lines that a row has room for. */
const maxLines = 4

/** What a bundle consists of, one line for all that go the same way: it came as far as the last of them. */
function linesOf({ item, parts }: Bundle, { gatewaySlug }: Store): readonly Line[] {
  const lineOf = (part: Item): Line => ({ ends: endsOf(part, gatewaySlug), kind: part.event, ...progressOf(part) })
  if (parts.length === 0 && item.event !== "route") return [lineOf(item)]
  const ways = new Map<string, Line>()
  for (const line of parts.map(lineOf)) {
    const way = `${line.ends.join(" ")} ${line.kind}`
    const last = ways.get(way)
    if (last === undefined || line.done / line.of < last.done / last.of) ways.set(way, line)
  }
  const shown = [...ways.values()]
  if (item.event !== "route") return shown.slice(0, maxLines)
  const { srcChainSlug: from, dstChainSlug: to, inputTxHash, outputTxHash, returnTxHash, refundTxHash } = item
  const count = (...hashes: readonly (string | null)[]): number => hashes.filter((hash) => hash !== null).length
  const there: Line = { ends: [from, to], kind: "route", done: count(inputTxHash, outputTxHash), of: 2 }
  const back: Line = { ends: [to, from], kind: "route", done: count(returnTxHash, refundTxHash), of: 2 }
  return [there, ...shown, ...(back.done > 0 ? [back] : [])].slice(0, maxLines)
}

/** Draws the way from lane to lane with a dot a stage, filled where it was reached. The lines of a bundle have dots at their ends alone. */
export function fillTrack(track: HTMLElement, bundle: Bundle, store: Store): void {
  const lanes = store.chains.map(({ slug }) => {
    const lane = element("i", { class: "lane" })
    lane.style.left = `${laneAt(slug, store)}%`
    return lane
  })
  const lines = linesOf(bundle, store)
  const isBundled = bundle.parts.length > 0 || bundle.item.event === "route"
  const drawn = lines.flatMap((line, index) => {
    const parts = drawLine(line, isBundled, store)
    for (const part of parts) part.style.top = `calc(50% + ${(index - (lines.length - 1) / 2) * 8}px)`
    return parts
  })
  setAttribute(track, "data-bundle", isBundled)
  track.replaceChildren(...lanes, ...drawn)
}

function drawLine({ ends, kind, done, of }: Line, isBundled: boolean, store: Store): readonly HTMLElement[] {
  const [from, to] = ends.map((slug) => laneAt(slug, store)) as [number, number]
  const [last, reached] = isBundled ? [1, done === of ? 2 : Math.min(1, done)] : [of - 1, done]
  const ways = [1, ...(isBundled ? [Math.max(0, done - 1) / (of - 1)] : [])].map((part, index) => {
    const way = element("i", { class: index === 0 ? "way" : "way gone" })
    const end = from + (to - from) * part
    way.style.left = `${Math.min(from, end)}%`
    way.style.width = `${Math.abs(end - from)}%`
    return way
  })
  const dots = Array.from({ length: last + 1 }, (_, index) => {
    const isInner = index > 0 && index < last
    const name = `dot${index < reached ? " reached" : ""}${isInner ? " inner" : ""}`
    const dot = element("i", { class: name, "data-kind": kind })
    const part = last === 0 ? 0 : index / last
    dot.style.left = from === to ? `calc(${from}% + ${index * 10}px)` : `${from + (to - from) * part}%`
    return dot
  })
  const tip = element("i", { class: to < from ? "tip back" : "tip" })
  // Between the last two dots, and in the middle where a narrow row has no others.
  tip.style.setProperty("--left", `${to - ((to - from) * 0.5) / last}%`)
  tip.style.setProperty("--middle", `${(from + to) / 2}%`)
  return [...ways, ...dots, ...(from === to ? [] : [tip])]
}

/** Where something goes, as in `from gateway to alpha, beta`. */
export function wayOf({ item, parts }: Bundle, store: Store): string {
  const [from, to] = endsOf(item, store.gatewaySlug)
  const there = item.event === "request" ? parts.flatMap((part) => endsOf(part, store.gatewaySlug)) : [to]
  const others = [...new Set(there)].filter((slug) => there.length === 1 || slug !== from)
  return `from ${nameOf(from, store)} to ${(others.length > 0 ? others : [to]).map((slug) => nameOf(slug, store)).join(", ")}`
}

/** What a person calls each kind. */
export const kindNames: Readonly<Record<Kind, string>> = {
  message: "message",
  payload: "payload",
  timeout: "timeout",
  trigger: "trigger",
  request: "request",
  route: "swap",
}

export function nameOf(slug: number, { chains }: Pick<Store, "chains">): string {
  return chains.find((chain) => chain.slug === slug)?.name ?? String(slug)
}
