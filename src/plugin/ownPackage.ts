import path from "node:path"
import { fileURLToPath } from "node:url"

import { type InstalledPackage, readPackage } from "./findPackage.js"

/** The package that this code belongs to, built or not. */
export async function ownPackage(): Promise<InstalledPackage> {
  for (let folder = path.dirname(fileURLToPath(import.meta.url)); ; folder = path.dirname(folder)) {
    const found = await readPackage(folder)
    if (found?.manifest["name"] === "hardhat-plugs") return found
    if (folder === path.dirname(folder)) throw new Error("hardhat-plugs does not find its own package.json.")
  }
}

/** The texts of a part of a package.json, such as `peerDependencies`. */
export function textsOf(part: unknown): Record<string, string> {
  const entries = Object.entries(Object(part) as Record<string, unknown>)
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"))
}
