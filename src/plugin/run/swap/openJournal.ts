import path from "node:path"

import type { Client } from "viem"
import { getBlock } from "viem/actions"

import { type CommandRecords, createCommandRecords } from "../../../swap/execution/commands/createCommandRecords.js"
import { createFileJournal, type RouteJournal } from "../../../swap/index.js"

/** Where a project records the swaps that it executes on one network. */
export type SwapJournal = { readonly journal: RouteJournal; readonly commands: CommandRecords }

/**
 * Opens the journal of a network, in the project's cache. A local chain that was started again has another first block, so it gets
 * another journal: nothing that the old one records happened on it.
 */
export async function openJournal(cache: string, network: string, client: Client): Promise<SwapJournal> {
  const folder = path.join(cache, "hardhat-plugs", "swaps", `${network}-${await firstBlockName(client)}`)
  return { journal: createFileJournal(folder), commands: createCommandRecords(path.join(folder, "commands")) }
}

/** Names a chain by its first block. Some nodes of public chains do not keep it; every local chain does. */
async function firstBlockName(client: Client): Promise<string> {
  const block = await getBlock(client, { blockNumber: 0n }).catch(() => undefined)
  return block?.hash.slice(2, 10) ?? "chain"
}
