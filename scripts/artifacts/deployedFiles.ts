import { globSync } from "node:fs"
import { basename } from "node:path"

import { deployed } from "./deployed.ts"

/** The source files of the contracts that the devnet and its demos deploy. Each is in the file of its name. */
export function deployedFiles(): string[] {
  const byName = new Map(globSync("contracts/**/*.sol").map((file) => [basename(file, ".sol"), file.replaceAll("\\", "/")]))
  const names = ["src/devnet/artifacts", "extras/swap/src/artifacts", "examples/demos/artifacts"].flatMap((folder) => deployed[folder] ?? [])
  return names.map((name) => {
    const file = byName.get(name)
    if (file === undefined) throw new Error(`There is no contracts/…/${name}.sol.`)
    return file
  })
}
