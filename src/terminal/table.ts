import { stripVTControlCharacters } from "node:util"

import { escapeLine, type Paint } from "./paint.js"
import { shortenHex } from "./shortenHex.js"

export type Column = {
  readonly title: string
  readonly align?: "left" | "right"
}

export type TableParameters = {
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly string[])[]
  readonly paint: Paint
  /** The width that lines should not exceed. Default: no limit. */
  readonly width?: number
}

/** Lays out rows without borders, to copy and search. A line that would exceed the width makes a block of each row. */
export function formatTable({ paint, width = Infinity, ...table }: TableParameters): string {
  // A cell with a line feed could pretend to be a row.
  const rows = table.rows.map((cells) => cells.map(escapeLine))
  const columns = table.columns.map((column) => ({ ...column, title: escapeLine(column.title) }))
  const lines = [columns.map(({ title }) => paint.bold(title)), ...rows]
  const widths = columns.map((_, index) => Math.max(...lines.map((cells) => widthOf(cells[index] ?? ""))))
  const text = lines
    .map((cells) => columns.map(({ align }, index) => pad(cells[index] ?? "", widths[index] ?? 0, align)))
    .map((cells) => cells.join("  ").trimEnd())
    .join("\n")
  return rows.length === 0 || fits(text, width) ? text : formatBlocks(columns, rows, paint)
}

function pad(cell: string, width: number, align: Column["align"] = "left"): string {
  const space = " ".repeat(width - widthOf(cell))
  return align === "right" ? space + cell : cell + space
}

/** East Asian characters and emoji, which take two columns. */
const wide =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}/gu

/** The columns that a line takes. Colors and combining marks take none. */
function widthOf(text: string): number {
  const shown = stripVTControlCharacters(text).replace(/\p{Mark}/gu, "")
  return Array.from(shown).length + (shown.match(wide)?.length ?? 0)
}

/** Checks whether no line of a text exceeds a width. Colors take no space. */
export function fits(text: string, width: number): boolean {
  return text.split("\n").every((line) => widthOf(line) <= width)
}

/** Lays out rows with hashes, whole where the lines fit the width, else shortened, so that a table stays one. */
export function formatHashTable(
  rowsWith: (hash: (hex: string) => string) => TableParameters["rows"],
  { columns, paint, width = Infinity }: Omit<TableParameters, "rows">,
): string {
  const whole = formatTable({ columns, rows: rowsWith((hex) => hex), paint })
  return fits(whole, width) ? whole : formatTable({ columns, rows: rowsWith(shortenHex), paint, width })
}

function formatBlocks(columns: readonly Column[], rows: TableParameters["rows"], paint: Paint): string {
  const blocks = rows.map((cells) => {
    const facts = columns.map(({ title }, index) => [title, cells[index] ?? ""] as const)
    const known = facts.filter(([, value]) => value !== "")
    return formatFacts(known, paint)
  })
  return blocks.join("\n\n")
}

/** Lays out names and values, one pair per line, with the values aligned. */
export function formatFacts(facts: readonly (readonly [name: string, value: string])[], paint: Paint): string {
  const lines = facts.map(([name, value]) => [escapeLine(name), escapeLine(value)] as const)
  const width = Math.max(...lines.map(([name]) => widthOf(name)))
  return lines.map(([name, value]) => `  ${paint.dim(pad(name, width))}  ${value}`).join("\n")
}

/** Longer lines are hard to read, in a file too. */
export const maxTextWidth = 120

/** Breaks a line of so many columns between words. A word that is longer than a line stays whole. Colors take no space. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(" ")) {
    const last = lines.at(-1)
    if (last === undefined || widthOf(last) + widthOf(word) + 1 > width) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}

/** Breaks lines between words where a window would break within one. Commands and columns stay whole. */
export function wrapProse(text: string, width: number): string {
  const lines = text.split("\n").flatMap((line) => {
    const indent = /^ */.exec(line)?.[0] ?? ""
    if (fits(line, width) || /\S {2}/.test(line)) return [line]
    // The end of a command is not marked.
    const [prose = "", command = ""] = line.slice(indent.length).split(/(?=\bnpx )(.*)/s)
    const words = `${prose}${command.replaceAll(" ", keptSpace)}`
    return wrap(words, width - indent.length - 2).map(
      // What goes on is indented, so that no text from outside begins a line.
      (part, index) => `${indent}${index === 0 ? "" : "  "}${part.replaceAll(keptSpace, " ")}`,
    )
  })
  return lines.join("\n")
}

/** Stands for a space at which no line is broken. */
const keptSpace = "\u0000"
