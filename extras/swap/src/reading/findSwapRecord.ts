import path from "node:path"

import { baseName, createFileJournal, inspectFileJournal } from "../execution/journal/createFileJournal.js"
import { createDepositRecords, type DepositRecord } from "../execution/journal/depositRecords.js"
import { readFirstEntry } from "../execution/journal/entries.js"
import { checkQuoteId } from "../wire/parameters/statusChecks.js"
import type { SwapRecord } from "./types.js"
import type { RecordsKey } from "#src/primitives/files/recordsKey.js"
import { findLockHolder } from "#src/primitives/files/takeFileLock.js"

/**
 * Finds what the journals in some folders record of a swap. Reads alone: no lock is taken, and nothing is written.
 *
 * @param folders as `createFileJournal` was given them
 * @param options.key as it was given
 * @param id of its quote, or the hash of its transaction
 * @returns `undefined` if none of them has it
 * @throws {JournalDamagedError} what it is recorded in cannot be read
 */
export async function findSwapRecord(
  folders: readonly string[],
  id: string,
  { key }: { readonly key: RecordsKey },
): Promise<SwapRecord | undefined> {
  for (const folder of folders) {
    const record = await readRecord(folder, id, key)
    if (record !== undefined) return record
  }
  for (const folder of folders) {
    const { entries } = await inspectFileJournal(folder, key)
    const entry = entries.find(({ submission }) => submission?.hash === id.toLowerCase())
    if (entry !== undefined) return await readRecord(folder, entry.quoteId, key)
  }
  return undefined
}

/** The quote that a record is of: what was requested, and the route that was to be executed or paid. */
export function quoteOf(
  record: Pick<SwapRecord, "entry" | "deposit"> | undefined,
): Pick<DepositRecord, "request" | "route"> | undefined {
  return record?.entry ?? record?.deposit
}

async function readRecord(folder: string, given: string, key: RecordsKey): Promise<SwapRecord | undefined> {
  const id = checkQuoteId(given, "quoteId")
  const journal = createFileJournal(folder, { key })
  const known = await readFirstEntry(journal, id)
  const deposit = await createDepositRecords(path.join(folder, "deposits"), key).read(id)
  if (known === undefined && deposit === undefined) return undefined
  const name = baseName(known?.quoteId ?? id)
  // A process that has sent its transaction lets go of the lock afterwards. So an entry that is read between two looks at the lock, of
  // which neither finds it held, is not one that somebody is working on.
  const before = await findLockHolder(folder, name)
  const entry = await readFirstEntry(journal, id)
  const held = before ?? (await findLockHolder(folder, name))
  return { folder, entry, deposit, heldBy: held?.holder }
}
