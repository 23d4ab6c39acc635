import { stat } from "node:fs/promises"
import path from "node:path"

import type { HardhatConfig } from "hardhat/types/config"

import { namesIn } from "../../../src/onchain/journal/privateFiles.js"
import { isPlugsError, type PlugsError } from "../../../src/primitives/PlugsError.js"
import type { JournalEntry } from "../../../src/swap/index.js"
import { journalFolders } from "../../../src/plugin/records/journalFolders.js"

/** What the project has recorded of its swaps on one chain. */
export type ReadJournal = {
  readonly folder: string
  readonly entries: readonly JournalEntry[]
  /** What cannot be read, an error for each file. */
  readonly damaged: readonly PlugsError[]
}

/** Reads every record of swaps in the project, and writes nothing. */
export async function readJournals(paths: HardhatConfig["paths"]): Promise<ReadJournal[]> {
  return await Promise.all((await journalFolders(paths.root)).map(readJournal))
}

async function filesIn(parent: string): Promise<string[]> {
  return (await namesIn(parent)).sort().map((name) => path.join(parent, name))
}

async function readJournal(folder: string): Promise<ReadJournal> {
  const failures: PlugsError[] = []
  const collect = (error: unknown): void => {
    if (!isPlugsError(error)) throw error
    failures.push(error)
  }
  const found = await stat(folder).catch(() => undefined)
  if (found?.isDirectory() !== true) return { folder, entries: [], damaged: [] }
  // Zod and what reads records take 200 ms, and most projects have no records.
  const [{ createCommandRecords }, { checkDepositFile }, { inspectFileJournal }] = await Promise.all([
    import("../../../src/swap/execution/journal/commandRecords.js"),
    import("../../../src/swap/execution/journal/depositRecords.js"),
    import("../../../src/swap/execution/journal/createFileJournal.js"),
  ])
  const { entries, damaged } = await inspectFileJournal(folder)
  const commands = path.join(folder, "commands")
  const records = createCommandRecords(commands)
  for (const file of await filesIn(commands)) await records.read(path.basename(file)).catch(collect)
  for (const file of await filesIn(path.join(folder, "deposits"))) await checkDepositFile(file).catch(collect)
  return { folder, entries, damaged: [...damaged, ...failures] }
}
