import { readers } from "./kinds.js"
import { readRequired } from "./readArguments.js"
import type { Given, Row, Rows, Values } from "./rows.js"
import { flagOf } from "#src/primitives/commands/commandLine.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

/**
 * Reads the arguments of a task, each as its row says.
 *
 * @throws {InvalidInputError} one is wrong, or does not go with another; the error names it
 */
export function readRows<R extends Rows>(rows: R, given: Given<R>): Values<R> {
  const args: Readonly<Record<string, Arg>> = given
  const all = Object.entries<Row>(rows)
  const present = all.filter(([name, row]) => isGiven(args[name], row))
  const isThere = (name: string): boolean => present.some(([one]) => one === name)
  const nameOf = (name: string): string => argumentOf(name, rows[name])
  /** The argument that this one needs, if it is not there. */
  const missing = ({ needs }: Row): string | undefined => {
    if (needs === undefined) return undefined
    const [name = "", value] = typeof needs === "string" ? needs.split(" ") : needs.slice(0, 1)
    if (value === undefined) return [needs].flat().some(isThere) ? undefined : nameOf(name)
    return String(args[name]).trim().toLowerCase() === value ? undefined : `${nameOf(name)} ${value}`
  }
  for (const [name, row] of present) {
    const other = missing(row) === undefined ? row.not?.find(isThere) : undefined
    if (other === undefined) continue
    const problem = `it contradicts ${nameOf(name)}`
    throw new InvalidInputError({ argument: nameOf(other), problem, fix: "Leave one of the two out." })
  }
  for (const [name, row] of present) {
    const other = missing(row)
    if (other === undefined) continue
    const fix = `Add ${other}, or leave the option out.`
    throw new InvalidInputError({ argument: nameOf(name), problem: `it has no effect without ${other}`, fix })
  }
  return Object.fromEntries(all.map(([name, row]) => [name, read(args[name], nameOf(name), row)])) as Values<R>
}

type Arg = string | boolean | readonly string[] | undefined

/** Hardhat gives a default as if it were written. */
function isGiven(arg: Arg, row: Row): boolean {
  return arg !== undefined && arg !== false && arg !== row.default && (typeof arg !== "object" || arg.length > 0)
}

function argumentOf(name: string, { as }: Row = { says: "" }): string {
  return as === undefined || as === "flag" ? flagOf(name) : name
}

function read(arg: Arg, argument: string, row: Row): unknown {
  if (row.as === "flag") return arg ?? false
  if (row.as === "rest") return arg ?? []
  const { required: example } = row
  const text = (arg ?? row.default ?? row.otherwise) as string | undefined
  const wanted = example === undefined ? text : readRequired(text, { argument, example })
  return wanted === undefined ? undefined : readers[row.kind ?? "text"](wanted, argument, row)
}
