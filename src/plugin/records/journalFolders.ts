import path from "node:path"

import { namesIn } from "../../primitives/files/privateFiles.js"

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
