import { escapeLine, paint, toTerminal } from "./paint.js"
import type { Facts, Grid, Prose, Report, Table, Whole } from "./report.js"
import { fits, widthOf, wrap, wrapProse, wrapWords } from "./wrap.js"

/** Longer lines are hard to read, in a file too. */
const maxProseWidth = 120

/** Where less is left beside the names, values are not broken. */
const minValueWidth = 20

/**
 * Lays out a report for a window. What comes from outside stays on the lines that it was given.
 *
 * @param width that lines should not exceed
 */
export function renderText(report: Report, width: number = Infinity): string {
  return renderLines(report, width).join("\n")
}

/** The text of a report without colors, for other places than a terminal. */
export function plainText(report: Report, width: number = Infinity): string {
  return toTerminal(renderText(report, width), false)
}

/** Lines of a report, some of which have several. */
export function renderLines(report: Report, width: number): readonly string[] {
  if (report === undefined || report === false) return []
  if (typeof report === "string") return [wrapProse(escapeLine(report), width)]
  if (!("kind" in report)) return report.flatMap((part) => renderLines(part, width))
  if (report.kind === "prose") return proseLines(report, Math.min(width, maxProseWidth))
  if (report.kind === "facts") return factLines(report, width)
  return report.kind === "table" ? tableLines(report, width) : wholeLine(report, Math.min(width, maxProseWidth))
}

function proseLines({ text, first, rest }: Prose, width: number): string[] {
  const lines = wrap(escapeLine(text), width - widthOf(rest))
  return lines.map((line, index) => `${index === 0 ? first : rest}${line}`)
}

function wholeLine({ lines }: Whole, width: number): string[] {
  const shown = lines.map(escapeLine)
  return [shown.find((line) => fits(line, width)) ?? shown.at(-1) ?? ""]
}

function factLines({ facts }: Facts, width: number): string[] {
  const lines = facts.map(([name, value]) => [escapeLine(name), escapeLine(String(value))] as const)
  const nameWidth = Math.max(...lines.map(([name]) => widthOf(name)))
  const left = width - nameWidth - 4
  return lines.flatMap(([name, value]) => {
    const [first = "", ...more] = left < minValueWidth || fits(value, left) ? [value] : wrapWords(value, left)
    return [`  ${paint.dim(pad(name, nameWidth))}  ${first}`, ...more.map((line) => " ".repeat(nameWidth + 4) + line)]
  })
}

function tableLines({ grids, blocks, maxWidth = Infinity }: Table, window: number): string[] {
  const width = Math.min(window, maxWidth)
  const texts = grids.map(gridText)
  const [whole = ""] = texts
  const text = blocks.rows.length === 0 ? whole : texts.find((one) => fits(one, width))
  return [text ?? blockText(blocks, width)]
}

function gridText({ columns, rows }: Grid): string {
  // A cell with a line feed could pretend to be a row.
  const titles = columns.map(({ title }) => paint.bold(escapeLine(title)))
  const lines = [titles, ...rows.map((cells) => cells.map(escapeLine))]
  const widths = columns.map((_, index) => Math.max(...lines.map((cells) => widthOf(cells[index] ?? ""))))
  return lines
    .map((cells) => columns.map(({ isRight }, index) => pad(cells[index] ?? "", widths[index] ?? 0, isRight)))
    .map((cells) => cells.join("  ").trimEnd())
    .join("\n")
}

function blockText({ columns, rows }: Grid, width: number): string {
  const blocks = rows.map((cells) => {
    const facts = columns.map(({ title }, index) => [title, cells[index] ?? ""] as const)
    return factLines({ kind: "facts", facts: facts.filter(([, value]) => widthOf(value) > 0) }, width).join("\n")
  })
  return blocks.join("\n\n")
}

function pad(cell: string, width: number, isRight = false): string {
  const space = " ".repeat(width - widthOf(cell))
  return isRight ? space + cell : cell + space
}
