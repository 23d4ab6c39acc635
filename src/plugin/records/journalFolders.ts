import path from "node:path"

import type { HardhatConfig } from "hardhat/types/config"

import { namesIn } from "../../onchain/journal/privateFiles.js"

/** Lists the folders in which a project has recorded swaps, one for each chain, also those of an earlier version of this package. */
export async function journalFolders({
  root,
  cache,
}: Pick<HardhatConfig["paths"], "root" | "cache">): Promise<string[]> {
  const parents = [ownFolders(root), path.join(cache, "hardhat-plugs", "swaps")]
  const folders = await Promise.all(
    parents.map(async (parent) => (await namesIn(parent)).sort().map((name) => path.join(parent, name))),
  )
  return folders.flat()
}

/** The folder that has one folder for each chain, named as `chainFolderName` does. */
export function ownFolders(root: string): string {
  return path.join(root, ".plugs", "swaps")
}

/** The chain of a folder that `chainFolderName` has named; `undefined` for another one. */
export function chainIdOfFolder(folder: string): number | undefined {
  const id = /^(\d{1,16})(-|$)/.exec(path.basename(folder))?.[1]
  return id === undefined ? undefined : Number(id)
}
