import { formatTable } from "../terminal/table.js"
import type { Printer } from "../terminal/terminal.js"
import { grouped } from "./costTables.js"

/** A figure of a function that rose, in wei, gas or the smallest unit of credits. */
export type ShownRise = {
  /** Contract and function. */
  readonly name: string
  readonly figure: string
  readonly before: bigint
  readonly now: bigint
}

/** How the costs of a test run differ from those of an earlier one. */
export type ShownChanges = {
  readonly rises: readonly ShownRise[]
  /** Functions that only this run has. */
  readonly added: readonly string[]
  /** Functions that only the earlier run has. */
  readonly gone: readonly string[]
}

/** Says what rose beyond the bound, and which functions are new or gone. */
export function costChanges(
  { rises, added, gone }: ShownChanges,
  { file, bound }: { readonly file: string; readonly bound: number },
  { paint, columns }: Pick<Printer, "paint" | "columns">,
): string {
  const figures = rises.length === 1 ? "1 figure rose" : `${rises.length} figures rose`
  const heading = `${rises.length === 0 ? "No figure rose" : figures} by more than ${bound} % since ${file}.`
  const table = formatTable({
    columns: [
      { title: "function" },
      { title: "figure" },
      { title: "before", align: "right" },
      { title: "now", align: "right" },
      { title: "rose by", align: "right" },
    ],
    rows: rises.map(({ name, figure, before, now }) => [
      name,
      figure,
      grouped(before),
      grouped(now),
      riseOf(before, now),
    ]),
    paint,
    width: Math.min(columns, 80),
  })
  return [
    rises.length === 0 ? paint.green(heading) : `${paint.red(heading)}\n${table}`,
    ...(added.length === 0 ? [] : [`New since then: ${added.join(", ")}.`]),
    ...(gone.length === 0 ? [] : [`Not measured any more: ${gone.join(", ")}.`]),
  ].join("\n")
}

function riseOf(before: bigint, now: bigint): string {
  const difference = `+${grouped(now - before)}`
  if (before === 0n) return difference
  const hundredths = ((now - before) * 10_000n) / before
  return `${difference} (${hundredths / 100n}.${String(hundredths % 100n).padStart(2, "0")} %)`
}
