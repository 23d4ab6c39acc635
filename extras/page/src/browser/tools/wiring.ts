import type { PageTrust, PageWiring } from "../../PageEvent.js"
import { ask, button, commandBlock, element, type Part, scrolling, setAttribute, shortHex, shownText } from "../dom.js"
import { pressButton } from "../press.js"
import { nameOf } from "../row.js"
import type { Store } from "../store.js"

const box = { width: 190, height: 40, right: 110, below: 16, margin: 12, head: 26 }

/**
 * Which plugs are connected to which, as a drawing and in words, who can forge between them, and what plugs and accounts have. It is read
 * when it is opened.
 */
export function createWiring(): Part {
  const body = element("div", {})
  const root = element("details", { class: "panel wiring" }, element("summary", {}, "Wiring and accounts"), body)
  let store: Store | undefined
  const read = (): void => {
    ask<PageWiring>("/page/wiring")
      .then((wiring) => {
        if (store === undefined) throw new Error("the devnet does not answer")
        body.replaceChildren(button("Read again", {}, read), ...describe(wiring, store))
      })
      .catch((error: unknown) => {
        body.replaceChildren(button("Read again", {}, read), element("p", { class: "revert" }, String(error)))
      })
  }
  root.addEventListener("toggle", () => {
    if (root.open) read()
  })
  return {
    root,
    show(given) {
      store = given
    },
  }
}

type Plug = PageWiring["plugs"][number]

function titleOf(index: number, { plugs }: PageWiring, store: Store): string {
  const { name, address, chainSlug } = plugs[index] as Plug
  return `${name ?? shortHex(address)} on ${nameOf(chainSlug, store)}`
}

/** Both ends of a connection. */
export function wayIn(
  { from, to }: Pick<PageWiring["links"][number], "from" | "to">,
  wiring: PageWiring,
  store: Store,
): string {
  return `${titleOf(from, wiring, store)} → ${titleOf(to, wiring, store)}`
}

function describe(wiring: PageWiring, store: Store): readonly Node[] {
  const { plugs, links, accounts } = wiring
  const lines = links.map(({ from, to, switchboard, problem }) => {
    const path = wayIn({ from, to }, wiring, store)
    const says = `${problem === null ? "✓" : "✕"} ${path}, ${switchboard}${problem === null ? "" : `: ${problem}`}`
    const forgers = askForgers(path, plugs[from] as Plug, plugs[to] as Plug)
    return element("li", {}, element("span", { class: problem === null ? "" : "revert" }, says), ...forgers)
  })
  return [
    scrolling("Drawing of the wiring", draw(wiring, store)),
    element("ul", {}, ...lines),
    table(
      ["plug", "address", "balance"],
      plugs.map(({ address, balance }, index) => [titleOf(index, wiring, store), address, balance]),
    ),
    table(
      ["account", ...store.chains.map(({ name }) => name)],
      accounts.map(({ address, balances }) => [address, ...balances]),
    ),
  ]
}

/** Draws each chain as a column of its plugs. What only one side wants is red, dashed and has a sign. */
function draw({ plugs, links }: PageWiring, store: Store): Element {
  const rows = new Map<number, number>()
  const columns = store.chains.map(({ slug }) => slug).filter((slug) => plugs.some((plug) => plug.chainSlug === slug))
  const places = plugs.map(({ chainSlug }) => {
    const row = rows.get(chainSlug) ?? 0
    rows.set(chainSlug, row + 1)
    const x = box.margin + Math.max(0, columns.indexOf(chainSlug)) * (box.width + box.right)
    return { x, y: box.margin + box.head + row * (box.height + box.below) }
  })
  const width = 2 * box.margin + columns.length * (box.width + box.right) - box.right
  const bottom = 2 * box.margin + box.head + Math.max(1, ...rows.values()) * (box.height + box.below)
  const heads = columns.map((slug, column) => {
    const x = box.margin + column * (box.width + box.right)
    return svg("text", { class: "dim", x, y: box.margin + 12 }, nameOf(slug, store))
  })
  const ways = links.flatMap(({ from, to, problem }) => {
    const [a, b] = [places[from], places[to]]
    // Both directions of what agrees are one line.
    if (a === undefined || b === undefined || (problem === null && from > to)) return []
    const isRight = b.x >= a.x
    const [x, end] = [a.x + (isRight ? box.width : 0), b.x + (isRight ? 0 : box.width)]
    const [y, endY] = [a.y + box.height / 2, b.y + box.height / 2]
    const bend = (isRight ? box.right : -box.right) / 2
    // A way past another column goes below its boxes.
    const isLong = Math.abs(b.x - a.x) > box.width + box.right
    const [bendY, bendEndY] = isLong ? [bottom + box.height, bottom + box.height] : [y, endY]
    const d = `M${x} ${y} C${x + bend} ${bendY} ${end - bend} ${bendEndY} ${end} ${endY}`
    const way = svg("path", { class: problem === null ? "edge" : "edge red", d })
    return problem === null
      ? [way]
      : [way, svg("text", { class: "red", x: (x + end) / 2 - 5, y: (y + endY + 3 * (bendY + bendEndY)) / 8 + 4 }, "✕")]
  })
  const boxes = plugs.map(({ address, name }, index) => {
    const { x, y } = places[index] as { x: number; y: number }
    const [title, detail] = [name ?? "a plug", shortHex(address)]
    const group = svg("g", { transform: `translate(${x} ${y})` })
    group.append(
      svg("rect", { width: box.width, height: box.height, rx: 4 }),
      svg("text", { x: 8, y: 17 }, title.length > 26 ? `${title.slice(0, 25)}…` : title),
      svg("text", { class: "dim", x: 8, y: 32 }, detail),
    )
    return group
  })
  const root = svg("svg", {
    role: "img",
    "aria-label": "The wiring, as the list below says it",
    width,
    height: bottom + (columns.length > 2 ? box.height : 0),
  })
  root.append(...heads, ...ways, ...boxes)
  return root
}

function svg(tag: string, attributes: Readonly<Record<string, string | number>>, text = ""): Element {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag)
  for (const [name, value] of Object.entries(attributes)) setAttribute(made, name, value)
  if (text !== "") made.textContent = shownText(text)
  return made
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): HTMLElement {
  const row = (tag: "th" | "td", cells: readonly string[]) =>
    element("tr", {}, ...cells.map((cell) => element(tag, {}, cell)))
  const body = element("tbody", {}, ...rows.map((cells) => row("td", cells)))
  return scrolling(heads[0] ?? "", element("table", {}, element("thead", {}, row("th", heads)), body))
}

/** A button that asks who can forge messages from one plug to another, which takes a moment, and the place for the answer. */
function askForgers(path: string, from: Plug, to: Plug): readonly Node[] {
  const into = element("div", {})
  const query = new URLSearchParams({
    ...{ fromslug: String(from.chainSlug), fromplug: from.address },
    ...{ slug: String(to.chainSlug), plug: to.address },
  })
  const attributes = { class: "quiet", "data-verb": "forgers", "aria-label": `Who can forge: ${path}` }
  const { button, says, allow } = pressButton("Who can forge", attributes, async () => {
    const trust = await ask<PageTrust>(`/page/trust?${query.toString()}`)
    const report = scrolling(`What plugs trust says of ${path}`, element("pre", {}, trust.report))
    into.replaceChildren(element("p", { role: "status" }, trust.says), report, commandBlock(trust.command))
  })
  allow({ isReadOnly: false })
  return [button, says, into]
}
