import path from "node:path"

import type { NetworkConnection } from "hardhat/types/network"
import type { Client } from "viem"

import { namesIn } from "../../primitives/files/privateFiles.js"
import { type CommandRecords, createCommandRecords } from "../../swap/execution/journal/commandRecords.js"
import { createFileJournal } from "../../swap/execution/journal/createFileJournal.js"
import { createDepositRecords, type DepositRecords } from "../../swap/execution/journal/depositRecords.js"
import type { RouteJournal } from "../../swap/execution/types.js"
import { openChainFolder } from "./openChainFolder.js"

/** Where a project records the swaps that it executes on one chain. */
export type SwapJournal = { readonly journal: RouteJournal; readonly commands: CommandRecords }

/** Where it records the deposits that it opens, besides. */
export type SwapRecords = SwapJournal & { readonly deposits: DepositRecords }

/**
 * Opens the journal of a connection's chain, in `.plugs/swaps` of the project. It is found by the chain, whatever the network is called,
 * and `hardhat clean` leaves it alone. A local chain that was started again gets another journal: nothing that the old one records
 * happened on it.
 *
 * @throws {ChainNotIdentifiedError} it is unknown which journal is the chain's
 * @throws {JournalUnusableError} the folder cannot be written
 */
export async function openJournal(
  connection: Pick<NetworkConnection<string>, "networkName" | "networkConfig">,
  root: string,
  client: Client,
): Promise<SwapRecords> {
  const { folder } = await openChainFolder(connection, { root, name: "swaps" }, client)
  return {
    journal: createFileJournal(folder),
    commands: createCommandRecords(path.join(folder, "commands")),
    deposits: createDepositRecords(path.join(folder, "deposits")),
  }
}

/** Lists the folders in which a project has recorded swaps: one for each chain, named as `chainFolderName` does. */
export async function journalFolders(root: string): Promise<string[]> {
  const parent = journalsFolder(root)
  return (await namesIn(parent)).sort().map((name) => path.join(parent, name))
}

/** The folder of a project that has one folder for each chain. */
export function journalsFolder(root: string): string {
  return path.join(root, ".plugs", "swaps")
}

/** The chain of a folder that `chainFolderName` has named; `undefined` for another one. */
export function chainIdOfFolder(folder: string): number | undefined {
  const id = /^(\d{1,16})(-|$)/.exec(path.basename(folder))?.[1]
  return id === undefined ? undefined : Number(id)
}
