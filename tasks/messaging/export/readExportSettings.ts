import path from "node:path"

import type { Finality } from "../../../src/onchain/scanning/LogPosition.js"
import { readRequired } from "../../../src/plugin/arguments/readArguments.js"
import { type ChainEntry, findChain } from "../../../src/primitives/chains.js"
import { checkName } from "../../../src/primitives/checks.js"
import { InvalidInputError } from "../../../src/primitives/InvalidInputError.js"
import { inQuotes } from "../../../src/primitives/text.js"
import { readFinality } from "../watch/readWatchSettings.js"

/** The arguments of `messaging export` as Hardhat reads them. */
export type ExportArguments = Readonly<Record<"since" | "plug" | "format" | "output", string | undefined>> & {
  readonly force: boolean
  readonly finality: string
  readonly json: boolean
}

/** Seconds since 1970, or a block of a chain. */
export type Since = { readonly seconds: number } | { readonly block: number; readonly chain: ChainEntry }

export type ExportSettings = {
  readonly since: Since
  readonly format: keyof typeof formats
  readonly finality: Finality
}

const formats = { ndjson: 0, csv: 0, sqlite: 0 }

/** @throws {InvalidInputError} an option is not as it has to be; the error names it */
export function readExportSettings(
  { output, json, ...args }: ExportArguments,
  chains: readonly ChainEntry[],
): ExportSettings {
  const since = readSince(readRequired(args.since, { argument: "--since", example: "--since 2026-11-01" }), chains)
  const ofName = output === undefined ? "ndjson" : path.extname(output).slice(1)
  const format = checkName((args.format ?? ofName).toLowerCase(), "--format", { table: formats, called: "a format" })
  if (output === undefined && (format === "sqlite" || json)) {
    const problem = "it is missing, and only ndjson and csv go to standard output"
    throw new InvalidInputError({ argument: "--output", problem, fix: "Name a file, such as messages.sqlite." })
  }
  return { since, format, finality: readFinality(args.finality) }
}

function readSince(text: string, chains: readonly ChainEntry[]): Since {
  if (text === "0") return { seconds: 0 }
  const [, block, chain] = /^(\d{1,15})@(.+)$/.exec(text) ?? []
  if (chain !== undefined) return { block: Number(block), chain: findChain(chains, chain, "--since") }
  const [, day] = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/.exec(text) ?? []
  // JavaScript takes the 31st of February for a day of March.
  const isDay = day !== undefined && Date.parse(day) >= 0 && new Date(day).toISOString().startsWith(day)
  const moment = isDay ? Date.parse(text) : Number.NaN
  if (moment >= 0) return { seconds: Math.ceil(moment / 1_000) }
  const fix = "Write it as 2026-11-01, 2026-11-01T12:00Z, a block of a chain such as 190@alpha, or 0 for all."
  throw new InvalidInputError({ argument: "--since", problem: `${inQuotes(text)} is no date and no block`, fix })
}
