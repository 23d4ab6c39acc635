import { readFile, realpath } from "node:fs/promises"
import path from "node:path"
import { fileURLToPath } from "node:url"

import { isRecord } from "#src/primitives/isRecord.js"

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

export type InstalledPackage = {
  /** The folder, with symbolic links resolved. */
  readonly folder: string
  readonly version: string
  /** The package.json. */
  readonly manifest: Readonly<Record<string, unknown>>
}

/** Finds the package that a file in a folder would import: in the nearest `node_modules` of the folder or one above it. */
export async function findPackage(name: string, from: string): Promise<InstalledPackage | undefined> {
  for (let folder = path.resolve(from); ; folder = path.dirname(folder)) {
    const found = await readPackage(path.join(folder, "node_modules", name))
    if (found !== undefined) return found
    if (folder === path.dirname(folder)) return undefined
  }
}

/** Reads the package in a folder; `undefined` if there is none. */
export async function readPackage(given: string): Promise<InstalledPackage | undefined> {
  try {
    const folder = await realpath(given)
    const manifest: unknown = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"))
    if (!isRecord(manifest)) return undefined
    return { folder, version: String(manifest["version"]), manifest }
  } catch {
    // A folder without a package, or with one that nothing could import.
    return undefined
  }
}
