import { open } from "node:fs/promises"
import path from "node:path"

import { exportRows } from "./index.js"
import { findWatchedPlugs } from "./watch/findWatchedPlugs.js"
import { keepMemorySmall } from "./watch/keepMemorySmall.js"
import { openWatchReader } from "./watch/openWatch.js"
import { openWatchedChains } from "./watch/openWatchedChains.js"
import type { FollowedChain } from "#extras/watch/src/followChain.js"
import { type ReadExport, readExport } from "#extras/watch/src/readExport.js"
import type { WatchReader } from "#extras/watch/src/store/createWatchStore.js"
import {
  exportedColumns,
  type ExportedMessage,
  exportedTable,
  type ExportStart,
} from "#extras/watch/src/store/exportedMessages.js"
import { loadSqlite, sqliteFull } from "#extras/watch/src/store/sqlite/openSqlite.js"
import { NodeFailedError } from "#src/onchain/callErrors.js"
import { findBlockAt } from "#src/onchain/scanning/findBlockAt.js"
import { readBlock } from "#src/onchain/scanning/LogPosition.js"
import type { Patience } from "#src/onchain/scanning/requestWithRetries.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import type { Values } from "#src/plugin/arguments/rows.js"
import { chainsOf } from "#src/plugin/config/chainsOf.js"
import { openContractBook } from "#src/plugin/contracts/ContractBook.js"
import { recordsKeyOf } from "#src/plugin/records/recordsKeyOf.js"
import { exitCodes } from "#src/plugin/run/runTask.js"
import { type ChainEntry, findChain } from "#src/primitives/chains.js"
import { checkName } from "#src/primitives/checks.js"
import { parseMoment } from "#src/primitives/duration.js"
import { checkOwnFile, writeOwnFile } from "#src/primitives/files/writeOwnFile.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { Disposables } from "#src/primitives/lifetime/Disposables.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"
import { inQuotes } from "#src/primitives/text.js"
import { paint } from "#src/terminal/paint.js"
import { printDocument, schemaVersion, toJson } from "#src/terminal/printJson.js"

export default actionOf(exportRows, async (args, hre, { terminal: { out, err }, ...io }) => {
  const { output: file, finality, json } = args
  const { since, format } = readExportSettings(args, { chains: chainsOf(hre.config.plugs), now: io.clock.now() })
  const target = { argument: "--output", start: args.force ? "" : undefined }
  if (file !== undefined) await checkOwnFile(file, target)
  await using opening = new Disposables()
  opening.use(keepMemorySmall())
  const openOnChains = async (): Promise<ReadExport> => {
    const plugs = await findWatchedPlugs(hre, args.plug, await openContractBook(hre))
    const opened = opening.use(openWatchedChains(hre, plugs, { blocks: 1n, ...io }))
    const [unopened] = await opened.open()
    if (unopened?.problem !== undefined) throw unopened.problem
    return await readExport({ ...(await findStart(opened.chains, since, io)), finality, ...io })
  }
  const openInStore = async (): Promise<ReadExport> => {
    const known = { plugs: args.plug, key: recordsKeyOf(hre.config) }
    return await readKnown(opening.use(await openWatchReader(hre, known, io)), since)
  }
  const read = opening.use(args.fromStore ? await openInStore() : await openOnChains())
  const failed = read.chains.find(({ problem }) => problem !== undefined)
  if (failed?.problem !== undefined) {
    err.line(paint.red(`${failed.name} could not be read, so nothing is exported.`))
    throw failed.problem
  }
  const print = async (text: string): Promise<void> => {
    out.write(text)
    await out.taken()
  }
  let messages = 0
  if (file === undefined) messages = await writeLines(format, read.messages(), print)
  else {
    const text = async (draft: string): Promise<void> => {
      messages = await writeMessages(draft, format, read.messages())
    }
    await writeOwnFile(file, { ...target, text })
  }
  const searched = read.chains.map(({ slug, block = null }) => ({ srcChainSlug: slug, toBlock: block }))
  if (json) printDocument(out, { file, format, messages, searched })
  const blocks = read.chains.map(({ name, block }) => `${name} block ${block ?? "–"}`).join(", ")
  err.line(paint.dim(`${messages} ${messages === 1 ? "message" : "messages"}, read up to ${blocks}.`))
  return exitCodes.success
})

/** What a watch knows. Whoever has opened its store closes it. */
async function readKnown(store: WatchReader, since: Since): Promise<ReadExport> {
  if ("chain" in since) {
    const problem = "no chain is asked when a block was, with --from-store"
    throw new InvalidInputError({ argument: "--since", problem, fix: "Write a time, such as 2026-11-01 or 7d." })
  }
  const chains = (await store.chains()).map(({ slug, name, block }) => {
    return {
      slug,
      name: name ?? `chain ${slug}`,
      block: block === null ? undefined : BigInt(block),
      problem: undefined,
    }
  })
  const messages = (): ReturnType<ReadExport["messages"]> => store.exported({ slug: -1, block: 0, ...since })
  return { chains, messages, [Symbol.asyncDispose]: () => Promise.resolve() }
}

