import path from "node:path"

import { readFinality } from "../watch/readWatchSettings.js"
import type { Finality } from "#src/onchain/scanning/LogPosition.js"
import { readRequired } from "#src/plugin/arguments/readArguments.js"
import { type ChainEntry, findChain } from "#src/primitives/chains.js"
import { checkName } from "#src/primitives/checks.js"
import { parseMoment } from "#src/primitives/duration.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { inQuotes } from "#src/primitives/text.js"

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
  { chains, now }: { readonly chains: readonly ChainEntry[]; readonly now: number },
): ExportSettings {
  const text = readRequired(args.since, { argument: "--since", example: "--since 2026-11-01" })
  const since = readSince(text, { chains, now })
  const ofName = output === undefined ? "ndjson" : path.extname(output).slice(1)
  const format = checkName((args.format ?? ofName).toLowerCase(), "--format", { table: formats, called: "a format" })
  if (output === undefined && (format === "sqlite" || json)) {
    const problem = "it is missing, and only ndjson and csv go to standard output"
    throw new InvalidInputError({ argument: "--output", problem, fix: "Name a file, such as messages.sqlite." })
  }
  return { since, format, finality: readFinality(args.finality) }
}

function readSince(
  text: string,
  { chains, now }: { readonly chains: readonly ChainEntry[]; readonly now: number },
): Since {
  if (text === "0") return { seconds: 0 }
  const [, block, chain] = /^(\d{1,15})@(.+)$/.exec(text) ?? []
  if (chain !== undefined) return { block: Number(block), chain: findChain(chains, chain, "--since") }
  const moment = parseMoment(text, now, "--since")
  if (moment !== undefined) return { seconds: Math.ceil(moment.getTime() / 1_000) }
  const fix =
    "Write 2026-11-01, 2026-11-01T12:00Z, a time ago such as 7d, a block of a chain such as 190@alpha, or 0 for all."
  throw new InvalidInputError({ argument: "--since", problem: `${inQuotes(text)} is no date and no block`, fix })
}
