import path from "node:path"

import type { NetworkConnection } from "hardhat/types/network"
import type { Client } from "viem"

import { type CommandRecords, createCommandRecords } from "../../swap/execution/journal/commandRecords.js"
import { withOlderRecords } from "../../swap/execution/commands/withOlderRecords.js"
import { createDepositRecords, type DepositRecords } from "../../swap/execution/journal/depositRecords.js"
import { namesIn } from "../../onchain/journal/privateFiles.js"
import { withOlderJournals } from "../../swap/execution/journal/withOlderJournals.js"
import type { RouteJournal } from "../../swap/index.js"
import { createFileJournal } from "../../swap/execution/journal/createFileJournal.js"
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
 * What an earlier version recorded in the cache is still found, as long as it is there.
 *
 * @throws {ChainNotIdentifiedError} it is unknown which journal is the chain's
 * @throws {JournalUnusableError} the folder cannot be written
 */
export async function openJournal(
  connection: Pick<NetworkConnection<string>, "networkName" | "networkConfig">,
  { root, cache }: { readonly root: string; readonly cache: string },
  client: Client,
): Promise<SwapRecords> {
  const { folder, chainId, genesis } = await openChainFolder(connection, { root, name: "swaps" }, client)
  const older = await olderFolders(path.join(cache, "hardhat-plugs", "swaps"), connection.networkName, genesis)
  return {
    journal: withOlderJournals(createFileJournal(folder), older.map(createFileJournal), chainId),
    commands: withOlderRecords(recordsIn(folder), older.map(recordsIn)),
    deposits: createDepositRecords(path.join(folder, "deposits")),
  }
}

function recordsIn(folder: string): CommandRecords {
  return createCommandRecords(path.join(folder, "commands"))
}

/** Earlier versions named a journal by its network and its first block, or `chain` where the node did not tell that. */
async function olderFolders(parent: string, network: string, genesis: string | undefined): Promise<string[]> {
  const names = await namesIn(parent)
  const own = names.filter((name) => name.startsWith(`${network}-`)).sort()
  const isOfChain = (ending: string): boolean =>
    genesis === undefined ? /^([0-9a-f]{8}|chain)$/.test(ending) : ending === genesis.slice(2, 10)
  return own.filter((name) => isOfChain(name.slice(network.length + 1))).map((name) => path.join(parent, name))
}
