import path from "node:path"

import type { HardhatConfig } from "hardhat/types/config"
import type { NetworkConnection } from "hardhat/types/network"
import type { Client } from "viem"

import { namesIn, replaceFile } from "../../primitives/files/privateFiles.js"
import { recordsFolder } from "../../primitives/files/refuseLinks.js"
import { chainFolderName, type ChainIdentity, identifyChain } from "./identifyChain.js"

/**
 * Finds the folder in which a project records what it sends on the chain of a connection, in `.plugs` of the project. It is found by the
 * chain, whatever the network is called. A local chain that was started again has another folder: nothing that the old one records
 * happened on it.
 *
 * @param name the folder in `.plugs`
 * @throws {ChainNotIdentifiedError} it is unknown which folder is the chain's
 * @throws {JournalUnusableError} the folder cannot be written
 */
export async function openChainFolder(
  connection: Pick<NetworkConnection<string>, "networkName" | "networkConfig">,
  { config, name }: { readonly config: Pick<HardhatConfig, "plugs" | "paths">; readonly name: string },
  client: Client,
): Promise<ChainIdentity & { readonly folder: string }> {
  const identity = await identifyChain(connection, config, client)
  const own = await openRecordsFolder(config.paths.root)
  return { ...identity, folder: path.join(own, name, chainFolderName(identity)) }
}

/** Returns the folder in which a project records what its tasks do, and keeps it out of version control: it has signed transactions. */
export async function openRecordsFolder(root: string): Promise<string> {
  const folder = path.join(root, recordsFolder)
  if (!(await namesIn(folder)).includes(".gitignore")) await replaceFile(folder, ".gitignore", "*\n")
  return folder
}