/** Seconds by which the clocks of two chains may differ: a message can arrive before it was sent. */
const skew = 3_600

/**
 * Finds the first block to read of each chain. A block of one chain is a moment on all others.
 *
 * @throws {InvalidInputError} the chain does not have the block
 * @throws {NodeFailedError} a node has forgotten blocks of that time, or does not answer
 */
export async function findStart(
  chains: readonly FollowedChain[],
  since: Since,
  patience: Patience,
): Promise<{ readonly chains: readonly FollowedChain[]; readonly start: ExportStart }> {
  const start = "chain" in since ? await readMoment(chains, since, patience) : { slug: -1, block: 0, ...since }
  const found = chains.map(async (chain): Promise<FollowedChain> => {
    if (start.seconds === 0) return { ...chain, from: 0n }
    const seconds = BigInt(start.seconds - skew)
    const from = await findBlockAt(chain.client, { seconds, ...patience }).catch(explain(chain))
    return { ...chain, from }
  })
  return { chains: await Promise.all(found), start }
}

async function readMoment(
  chains: readonly FollowedChain[],
  { block, chain: { slug, name } }: Extract<Since, { block: number }>,
  patience: Patience,
): Promise<ExportStart> {
  const chain = chains.find((one) => one.slug === slug)
  const read = chain && (await readBlock(chain.client, BigInt(block), patience).catch(explain(chain)))
  if (read !== undefined) return { seconds: Number(read.timestamp), slug, block }
  const problem = chain === undefined ? `no plug of these is on ${name}` : `${name} has no block ${block}`
  throw new InvalidInputError({ argument: "--since", problem, fix: "Name another block." })
}

/** Says of which chain the node is, without its URL. */
function explain({ name: chain }: FollowedChain): (error: unknown) => never {
  return (error) => {
    if (isPlugsError(error) && error.code !== "NODE_FAILED") throw error
    const reason = (isPlugsError(error) ? error.facts["reason"] : undefined) ?? nodeReason(error)
    throw new NodeFailedError({ functionName: "eth_getBlockByNumber", chain }, reason)
  }
}

type Messages = AsyncIterable<ExportedMessage>
type Format = ExportSettings["format"]

/** Writes messages to a file that does not exist. */
export async function writeMessages(file: string, format: Format, messages: Messages): Promise<number> {
  await using handle = await open(file, "wx", 0o600)
  const count = await (format === "sqlite"
    ? writeDatabase(file, messages)
    : writeLines(format, messages, (text) => handle.writeFile(text)))
  await handle.sync()
  return count
}

/** Writes a line for each message, and in CSV one of names before. No value has anything that CSV quotes or a spreadsheet computes. */
export async function writeLines(
  format: Format,
  messages: Messages,
  write: (text: string) => Promise<void>,
): Promise<number> {
  let count = 0
  if (format === "csv") await write(`${exportedColumns.map(([name]) => name).join(",")}\n`)
  for await (const message of messages) {
    await write(`${format === "csv" ? Object.values(message).join(",") : toJson({ schemaVersion, ...message })}\n`)
    count += 1
  }
  return count
}

async function writeDatabase(file: string, messages: Messages): Promise<number> {
  const { DatabaseSync } = await loadSqlite()
  const database = new DatabaseSync(file)
  try {
    const pragmas = `journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA user_version = ${schemaVersion}`
    database.exec(`PRAGMA ${pragmas}; BEGIN; ${exportedTable}`)
    const insert = database.prepare(`INSERT INTO messages VALUES (${exportedColumns.map(() => "?").join(", ")})`)
    let count = 0
    for await (const message of messages) count += Number(insert.run(...Object.values(message)).changes)
    database.exec("COMMIT")
    return count
  } catch (error) {
    const isFull = (error as { readonly errcode?: unknown }).errcode === sqliteFull
    throw isFull ? Object.assign(new Error("SQLite has no space"), { code: "ENOSPC" }) : error
  } finally {
    database.close()
  }
}

/** Seconds since 1970, or a block of a chain. */
type Since = { readonly seconds: number } | { readonly block: number; readonly chain: ChainEntry }

type ExportSettings = {
  readonly since: Since
  readonly format: keyof typeof formats
}

const formats = { ndjson: 0, csv: 0, sqlite: 0 }

/** @throws {InvalidInputError} an option is not as it has to be; the error names it */
export function readExportSettings(
  { output, json, ...args }: Values<typeof exportRows>,
  { chains, now }: { readonly chains: readonly ChainEntry[]; readonly now: number },
): ExportSettings {
  const since = readSince(args.since, { chains, now })
  const ofName = output === undefined ? "ndjson" : path.extname(output).slice(1)
  const format = checkName((args.format ?? ofName).toLowerCase(), "--format", { table: formats, called: "a format" })
  if (output === undefined && (format === "sqlite" || json)) {
    const problem = "it is missing, and only ndjson and csv go to standard output"
    throw new InvalidInputError({ argument: "--output", problem, fix: "Name a file, such as messages.sqlite." })
  }
  return { since, format }
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
