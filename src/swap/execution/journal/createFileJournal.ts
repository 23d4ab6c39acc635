import { createHash } from "node:crypto"
import path from "node:path"

import { isRecord } from "../../../primitives/isRecord.js"
import { JournalDamagedError, RouteBusyError } from "../executionErrors.js"
import type { JournalEntry, RouteJournal } from "../types.js"
import { journalEntrySchema } from "./journalEntrySchema.js"
import { makeFolder, namesIn, readIfPresent, replaceFile } from "./privateFiles.js"
import { takeFileLock } from "./takeFileLock.js"

/**
 * Keeps a journal in a folder, with one file for each quote. The folder is created when it is needed, readable by its owner alone,
 * because it holds signed transactions. Processes on one machine can share it.
 *
 * A write replaces a file atomically and is on disk when it resolves. The lock of a process that has died does not count.
 *
 * @example
 * const journal = createFileJournal(".plugs/swaps")
 * const { route } = await executeRoute({ client, route, request, walletClient, publicClient, journal })
 */
export function createFileJournal(folder: string): RouteJournal {
  const fileOf = (quoteId: string): string => path.join(folder, fileName(quoteId))

  return {
    async lock(quoteId) {
      await makeFolder(folder)
      const taken = await takeFileLock(folder, baseName(quoteId))
      if ("holder" in taken) throw new RouteBusyError({ quoteId, ...taken })
      return { [Symbol.asyncDispose]: taken.release }
    },
    async read(quoteId) {
      const entry = await readEntry(fileOf(quoteId))
      if (entry === undefined || entry.quoteId === quoteId) return entry
      throw new JournalDamagedError({ file: fileOf(quoteId), reason: "the entry belongs to another quote" })
    },
    async write(entry) {
      await replaceFile(folder, fileName(entry.quoteId), `${JSON.stringify({ version, ...entry }, bigintAsText, 2)}\n`)
    },
    async list() {
      const files = (await namesIn(folder)).filter((name) => name.endsWith(".json"))
      const entries = await Promise.all(files.map((name) => readEntry(path.join(folder, name))))
      return entries.filter((entry) => entry !== undefined)
    },
  }
}

/** Of the format on disk. */
const version = 1

function fileName(quoteId: string): string {
  return `${baseName(quoteId)}.json`
}

/** The id itself if it is a valid file name on every system, otherwise its hash. */
function baseName(quoteId: string): string {
  return /^[0-9a-z]{1,100}$/.test(quoteId) ? quoteId : createHash("sha256").update(quoteId).digest("hex")
}

function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value
}

/** An unreadable file is an error, never the same as a missing one. */
async function readEntry(file: string): Promise<JournalEntry | undefined> {
  const text = await readIfPresent(file)
  if (text === undefined) return undefined
  const stored = parse(text)
  if (!isRecord(stored) || stored["version"] !== version) {
    throw new JournalDamagedError({ file, reason: "not a journal entry of this version" })
  }
  const { data, error } = journalEntrySchema.safeParse(stored)
  if (data !== undefined) return data
  const [issue] = error.issues
  throw new JournalDamagedError({ file, reason: `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "unreadable"}` })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
