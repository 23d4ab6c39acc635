import { createHash } from "node:crypto"
import path from "node:path"

import { JournalDamagedError, JournalUnusableError } from "../../../primitives/files/fileErrors.js"
import { makeFolder, namesIn, replaceFile } from "../../../primitives/files/privateFiles.js"
import { readRecordFile, recordText } from "../../../primitives/files/recordFile.js"
import { takeFileLock } from "../../../primitives/files/takeFileLock.js"
import { isPlugsError, type PlugsError } from "../../../primitives/PlugsError.js"
import { RouteBusyError } from "../executionErrors.js"
import type { JournalEntry, RouteJournal } from "../types.js"
import { findFalseSubmission } from "./findFalseSubmission.js"
import { journalEntrySchema } from "./journalEntrySchema.js"

/**
 * Keeps a journal in a folder, with one file for each quote. The folder is created when it is needed, readable by its owner alone,
 * because it holds signed transactions. Processes on one machine can share it.
 *
 * A write replaces a file atomically and is on disk when it resolves. The lock of a process that has died does not count. What is read
 * is checked as if anybody could have written it.
 *
 * @throws {JournalDamagedError} every method does, if a file is not what this package wrote; the error names the file, which stays
 * @throws {JournalUnusableError} every method does, if the folder cannot be read or written
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
      const file = fileOf(quoteId)
      const entry = await readEntry(file)
      if (entry === undefined) return undefined
      if (entry.quoteId !== quoteId)
        throw new JournalDamagedError({ file, reason: "the entry belongs to another quote" })
      const reason = await findFalseSubmission(entry)
      if (reason !== undefined) throw new JournalDamagedError({ file, reason })
      return entry
    },
    async write(entry) {
      const text = recordText(entry)
      if (Buffer.byteLength(text) > maxEntryBytes) {
        throw new JournalUnusableError({
          folder,
          file: fileOf(entry.quoteId),
          reason: `the entry would be larger than ${maxEntryBytes} bytes`,
          advice: "Choose another route.",
        })
      }
      await replaceFile(folder, fileName(entry.quoteId), text)
    },
    async list() {
      const entries = await Promise.all((await entriesIn(folder)).map((name) => readNamed(folder, name)))
      return entries.filter((entry) => entry !== undefined)
    },
  }
}

async function entriesIn(folder: string): Promise<string[]> {
  return (await namesIn(folder)).filter((name) => name.endsWith(ending))
}

const ending = ".json"

/** A route is at most as large as a response of the API, and grows when it is laid out. */
const maxEntryBytes = 32 * 2 ** 20

function fileName(quoteId: string): string {
  return `${baseName(quoteId)}${ending}`
}

/** The name of what a journal keeps of a quote: the id itself if it is a valid file name on every system, otherwise its hash. */
export function baseName(quoteId: string): string {
  return /^[0-9a-z]{1,100}$/.test(quoteId) ? quoteId : createHash("sha256").update(quoteId).digest("hex")
}

/** A copy of an entry under another name must not count as a second one. */
async function readNamed(folder: string, name: string): Promise<JournalEntry | undefined> {
  const file = path.join(folder, name)
  const entry = await readEntry(file)
  if (entry === undefined || fileName(entry.quoteId) === name) return entry
  throw new JournalDamagedError({ file, reason: "the entry belongs to another quote" })
}

function readEntry(file: string): Promise<JournalEntry | undefined> {
  return readRecordFile(file, { schema: journalEntrySchema, maxBytes: maxEntryBytes })
}

export type InspectedJournal = {
  readonly entries: readonly JournalEntry[]
  /** An error for each file that cannot be read as an entry. */
  readonly damaged: readonly PlugsError[]
}

/** Reads every entry of a journal, whatever is wrong with others. Throws a JournalUnusableError if the folder cannot be read. */
export async function inspectFileJournal(folder: string): Promise<InspectedJournal> {
  const entries: JournalEntry[] = []
  const damaged: PlugsError[] = []
  for (const name of await entriesIn(folder)) {
    try {
      const entry = await readNamed(folder, name)
      if (entry !== undefined) entries.push(entry)
    } catch (error) {
      if (!isPlugsError(error)) throw error
      damaged.push(error)
    }
  }
  return { entries, damaged }
}
