import type { Panel } from "./GrowthReport.ts"

const width = 400
const height = 260
const columns = 2
/** Around the area of a panel in which lines are drawn. */
const margin = { top: 48, right: 40, bottom: 48, left: 64 }

/**
 * Draws panels as an SVG, two in a row. Both axes of each are logarithmic, so that what grows in proportion is a line of slope one, which is
 * drawn dashed. It brings its own background, and follows the color scheme of who looks at it.
 */
export function drawPlot(panels: readonly Panel[]): string {
  const size = `${columns * width} ${Math.ceil(panels.length / columns) * height}`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size}" role="img" aria-label="How cost grows">`,
    `<style>${style}</style>`,
    `<rect class="ground" width="100%" height="100%"/>`,
    ...panels.map((panel, index) => {
      const [x, y] = [(index % columns) * width, Math.floor(index / columns) * height]
      return `<g transform="translate(${x} ${y})">\n${drawPanel(panel)}\n</g>`
    }),
    "</svg>\n",
  ].join("\n")
}

type Colors = {
  readonly ground: string
  readonly text: string
  readonly grid: string
  readonly lines: readonly string[]
}

const light: Colors = { ground: "#fff", text: "#1f2328", grid: "#d1d9e0", lines: ["#0757ba", "#b35900"] }
const dark: Colors = { ground: "#0d1117", text: "#e6edf3", grid: "#3d444d", lines: ["#6cb6ff", "#f0a35e"] }

/** Without variables, which some programs that show pictures do not know: they would draw everything in black. */
const style = [
  "svg{font:12px system-ui,sans-serif}.title{font-weight:600;font-size:13px}",
  ".slope{stroke-dasharray:2 4;fill:none;opacity:.6}polyline{fill:none;stroke-width:2}",
  colorRules(light),
  `@media(prefers-color-scheme:dark){${colorRules(dark)}}`,
].join("")

function colorRules({ ground, text, grid, lines }: Colors): string {
  const ofLines = lines.map((color, index) => `.s${index}{stroke:${color}}.f${index}{fill:${color}}`)
  return `.ground{fill:${ground}}text{fill:${text}}.grid{stroke:${grid}}.slope{stroke:${text}}${ofLines.join("")}`
}

function drawPanel({ title, x, y, lines }: Panel): string {
  const points = lines.flatMap((line) => line.points)
  const across = createScale(
    points.map((point) => point.x),
    { from: margin.left, to: width - margin.right },
  )
  const up = createScale(
    points.map((point) => point.y),
    { from: height - margin.bottom, to: margin.top },
  )
  const { left, right, top, bottom } = margin
  const xTicks = [...new Set(points.map((point) => point.x))]
  return [
    `<text class="title" x="${left}" y="20">${escape(title)}</text>`,
    ...decades(up.min, up.max).map(
      (tick) =>
        `<path class="grid" d="M${left} ${up.at(tick)}H${width - right}"/><text x="${left - 8}" y="${up.at(tick) + 4}" text-anchor="end">${formatTick(tick)}</text>`,
    ),
    ...xTicks.map(
      (tick) =>
        `<path class="grid" d="M${across.at(tick)} ${top}V${height - bottom}"/><text x="${across.at(tick)}" y="${height - bottom + 18}" text-anchor="middle">${formatTick(tick)}</text>`,
    ),
    `<text x="${width - right}" y="${height - 10}" text-anchor="end">${escape(x)}, log scale</text>`,
    `<text x="${left}" y="38">${escape(y)}, log scale</text>`,
    drawLegend(lines),
    drawSlope(points, across, up),
    ...lines.map((line, index) => drawLine(line, index, across, up)),
  ].join("\n")
}

function drawLine({ label, points }: Panel["lines"][number], index: number, across: Scale, up: Scale): string {
  const at = points.map((point) => `${across.at(point.x)},${up.at(point.y)}`)
  const dots = points.map(
    (point) =>
      `<circle class="f${index}" cx="${across.at(point.x)}" cy="${up.at(point.y)}" r="3.5"><title>${escape(label)}: ${point.y.toPrecision(3)}</title></circle>`,
  )
  return [`<polyline class="s${index}" points="${at.join(" ")}"/>`, ...dots].join("\n")
}

/** The names of the lines, each in its color. A line that is alone needs none. */
function drawLegend(lines: Panel["lines"]): string {
  if (lines.length === 1) return ""
  const names = lines.map(({ label }, index) => `<tspan class="f${index}" dx="12">● ${escape(label)}</tspan>`)
  return `<text x="${width - margin.right}" y="38" text-anchor="end">${names.join("")}</text>`
}

/** What would grow in proportion, from the first point to where it leaves the panel. */
function drawSlope(points: readonly { x: number; y: number }[], across: Scale, up: Scale): string {
  const [first] = points
  if (first === undefined) return ""
  const factor = Math.min(across.max / first.x, up.max / first.y)
  const end = `${across.at(first.x * factor)} ${up.at(first.y * factor)}`
  return `<path class="slope" d="M${across.at(first.x)} ${up.at(first.y)}L${end}"><title>in proportion</title></path>`
}

type Scale = { readonly min: number; readonly max: number; readonly at: (value: number) => number }

/** A logarithmic scale, to whole decades for the vertical axis, and from end to end of the values for the horizontal one. */
function createScale(values: readonly number[], { from, to }: { from: number; to: number }): Scale {
  const isVertical = to < from
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const min = isVertical ? 10 ** Math.floor(Math.log10(least)) : least
  const max = isVertical ? Math.max(10 ** Math.ceil(Math.log10(most)), min * 10) : most
  const span = Math.log10(max / min)
  return { min, max, at: (value) => Math.round((from + (to - from) * (Math.log10(value / min) / span)) * 10) / 10 }
}

function decades(min: number, max: number): number[] {
  const count = Math.round(Math.log10(max / min))
  return Array.from({ length: count + 1 }, (_, index) => min * 10 ** index)
}

function formatTick(value: number): string {
  return value.toLocaleString("en-US", { maximumSignificantDigits: 3 })
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")
}
