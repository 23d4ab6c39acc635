import path from "node:path"

import type { HardhatConfig } from "hardhat/types/config"

import { type CommandRecords, createCommandRecords } from "#extras/swap/src/execution/journal/commandRecords.js"
import { createFileJournal, inspectFileJournal } from "#extras/swap/src/execution/journal/createFileJournal.js"
import { createDepositRecords, type DepositRecords } from "#extras/swap/src/execution/journal/depositRecords.js"
import { isUnfinished } from "#extras/swap/src/execution/journal/entries.js"
import type { JournalEntry, RouteJournal } from "#extras/swap/src/execution/types.js"
import type { Chain } from "#src/plugin/connection/chains/describeChain.js"
import { chainFolderName, type ChainIdentity, chainIdOfFolder } from "#src/plugin/records/identifyChain.js"
import { recordsKeyOf } from "#src/plugin/records/recordsKeyOf.js"
import { namesIn } from "#src/primitives/files/privateFiles.js"
import type { RecordsKey } from "#src/primitives/files/recordsKey.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import { excerpt } from "#src/primitives/text.js"

/** Where a project records the swaps that it executes on one chain, and the deposits that it opens. */
export type SwapRecords = {
  readonly journal: RouteJournal
  readonly commands: CommandRecords
  readonly deposits: DepositRecords
}

/**
 * Opens the journal of a chain, in `.plugs/swaps` of the project, which `hardhat clean` leaves alone.
 *
 * @throws {ChainNotIdentifiedError} it is unknown which journal is the chain's
 * @throws {UnfinishedElsewhereError} a swap is unfinished on a chain of the same id that had another first block
 * @throws {JournalUnusableError} the folder cannot be written
 */
export async function openJournal(
  { connection, identity, folderOf }: Pick<Chain, "connection" | "identity" | "folderOf">,
  config: Pick<HardhatConfig, "plugs" | "paths">,
): Promise<SwapRecords> {
  const folder = await folderOf("swaps")
  // What runs in this process cannot be the chain of an earlier run.
  if (connection.networkConfig.type === "http") await refuseUnfinishedElsewhere(config, await identity())
  return openSwapRecords(folder, recordsKeyOf(config))
}

/** Opens what is recorded in the folder of one chain. */
export function openSwapRecords(folder: string, key: RecordsKey): SwapRecords {
  return {
    journal: createFileJournal(folder, { key }),
    commands: createCommandRecords(path.join(folder, "commands"), key),
    deposits: createDepositRecords(path.join(folder, "deposits"), key),
  }
}

/**
 * Refuses to go on where a swap is unfinished on a chain of the same id that had another first block: a node that names another one could
 * make a command forget that it has sent. Local chains are started again, and what the ones before record is over.
 */
async function refuseUnfinishedElsewhere(
  config: Pick<HardhatConfig, "plugs" | "paths">,
  { chainId, genesis }: ChainIdentity,
): Promise<void> {
  const own = chainFolderName({ chainId, genesis })
  for (const folder of await journalFolders(config.paths.root)) {
    const name = path.basename(folder)
    const isOther = chainIdOfFolder(name) === chainId && name !== own
    // This project runs the chain, or lists it as local, so its first block is believed.
    const isEarlier = genesis !== undefined && name !== chainFolderName({ chainId, genesis: undefined })
    if (!isOther || isEarlier) continue
    const { entries, damaged } = await inspectFileJournal(folder, recordsKeyOf(config))
    if (damaged[0] !== undefined) throw damaged[0]
    const unfinished = entries.find(isUnfinished)
    if (unfinished !== undefined) throw new UnfinishedElsewhereError(unfinished, folder)
  }
}

/** A swap is unfinished on a chain with the same id and another first block. Nothing was sent. */
export class UnfinishedElsewhereError extends PlugsError {
  readonly code = "UNFINISHED_ELSEWHERE"

  constructor({ chainId, quoteId, state }: JournalEntry, folder: string) {
    super("A swap is unfinished on a chain that has the same id, and another first block.", {
      facts: { chain: String(chainId), quote: excerpt(quoteId), state, folder },
      next: "Nothing was sent, because it may be the same chain. If the folder is of a local chain that is gone, move it out of .plugs. A node on this machine whose chain begins anew each time belongs into plugs.localNetworks.",
    })
  }
}

/** Lists the folders in which a project has recorded swaps: one for each chain, named as `chainFolderName` does. */
export async function journalFolders(root: string): Promise<string[]> {
  const parent = journalsFolder(root)
  return (await namesIn(parent)).sort().map((name) => path.join(parent, name))
}

export function journalsFolder(root: string): string {
  return path.join(root, ".plugs", "swaps")
}
