import { readList } from "./readArguments.js"
import type { Kinds, Row } from "./rows.js"
import { checkPayloadStatus, checkTimeoutId } from "#src/gateway/wire/parameters.js"
import { checkMessageId, checkState } from "#src/messaging/wire/parameters.js"
import type { Finality } from "#src/onchain/scanning/LogPosition.js"
import { parseAddress } from "#src/primitives/address.js"
import { checkBytes32, checkHash, checkName } from "#src/primitives/checks.js"
import { parseDuration } from "#src/primitives/duration.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { maxUint256, parseCurrency } from "#src/primitives/numbers/amount.js"
import { inQuotes } from "#src/primitives/text.js"

type Range = Pick<Row, "least" | "most">
type Read<Value> = (text: string, argument: string, row: Row) => Value

/** Reads the text of an argument by its kind. */
export const readers: { readonly [Kind in keyof Kinds]: Read<Kinds[Kind]> } & { readonly choice: Read<string> } = {
  text: (text) => text,
  list: readList,
  address: (text, argument) => parseAddress(text, argument),
  addresses: (text, argument) => readList(text, argument).map((each) => parseAddress(each, argument)),
  transaction: checkHash,
  messageId: checkMessageId,
  bytes32: (text, argument, { called }) => checkBytes32(text, argument, called),
  amount: (text, argument) => parseCurrency(text, argument),
  gasPrice: (text, argument) => parseCurrency(text, argument, { unit: "gwei" }),
  percent: readPercent,
  count: (text, argument, row) => Number(readWhole(text, argument, { most: Number.MAX_SAFE_INTEGER, ...row })),
  whole: readWhole,
  duration: parseDuration,
  payloadState: (text, argument) => checkPayloadStatus(text.trim().toUpperCase(), argument),
  timeoutId: checkTimeoutId,
  messageState: (text, argument) => checkState(text.trim().toUpperCase(), argument),
  finality: readFinality,
  choice: (text, argument, { of = [], called = "" }) =>
    checkName(text.trim().toLowerCase(), argument, { table: Object.fromEntries(of.map((name) => [name, 0])), called }),
}

/** Reads a whole number in a range, from 1 if nothing else is said, without sign, decimal point or exponent. */
function readWhole(text: string, argument: string, { least = 1, most }: Range): bigint {
  const [from, to] = [BigInt(least), most === undefined ? maxUint256 : BigInt(most)]
  const value = /^\d{1,78}$/.test(text.trim()) ? BigInt(text.trim()) : undefined
  if (value !== undefined && value >= from && value <= to) return value
  throw new InvalidInputError({
    argument,
    problem: `${inQuotes(text)} is not a whole number${value === undefined ? "" : " in range"}`,
    fix: most === undefined ? `Give only digits, for ${from} or more.` : `Give a whole number from ${from} to ${to}.`,
  })
}

/** Reads a percentage without its sign, such as 10 or 2.5. */
function readPercent(text: string, argument: string, { most: to = 100 }: Range): number {
  const value = /^\d{1,6}(\.\d{1,4})?$/.test(text.trim()) ? Number(text) : NaN
  if (value >= 0 && value <= to) return value
  throw new InvalidInputError({
    argument,
    problem: `${inQuotes(text)} is not a percentage`,
    fix: `Give a number from 0 to ${to}, such as 10 or 2.5.`,
  })
}

/** Reads which blocks count. */
function readFinality(text: string, argument: string): Finality {
  const given = text.trim().toLowerCase()
  if (/^\d{1,6}$/.test(given)) return Number(given)
  return checkName(given, argument, {
    table: { latest: 0, safe: 0, finalized: 0 },
    called: "latest, safe, finalized or a number of blocks",
  })
}
