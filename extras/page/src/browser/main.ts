import { firstCommands, itemId, kinds } from "../kinds.js"
import { happenings, type PageEvent, type PageNames, standing } from "../PageEvent.js"
import { createDetails } from "./details.js"
import { ask, commandBlock, element, type Part } from "./dom.js"
import { chooseEntries } from "./filter.js"
import { createFilterBar } from "./filterBar.js"
import { createHeader, isTyping } from "./header.js"
import { createLanes } from "./lanes.js"
import { createList } from "./list.js"
import { createPress, runButton } from "./press.js"
import { applyEvent, createStore } from "./store.js"
import { createFaults } from "./tools/faults.js"
import { createSend } from "./tools/send.js"
import { createTimeline } from "./tools/timeline.js"
import { createWiring } from "./tools/wiring.js"
import type { Item } from "#src/devnet/changes.js"

const store = createStore()
const token = readToken()
const press = token === undefined ? undefined : createPress(token)
const header = createHeader(press)
const panels = [createSend(press), createFaults(press), createTimeline(press), createWiring()]
const lanes = createLanes()
const empty = createEmpty(token)
const problems = element("details", { class: "problems" }, element("summary", {}), element("ul", {}))
const filters = createFilterBar(drawSoon)
const open = (item: Item): void => {
  go(`/m/${encodeURIComponent(itemId(item))}`)
}
const list = createList(open)
const details = createDetails(
  token,
  () => {
    go("/page")
    list.focus()
  },
  open,
)
const main = element("main", {}, element("div", { class: "board" }, lanes.root, list.root, empty.root), details.root)
const tools = element("section", { class: "panels", "aria-label": "Tools" })
tools.append(...panels.map(({ root }) => root), problems)
document.getElementById("app")?.append(header.root, tools, filters.root, main)

/** The token is in the part of the link that is sent to nobody. It stays with this tab, and leaves the address bar. */
function readToken(): string | undefined {
  const given = /^#([0-9a-f]{32})$/.exec(location.hash)?.[1]
  if (given !== undefined) {
    sessionStorage.setItem("token", given)
    history.replaceState(null, "", location.pathname)
  }
  return given ?? sessionStorage.getItem("token") ?? undefined
}

function go(path: string): void {
  history.pushState(null, "", path)
  draw()
}

let isDue = false
/** Draws once a frame at most. A tab in the background draws when it is looked at. */
function drawSoon(): void {
  if (isDue) return
  isDue = true
  requestAnimationFrame(() => {
    isDue = false
    draw()
  })
}

function draw(): void {
  header.show(store)
  for (const panel of panels) panel.show(store)
  lanes.show(store)
  const { entries, ...count } = chooseEntries(store, filters.filter, openedId())
  list.show(entries, store)
  filters.show(store, count)
  empty.show(store)
  showProblems()
  showDetails()
}

function showProblems(): void {
  problems.hidden = store.problems.length === 0
  const [summary, all] = problems.children
  if (summary === undefined || all === undefined) return
  const text = `⚠ ${store.problems.length} ${store.problems.length === 1 ? "problem" : "problems"}`
  if (summary.textContent === text) return
  summary.textContent = text
  all.replaceChildren(
    ...store.problems.map(({ code, message }) =>
      element("li", {}, code === undefined ? message : `${code}: ${message}`),
    ),
  )
}

function showDetails(): void {
  const id = openedId()
  const item: Item | undefined = id === undefined ? undefined : (store.items.get(id) ?? sentIn(id))
  document.body.classList.toggle("open", id !== undefined)
  if (id !== undefined && item === undefined && store.isLive !== undefined) details.miss(id)
  else details.show(item, store)
}

function openedId(): string | undefined {
  return decode(/^\/m\/(.+)$/.exec(location.pathname)?.[1])
}

/** Links of tasks name a message by its transaction, where they do not know its id. */
function sentIn(hash: string): Item | undefined {
  const bundle = store.items.get(store.bundles.get(hash) ?? "")
  return bundle ?? [...store.items.values()].find((item) => item.event === "message" && item.outboundTx === hash)
}

function decode(part: string | undefined): string | undefined {
  try {
    return part === undefined ? undefined : decodeURIComponent(part)
  } catch {
    return part
  }
}

addEventListener("popstate", draw)
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && location.pathname !== "/page") {
    go("/page")
    list.focus()
  } else if (event.key === "/" && !isTyping(event.target)) {
    event.preventDefault()
    filters.focus()
  } else if (
    event.key === "ArrowDown" &&
    (event.target === document.body || (event.target instanceof HTMLInputElement && event.target.type === "search"))
  ) {
    event.preventDefault()
    list.focus()
  }
})

let isNaming = false
let named = ""
/** Asks what the project calls what moves, once a second at most: the names change with the project's files. */
function nameSoon(): void {
  if (isNaming || store.items.size === 0) return
  isNaming = true
  const before = store.items.size
  setTimeout(() => {
    ask<PageNames>("/page/names")
      .then(
        (answer) => {
          const given = JSON.stringify(answer)
          if (given === named) return
          named = given
          const [names, calls] = [answer.names, answer.calls].map((texts) => new Map(Object.entries(texts)))
          Object.assign(store, { names, calls })
          drawSoon()
        },
        () => undefined,
      )
      .finally(() => {
        setTimeout(() => {
          isNaming = false
          if (store.items.size !== before) nameSoon()
        }, 1000)
      })
  }, 50)
}
addEventListener("focus", nameSoon)

const standingEvents = Object.values(standing).map(({ event }) => event)
const events = new EventSource(token === undefined ? "/page/events" : `/page/events?token=${token}`)
for (const name of ["state", ...Object.keys(kinds), ...Object.keys(happenings), ...standingEvents]) {
  events.addEventListener(name, ({ data }: MessageEvent<string>) => {
    store.isLive = true
    const before = store.items.size
    applyEvent(store, JSON.parse(data) as PageEvent)
    if (name === "state" || store.items.size !== before) nameSoon()
    drawSoon()
  })
}
events.addEventListener("open", () => {
  if (store.isLive !== undefined) store.isLive = true
  drawSoon()
})
events.addEventListener("error", () => {
  store.isLive = false
  drawSoon()
})
draw()

/** What a devnet shows on which nothing has moved: how to make something move, and a button that does it. */
function createEmpty(token: string | undefined): Part {
  const send = runButton("Send a message", { "data-verb": "sendFirst" }, token, firstCommands)
  const root = element(
    "section",
    { class: "empty" },
    element("h2", {}, "Nothing has moved yet"),
    element(
      "p",
      {},
      "Deploy and connect a pair of plugs, then send a message. In a project that npm create hardhat-plugs wrote:",
    ),
    ...firstCommands.map(commandBlock),
    element("p", {}, send.button, send.says),
    send.printed,
    element("p", { class: "dim" }, "Whatever your scripts and tasks send to this devnet appears here as it moves."),
  )
  return {
    root,
    show(store) {
      root.hidden = store.isLive === undefined || store.items.size > 0
      send.allow(store)
    },
  }
}
