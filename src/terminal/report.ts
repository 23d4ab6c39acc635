import { shortenHex } from "./shortenHex.js"

/**
 * What a task shows to a person, as data, from top to bottom. `renderText` lays it out for a window, and JSON is made of the same document
 * that the report is made of.
 *
 * A string is a line; `""` is an empty one. `undefined` and `false` are left out, so that a part can depend on a condition.
 */
export type Report = string | undefined | false | Prose | Whole | Facts | Table | readonly Report[]

/** A value of a fact or a cell. Of those that are absent, a fact is left out, and a cell has a dash. */
type Value = string | number | bigint | null | undefined

/** Text that is easy to read in a wide window and in a file, too. */
export type Prose = { readonly kind: "prose"; readonly text: string; readonly first: string; readonly rest: string }

/** A line that is never broken, such as a command. Of several the first one that fits is shown, and else the last one. */
export type Whole = { readonly kind: "whole"; readonly lines: readonly string[] }

/** Names and values, one pair a line, with the values aligned. */
export type Facts = { readonly kind: "facts"; readonly facts: readonly Fact[] }

export type Fact = readonly [name: string, value: Value]

/** The first grid that fits is shown, and else rows as blocks. */
export type Table = {
  readonly kind: "table"
  readonly grids: readonly Grid[]
  readonly blocks: Grid
  readonly maxWidth?: number
}

export type Grid = {
  readonly columns: readonly { readonly title: string; readonly isRight: boolean }[]
  readonly rows: readonly (readonly string[])[]
}

/** @param hash writes a hash as wide as the window allows */
type Cell<Row> = (row: Row, hash: (hex: string) => string) => Value

type ColumnOptions = { readonly isRight?: boolean; readonly isOptional?: boolean; readonly absent?: string }

type Column<Row> = Cell<Row> | (ColumnOptions & { readonly cell: Cell<Row> }) | false

/** The columns of a table by their titles. One that is `false` is left out. */
export type Columns<Row> = Readonly<Record<string, Column<Row>>>

/**
 * Text that is broken at 120 columns at the latest.
 *
 * @param first begins the first line, @param rest each further one
 */
export function prose(text: string, first = "", rest: string = `${first}  `): Prose {
  return { kind: "prose", text, first, rest }
}

/** A line that is never broken, so that it can be copied. @param lines of several the first one that fits is shown */
export function whole(...lines: readonly string[]): Whole {
  return { kind: "whole", lines }
}

/**
 * @example
 * facts([["fee", "0.1 ETH"], ["value", value === 0n ? null : amount(value)]])
 */
export function facts(entries: readonly Fact[]): Facts | undefined {
  const known = entries.filter(([, value]) => value !== null && value !== undefined)
  return known.length === 0 ? undefined : { kind: "facts", facts: known }
}

/**
 * A table without borders, to copy and search. It is shown with shorter hashes where it is wider than the window, and then as a block of facts
 * for each row.
 *
 * @example
 * table(chains, { chain: ({ name }) => name, slug: right(({ slug }) => slug), error: ifAny(({ problem }) => problem) })
 */
export function table<Row>(rows: readonly Row[], columns: Columns<NoInfer<Row>>): Table {
  const short = grid(rows, columns, shortenHex)
  return { kind: "table", grids: [grid(rows, columns), short], blocks: short }
}

/** A column that is aligned at its right, such as one of numbers. */
export function right<Row>(cell: Cell<Row>): { readonly cell: Cell<Row>; readonly isRight: true } {
  return { cell, isRight: true }
}

/** A column that is left out if no row has a value for it. */
export function ifAny<Row>(cell: Cell<Row>, options: ColumnOptions = {}): ColumnOptions & { readonly cell: Cell<Row> } {
  return { cell, isOptional: true, absent: "", ...options }
}

export function grid<Row>(
  rows: readonly Row[],
  columns: Columns<NoInfer<Row>>,
  hash: (hex: string) => string = String,
): Grid {
  const all = Object.entries(columns).flatMap(([title, column]) => {
    if (column === false) return []
    const {
      cell,
      isRight = false,
      isOptional = false,
      absent = "–",
    } = typeof column === "function" ? { cell: column } : column
    const values = rows.map((row) => cell(row, hash) ?? undefined)
    if (isOptional && values.every((value) => value === undefined)) return []
    return [{ title, isRight, cells: values.map((value) => (value === undefined ? absent : String(value))) }]
  })
  return { columns: all, rows: rows.map((_, index) => all.map(({ cells }) => cells[index] ?? "")) }
}

/** Puts an empty line between reports that have any. */
export function apart(...reports: readonly Report[]): Report {
  return reports
    .filter((report) => !isEmpty(report))
    .flatMap((report, index) => (index === 0 ? [report] : ["", report]))
}

function isEmpty(report: Report): boolean {
  return report === undefined || report === false || (Array.isArray(report) && report.every(isEmpty))
}
