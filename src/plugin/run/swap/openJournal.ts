import path from "node:path"

import type { Client } from "viem"
import { getBlock } from "viem/actions"

import { createFileJournal, type RouteJournal } from "../../../swap/index.js"
import { createCommandRecords, type CommandRecords } from "./commandRecords.js"

/** Where a project writes down the swaps that it carries out on one network. */
export type SwapJournal = { readonly journal: RouteJournal; readonly commands: CommandRecords }

/**
 * Opens the journal of a network, in the project's cache. A local chain that was started anew has a first block of its own, and
 * nothing that was done before, so it has a journal of its own too.
 */
export async function openJournal(cache: string, network: string, client: Client): Promise<SwapJournal> {
  const folder = path.join(cache, "hardhat-plugs", "swaps", `${network}-${await originOf(client)}`)
  return { journal: createFileJournal(folder), commands: createCommandRecords(path.join(folder, "commands")) }
}

/** Some nodes have forgotten the first block. None of a local chain has. */
async function originOf(client: Client): Promise<string> {
  const block = await getBlock(client, { blockNumber: 0n }).catch(() => undefined)
  return block?.hash.slice(2, 10) ?? "chain"
}
