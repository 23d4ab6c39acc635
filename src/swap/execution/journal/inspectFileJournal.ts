import { isPlugsError, type PlugsError } from "../../../primitives/PlugsError.js"
import type { JournalEntry } from "../types.js"
import { entriesIn, readNamed } from "./createFileJournal.js"

/** What a journal's folder holds. */
export type InspectedJournal = {
  readonly entries: readonly JournalEntry[]
  /** An error for each file that cannot be read as an entry. */
  readonly damaged: readonly PlugsError[]
}

/**
 * Reads every entry of a journal in a folder, one file after the other, whatever is wrong with others.
 *
 * @throws {JournalUnusableError} the folder itself cannot be read
 */
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
