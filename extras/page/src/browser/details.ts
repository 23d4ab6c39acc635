import { itemId, kinds } from "../kinds.js"
import { ask, button, commandBlock, copyButton, duration, element, timeOfDay } from "./dom.js"
import { fillTrack, kindNames, nameOf, signs, stateInWords, titleOf, wayOf } from "./row.js"
import {
  beganAt,
  type Bundle,
  bundleOf,
  callOf,
  contractName,
  factsOf,
  isBundle,
  parentOf,
  standingOf,
  type Store,
} from "./store.js"
import { askWhy } from "./why.js"
import type { Item } from "#src/devnet/changes.js"
import { stateInfo } from "#src/tracking/states.js"

export type Details = {
  readonly root: HTMLElement
  /** Shows something in full, or closes. */
  readonly show: (item: Item | undefined, store: Store) => void
  /** Says that nothing with this id is known. */
  readonly miss: (id: string) => void
}

/** All that is known of one thing: its stages, its facts, and why it is where it is. Without a token nothing can be run. */
export function createDetails(token: string | undefined, close: () => void, open: (item: Item) => void): Details {
  const body = element("div", { class: "body" })
  const why = element("section", { class: "why" })
  const root = element("aside", { class: "details", "aria-label": "Details", tabindex: -1 })
  root.append(button("Close", { class: "quiet close", "aria-keyshortcuts": "Escape" }, close), body, why)
  root.hidden = true
  let shown: readonly Item[] = []
  let shownNames: Store["names"] | undefined
  return {
    root,
    show(item, store) {
      root.hidden = item === undefined
      const { parts } = item === undefined ? { parts: [] } : bundleOf(item, store)
      const all = item === undefined ? [] : [item, ...parts]
      const [before] = shown
      const isSame =
        shownNames === store.names && all.length === shown.length && all.every((each, index) => each === shown[index])
      shown = all
      shownNames = store.names
      if (item === undefined || isSame) return
      const isDelivered = standingOf(item) === "delivered"
      const isOther = before === undefined || itemId(before) !== itemId(item)
      const isNews = isOther || (isDelivered && standingOf(before) !== "delivered")
      body.replaceChildren(...describe({ item, parts }, store, open))
      if (isNews) {
        why.replaceChildren(
          item.event === "message"
            ? askWhy(item.messageId, store.isReadOnly ? undefined : token, why, isDelivered)
            : explainElsewhere(item),
        )
      }
      if (!isOther) return
      root.scrollTop = 0
      root.focus()
    },
    miss(id) {
      shown = []
      root.hidden = false
      const says =
        "The devnet knows nothing with this id. It may be of an earlier devnet, or too old: the oldest that are final are forgotten."
      body.replaceChildren(element("h2", {}, element("code", {}, id)), element("p", {}, says))
      why.replaceChildren()
    },
  }
}

function describe(bundle: Bundle, store: Store, open: (item: Item) => void): Node[] {
  const { item, parts } = bundle
  const parent = parentOf(item, store)
  const standing = standingOf(item)
  const [sign, says] = signs[standing]
  const id = itemId(item)
  const track = element("div", { class: "track wide" })
  fillTrack(track, bundle, store)
  /** What it is called, before what it is. */
  const called = (name: string, value: string): string => {
    const known = /Slug$/.test(name) ? nameOf(Number(value), store) : contractName(item, value, store)
    return known === undefined ? "" : `${known} `
  }
  const facts = factsOf(item).flatMap(([name, value]) => [
    element("dt", {}, name),
    element("dd", {}, element("code", {}, `${called(name, value)}${value}`)),
  ])
  return [
    element(
      "h2",
      {},
      element("span", { class: "badge", "data-standing": standing }, `${sign} ${says}`),
      ` ${isBundle(item) ? titleOf(item, store) : (callOf(item, store) ?? kindNames[item.event])}`,
    ),
    ...(parent === undefined ? [] : [element("p", {}, "Part of ", partButton(parent, store, open))]),
    element("p", { class: "dim" }, wayOf(bundle, store)),
    track,
    ...(item.revert === undefined
      ? []
      : [
          element(
            "p",
            { class: "revert" },
            `Attempt ${item.revert.attempts} reverted: `,
            element("code", {}, item.revert.reason),
          ),
        ]),
    ...(parts.length === 0 ? [] : [element("h3", {}, "Parts"), partsList(parts, store, open)]),
    element("h3", {}, "Stages"),
    stagesOf(item),
    element("h3", {}, "Facts"),
    element("dl", {}, ...facts),
    element(
      "p",
      { class: "copies" },
      copyButton("Copy the id", id),
      copyButton("Copy the link", `${location.origin}/m/${encodeURIComponent(id)}`),
      ...(item.event === "message" || item.event === "request"
        ? [
            copyButton(
              "Copy as test",
              async () => (await ask<{ test: string }>(`/page/test/${encodeURIComponent(id)}`)).test,
            ),
          ]
        : []),
    ),
  ]
}

function partButton(item: Item, store: Store, open: (item: Item) => void): HTMLElement {
  return button(
    isBundle(item) ? titleOf(item, store) : `${kindNames[item.event]} ${titleOf(item, store)}`,
    { class: "quiet" },
    () => {
      open(item)
    },
  )
}

/** What a bundle consists of, each with where it is. */
function partsList(parts: readonly Item[], store: Store, open: (item: Item) => void): HTMLElement {
  const rows = parts.map((part) => {
    const standing = standingOf(part)
    const state = `${signs[standing][0]} ${stateInWords({ item: part, parts: [] })}${part.revert === undefined ? "" : `: ${part.revert.reason}`}`
    return element(
      "li",
      {},
      element("span", {}, partButton(part, store, open), wayOf({ item: part, parts: [] }, store)),
      element("span", { class: "state", "data-standing": standing }, state),
    )
  })
  return element("ol", { class: "parts" }, ...rows)
}

/** Each stage with the time until the next, as text and as a bar. */
function stagesOf(item: Item): HTMLElement {
  const { stages, event } = item
  const began = beganAt(item)
  const whole = Math.max(1, (stages.at(-1)?.at ?? began) - began)
  const rows = stages.map(({ status, at }, index) => {
    const next = stages[index + 1]?.at
    const bar = element("i", { class: "bar" })
    bar.hidden = next === undefined
    bar.style.marginLeft = `${((at - began) / whole) * 100}%`
    bar.style.width = `${(((next ?? at) - at) / whole) * 100}%`
    const info = stateInfo(status, kinds[event].states)
    return element(
      "li",
      {},
      element("span", { class: "stage" }, status),
      element("span", { class: "dim" }, info?.says ?? ""),
      element("span", { class: "num" }, next === undefined ? timeOfDay(at) : duration(next - at)),
      element("span", { class: "bars" }, bar),
    )
  })
  return element("ol", { class: "stages" }, ...rows)
}

/** Swaps and what is of the gateway are explained by their command. */
function explainElsewhere(item: Item): HTMLElement {
  const id = item.event === "request" ? item.txHash : itemId(item)
  const command = `npx hardhat ${item.event === "route" ? "swap" : "gateway"} explain ${id}`
  return element("div", {}, element("h3", {}, "Why is it here?"), commandBlock(command))
}
