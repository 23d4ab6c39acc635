import { escapeMarkup, excerpt } from "#src/primitives/text.js"

/** Something that applications rest on. */
export type RelianceNode = {
  readonly id: string
  /** From 0, the applications, to 5, the keys. */
  readonly column: number
  readonly title: string
  readonly detail: string
  /** Whether it is a key that can forge alone, or a plug whose messages one can. */
  readonly isRed: boolean
}

/** What rests on what, and as what, such as `owner` or `signer`. */
export type RelianceEdge = { readonly from: string; readonly to: string; readonly as: string }

export type Reliance = { readonly nodes: readonly RelianceNode[]; readonly edges: readonly RelianceEdge[] }

/** How a graph begins. A file that begins so may be replaced by another one. */
export const graphStart = '<svg xmlns="http://www.w3.org/2000/svg" class="plugs-trust"'

const box = { width: 210, height: 40, right: 70, below: 14, margin: 16, head: 34 }
const columns = ["applications", "plugs", "sockets and switchboards", "managers", "owners", "keys"]

const style = `
.plugs-trust { --ground: #fff; --text: #1b1b1f; --dim: #5b5b66; --line: #8a8a96; --card: #f6f6f9; --bad: #a3180f }
@media (prefers-color-scheme: dark) { .plugs-trust { --ground: #15171c; --text: #e8e8ec; --dim: #a9adb8; --line: #7b808c; --card: #1e2128; --bad: #ff9f96 } }
.ground { fill: var(--ground) } .node rect { fill: var(--card); stroke: var(--line) } .edge { fill: none; stroke: var(--line) }
text { fill: var(--text); font: 12px system-ui, sans-serif } .dim { fill: var(--dim); font-size: 11px }
.red rect { stroke: var(--bad); stroke-width: 2.5 } .red text { fill: var(--bad) } .edge.red { stroke: var(--bad); stroke-width: 2 }
`

/** Draws what applications rest on, red where one key can forge, as one SVG that needs no other file. */
export function trustGraph({ nodes, edges }: Reliance): string {
  const rows = new Map<RelianceNode["column"], number>()
  const places = new Map(
    nodes.map((node) => {
      const row = rows.get(node.column) ?? 0
      rows.set(node.column, row + 1)
      const x = box.margin + node.column * (box.width + box.right)
      return [node.id, { node, x, y: box.margin + box.head + row * (box.height + box.below) }] as const
    }),
  )
  const width = 2 * box.margin + columns.length * box.width + (columns.length - 1) * box.right
  const height = 2 * box.margin + box.head + Math.max(1, ...rows.values()) * (box.height + box.below)
  const reds = nodes.filter(({ isRed, column }) => isRed && columns[column] !== "plugs")
  const says =
    reds.length === 0
      ? "No key that was found can forge messages alone."
      : `Each of these can forge messages alone: ${reds.map(({ title }) => title).join(", ")}.`
  const heads = columns.map((name, column) => {
    const x = box.margin + column * (box.width + box.right)
    return `<text class="dim" x="${String(x)}" y="${String(box.margin + 12)}">${escapeMarkup(name)}</text>`
  })
  const lines = edges.flatMap(({ from, to, as }) => {
    const [a, b] = [places.get(from), places.get(to)]
    if (a === undefined || b === undefined) return []
    const [x, y, end] = [a.x + box.width, a.y + box.height / 2, b.y + box.height / 2]
    // What stands in the same column is reached around its right side.
    const isBeside = a.node.column >= b.node.column
    const target = isBeside ? b.x + box.width : b.x
    const bends = isBeside ? [x + box.right / 2, target + box.right / 2] : [x + box.right / 2, target - box.right / 2]
    const way = `M${String(x)} ${String(y)} C${String(bends[0])} ${String(y)} ${String(bends[1])} ${String(end)} ${String(target)} ${String(end)}`
    const title = `${a.node.title} → ${b.node.title}: ${as}`
    const red = b.node.isRed && b.node.column > 3 ? " red" : ""
    return [
      `<path class="edge${red}" d="${way}" data-from="${escapeMarkup(from)}" data-to="${escapeMarkup(to)}" data-as="${escapeMarkup(as)}"><title>${escapeMarkup(title)}</title></path>`,
    ]
  })
  const boxes = [...places.values()].map(({ node, x, y }) => {
    const { id, title, isRed } = node
    const roles = new Set(edges.flatMap(({ to, as }) => (to === id && node.column > 3 ? [as] : [])))
    const detail = [node.detail, ...roles].join(", ")
    const size = `width="${String(box.width)}" height="${String(box.height)}"`
    return [
      `<g class="node${isRed ? " red" : ""}" data-id="${escapeMarkup(id)}" transform="translate(${String(x)} ${String(y)})">`,
      `<title>${escapeMarkup(`${title}, ${detail}${isRed ? (node.column > 3 ? ": can forge alone" : ": one key can forge its messages") : ""}`)}</title>`,
      `<rect ${size} rx="4"/><text x="8" y="17">${escapeMarkup(excerpt(title, 30))}</text>`,
      `<text class="dim" x="8" y="32">${escapeMarkup(excerpt(detail, 34))}</text></g>`,
    ].join("")
  })
  return [
    `${graphStart} role="img" aria-labelledby="title desc" viewBox="0 0 ${String(width)} ${String(height)}" width="${String(width)}" height="${String(height)}">`,
    `<title id="title">What the applications rest on</title><desc id="desc">${escapeMarkup(says)}</desc><style>${style}</style>`,
    `<rect class="ground" width="${String(width)}" height="${String(height)}"/>`,
    ...[...heads, ...lines, ...boxes],
    "</svg>\n",
  ].join("\n")
}
