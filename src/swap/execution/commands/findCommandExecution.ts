import type { JournalEntry, RouteJournal } from "../types.js"
import type { CommandRecords } from "./createCommandRecords.js"

/**
 * Finds the execution that an earlier run of the same command began and that may have sent something.
 *
 * @returns `undefined` if the command must begin anew: nothing was signed, so nothing was sent, and prices have changed since
 */
export async function findCommandExecution(
  { journal, commands }: { readonly journal: RouteJournal; readonly commands: CommandRecords },
  key: string,
): Promise<JournalEntry | undefined> {
  const quoteId = await commands.read(key)
  const entry = quoteId === undefined ? undefined : await journal.read(quoteId)
  return entry?.submission === undefined ? undefined : entry
}
