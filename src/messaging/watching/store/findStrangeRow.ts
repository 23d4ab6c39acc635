import type { DatabaseSync } from "node:sqlite"

import { alertKinds } from "../alerts/Alert.js"

const all = (...conditions: readonly string[]): string => conditions.join(" AND ")
const number = (column: string): string => `${column} BETWEEN 0 AND ${Number.MAX_SAFE_INTEGER}`
const hex = (bytes: number, column: string): string =>
  `${column} GLOB '0x*' AND length(${column}) = ${2 * bytes + 2} AND substr(${column}, 3) NOT GLOB '*[^0-9a-fA-F]*'`
const alert = (column: string): string =>
  `${column} ->> 'kind' IN ('${alertKinds.join("', '")}') AND json_type(${column}, '$.says') = 'text'`

/** What holds of each row that a watch writes, by the name of the table. */
const conditions = {
  chains: `${number("slug")} AND (block IS NULL OR ${number("block")})`,
  messages: all(
    ...["id", "packed", "tx"].map((column) => hex(32, column)),
    ...["srcPlug", "dstPlug"].map((column) => hex(20, column)),
    ...["src", "dst", "block", "log", "at"].map(number),
    `(since IS NULL OR ${number("since")})`,
  ),
  marks: all(
    ...["key", "tx"].map((column) => hex(32, column)),
    ...["chain", "block", "log", "at"].map(number),
    `(verdict IS NULL OR verdict = 'fine' OR (${alert("verdict")}))`,
  ),
  alerts: alert("fields"),
  events: `fields ->> 'event' IN ('status', 'reorg') OR (fields ->> 'event' IN ('alert', 'over') AND ${alert("fields")})`,
  readers: number("sequence"),
} as const

/** Finds the name of a table with a row that no watch has written: anybody can have written the file, and an alert can run a command. */
export function findStrangeRow(database: DatabaseSync): string | undefined {
  return Object.entries(conditions).find(
    ([table, condition]) =>
      database.prepare(`SELECT 1 FROM ${table} WHERE (${condition}) IS NOT TRUE`).get() !== undefined,
  )?.[0]
}
