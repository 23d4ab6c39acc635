import CliTable from "cli-table3"

import type { Paint } from "./terminal.js"

export type Column = {
  readonly title: string
  readonly align?: "left" | "right"
}

export type TableParameters = {
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly string[])[]
  readonly paint: Paint
}

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
 * Lays rows out under their titles, without frames, so that the text can be copied and searched.
 *
 * @example
 * formatTable({ columns: [{ title: "to" }, { title: "fee", align: "right" }], rows: [["beta", "12"]], paint })
 */
export function formatTable({ columns, rows, paint }: TableParameters): string {
  const table = new CliTable({
    head: columns.map(({ title }) => paint.bold(title)),
    colAligns: columns.map(({ align = "left" }) => align),
    style: { head: [], border: [], "padding-left": 0, "padding-right": 0 },
    chars: noBorders,
  })
  for (const row of rows) table.push([...row])
  return table
    .toString()
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
}

/** Lays out names and their values, one pair a line, the values aligned. */
export function formatFacts(facts: readonly (readonly [name: string, value: string])[], paint: Paint): string {
  const width = Math.max(...facts.map(([name]) => name.length))
  return facts.map(([name, value]) => `  ${paint.dim(name.padEnd(width))}  ${value}`).join("\n")
}
