import {
  readFinality,
  readList,
  readPercent,
  readRequired,
  readWholeNumber,
  refuseUnused,
  refuseWith,
} from "./readArguments.js"
import type { Given, Kinds, Row, Rows, Values } from "./rows.js"
import { checkPayloadStatus, checkTimeoutId } from "#src/gateway/wire/parameters.js"
import { checkMessageId, checkState } from "#src/messaging/wire/parameters.js"
import { parseAddress } from "#src/primitives/address.js"
import { checkBytes32, checkHash, checkName } from "#src/primitives/checks.js"
import { flagOf } from "#src/primitives/commands/commandLine.js"
import { parseDuration } from "#src/primitives/duration.js"
import { parseCurrency } from "#src/primitives/numbers/amount.js"

type Read<Value> = (text: string, argument: string, row: Row) => Value

const whole: Read<bigint> = (text, argument, { least = 1, most }) =>
  readWholeNumber(text, { argument, from: BigInt(least), ...(most === undefined ? {} : { to: BigInt(most) }) })

const readers: { readonly [Kind in keyof Kinds]: Read<Kinds[Kind]> } & { readonly choice: Read<string> } = {
  text: (text) => text,
  list: readList,
  address: (text, argument) => parseAddress(text, argument),
  addresses: (text, argument) => readList(text, argument).map((each) => parseAddress(each, argument)),
  transaction: checkHash,
  messageId: checkMessageId,
  bytes32: (text, argument, { called }) => checkBytes32(text, argument, called),
  amount: (text, argument) => parseCurrency(text, argument),
  gasPrice: (text, argument) => parseCurrency(text, argument, { unit: "gwei" }),
  percent: (text, argument, { most = 100 }) => readPercent(text, { argument, to: most }),
  count: (text, argument, row) => Number(whole(text, argument, { most: Number.MAX_SAFE_INTEGER, ...row })),
  whole,
  duration: parseDuration,
  payloadState: (text, argument) => checkPayloadStatus(text.toUpperCase(), argument),
  timeoutId: checkTimeoutId,
  messageState: (text, argument) => checkState(text.toUpperCase(), argument),
  finality: readFinality,
  choice: (text, argument, { of = [], called = "" }) =>
    checkName(text.toLowerCase(), argument, { table: Object.fromEntries(of.map((name) => [name, 0])), called }),
}

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
    return String(args[name]).toLowerCase() === value ? undefined : `${nameOf(name)} ${value}`
  }
  for (const [name, row] of present) {
    const other = missing(row) === undefined ? row.not?.find(isThere) : undefined
    if (other !== undefined) refuseWith({ [nameOf(other)]: true }, nameOf(name))
  }
  for (const [name, row] of present) {
    const other = missing(row)
    if (other !== undefined) refuseUnused({ [nameOf(name)]: true }, other)
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
