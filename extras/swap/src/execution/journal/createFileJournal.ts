import { createHash } from "node:crypto"

import { RouteBusyError } from "../executionErrors.js"
import { isOver } from "../executionStates.js"
import type { JournalEntry, RouteJournal } from "../types.js"
import { journalEntrySchema } from "./journalEntrySchema.js"
import { makeFolder } from "#src/primitives/files/privateFiles.js"
import { openRecordFolder, type RecordFolder } from "#src/primitives/files/recordFolder.js"
import { readUserKey, type RecordsKey } from "#src/primitives/files/recordsKey.js"
import { takeFileLock } from "#src/primitives/files/takeFileLock.js"
import type { PlugsError } from "#src/primitives/PlugsError.js"

/**
 * Keeps a journal in a folder, with one file for each quote. The folder is created when it is needed, readable by its owner alone,
 * because it holds signed transactions. Processes on one machine can share it.
 *
 * A write replaces a file atomically and is on disk when it resolves. The lock of a process that has died does not count. What is read
 * is what was written under the same key: nothing else is believed.
 *
 * @param options.key reads 32 bytes. Default: a key of this user, in the folder of the system for what programs keep
 * @throws {JournalForeignError} every method does, if a file is not what was written there; the error names the file, which stays
 * @throws {JournalDamagedError} every method does, if a file cannot be read as one
 * @throws {JournalUnusableError} every method does, if the folder cannot be read or written
 * @example
 * const journal = createFileJournal(".plugs/swaps")
 * const { route } = await executeRoute({ client, route, request, walletClient, publicClient, journal })
 */
export function createFileJournal(folder: string, { key = readUserKey }: { key?: RecordsKey } = {}): RouteJournal {
  const records = entriesIn(folder, key)
  return {
    async lock(quoteId) {
      await makeFolder(folder)
      const taken = await takeFileLock(folder, baseName(quoteId))
      if ("holder" in taken) throw new RouteBusyError({ quoteId, ...taken })
      return { [Symbol.asyncDispose]: taken.release }
    },
    read: (quoteId) => records.read(fileName(quoteId)),
    write: (entry) => records.write(fileName(entry.quoteId), entry),
    async list() {
      const entries = await Promise.all((await records.names()).map((name) => records.read(name)))
      return entries.filter((entry) => entry !== undefined)
    },
  }
}

function entriesIn(folder: string, key: RecordsKey): RecordFolder<JournalEntry> {
  return openRecordFolder(folder, {
    ...{ purpose: "swap", schema: () => journalEntrySchema, maxBytes: maxEntryBytes, names: /\.json$/, key },
    isOpen: ({ state, submission }) => submission !== undefined && !isOver(state),
  })
}

/** A route is at most as large as a response of the API, and grows when it is laid out. */
const maxEntryBytes = 32 * 2 ** 20

function fileName(quoteId: string): string {
  return `${baseName(quoteId)}.json`
}

/** The name of what a journal keeps of a quote: the id itself if it is a valid file name on every system, otherwise its hash. */
export function baseName(quoteId: string): string {
  return /^[0-9a-z]{1,100}$/.test(quoteId) ? quoteId : createHash("sha256").update(quoteId).digest("hex")
}

export type InspectedJournal = {
  readonly entries: readonly JournalEntry[]
  /** An error for each file that cannot be read as an entry. */
  readonly damaged: readonly PlugsError[]
}

/** Reads every entry of a journal, whatever is wrong with others. Throws a JournalUnusableError if the folder cannot be read. */
export async function inspectFileJournal(folder: string, key: RecordsKey): Promise<InspectedJournal> {
  const { records: entries, damaged } = await entriesIn(folder, key).inspect()
  return { entries, damaged }
}
