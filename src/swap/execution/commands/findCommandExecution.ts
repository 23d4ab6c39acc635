import { isOver } from "../executionStates.js"
import type { JournalEntry, RouteJournal } from "../types.js"
import type { CommandRecords } from "./createCommandRecords.js"
import { SwapBusyError } from "./lockCommand.js"

/**
 * Finds the execution that an earlier run of the same command began and that may have sent something.
 *
 * @param startedAt when this run was started, in milliseconds since 1970. If another run has executed the same command since then, both
 * were started for one swap
 * @returns `undefined` if the command must begin anew: nothing was signed, so nothing was sent, and prices have changed since
 * @throws {SwapBusyError} another run executed the same command after this one was started
 * @throws {JournalDamagedError} it is unknown whether an earlier run has sent something
 */
export async function findCommandExecution(
  { journal, commands }: { readonly journal: RouteJournal; readonly commands: CommandRecords },
  key: string,
  startedAt: number,
): Promise<JournalEntry | undefined> {
  const record = await commands.read(key)
  if (record === undefined) return undefined
  const { quoteId, endedAt } = record
  const entry = await journal.read(quoteId)
  if (endedAt !== undefined) {
    if (endedAt >= startedAt) throw new SwapBusyError({ kind: "over", quoteId })
    // Its end was shown, so the journal has it too. Otherwise the record was changed, and what the journal has counts.
    if (entry?.submission === undefined || isOver(entry.state)) return undefined
    return entry
  }
  return entry?.submission === undefined ? undefined : entry
}
