import { createRequire } from "node:module"
import { stripVTControlCharacters } from "node:util"

import { escapeLine } from "./ownCodes.js"
import { shortenHex } from "./shortenHex.js"
import type { Paint } from "./terminal.js"

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

// Loaded for the first table: a task asks before it shows.
const require = createRequire(import.meta.url)

const noBorders = {
  top: "",
  "top-mid": "",
  "top-left": "",
  "top-right": "",
  bottom: "",
  "bottom-mid": "",
  "bottom-left": "",
  "bottom-right": "",
  left: "",
  "left-mid": "",
  mid: "",
  "mid-mid": "",
  right: "",
  "right-mid": "",
  middle: "  ",
}

/**
 * Lays out rows under their titles, without borders, so that the text can be copied and searched. If a line would exceed the width,
 * each row becomes a block of its own, because wrapped columns cannot be read.
 *
 * @example
 * formatTable({ columns: [{ title: "to" }, { title: "fee", align: "right" }], rows: [["beta", "12"]], paint })
 */
export function formatTable({ paint, width = Infinity, ...given }: TableParameters): string {
  // A cell with a line feed could pretend to be a row.
  const rows = given.rows.map((cells) => cells.map(escapeLine))
  const columns = given.columns.map((column) => ({ ...column, title: escapeLine(column.title) }))
  const CliTable = require("cli-table3") as typeof import("cli-table3")
  const table = new CliTable({
    head: columns.map(({ title }) => paint.bold(title)),
    colAligns: columns.map(({ align = "left" }) => align),
    style: { head: [], border: [], "padding-left": 0, "padding-right": 0 },
    chars: noBorders,
  })
  for (const row of rows) table.push([...row])
  const lines = table
    .toString()
    .split("\n")
    .map((line) => line.trimEnd())
  const text = lines.join("\n")
  return rows.length === 0 || fits(text, width) ? text : formatBlocks(columns, rows, paint)
}

/** Checks whether no line of a text exceeds a width. Colors take no space. */
export function fits(text: string, width: number): boolean {
  return text.split("\n").every((line) => stripVTControlCharacters(line).length <= width)
}

/**
 * Lays out rows with hashes: whole where the lines then fit the width, and shortened where they do not, so that a table stays one.
 *
 * @param rowsWith returns the cells of each row, with hashes as the function that it is given writes them
 */
export function formatHashTable(
  rowsWith: (hash: (hex: string) => string) => TableParameters["rows"],
  { columns, paint, width = Infinity }: Omit<TableParameters, "rows">,
): string {
  const whole = formatTable({ columns, rows: rowsWith((hex) => hex), paint })
  return fits(whole, width) ? whole : formatTable({ columns, rows: rowsWith(shortenHex), paint, width })
}

function formatBlocks(columns: readonly Column[], rows: TableParameters["rows"], paint: Paint): string {
  const blocks = rows.map((cells) => columns.map(({ title }, index) => [title, cells[index] ?? ""] as const))
  return blocks
    .map((facts) =>
      formatFacts(
        facts.filter(([, value]) => value !== ""),
        paint,
      ),
    )
    .join("\n\n")
}

/** Lays out names and values, one pair per line, with the values aligned. */
export function formatFacts(facts: readonly (readonly [name: string, value: string])[], paint: Paint): string {
  const lines = facts.map(([name, value]) => [escapeLine(name), escapeLine(value)] as const)
  const width = Math.max(...lines.map(([name]) => name.length))
  return lines.map(([name, value]) => `  ${paint.dim(name.padEnd(width))}  ${value}`).join("\n")
}
