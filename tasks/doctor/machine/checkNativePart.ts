import { createRequire } from "node:module"
import path from "node:path"

import { failed, type Finding, ok, skipped } from "../checks.js"
import { findPackage } from "../../../src/plugin/findPackage.js"

/** Hardhat's simulated chains, whose native part npm leaves out without a word when it runs on a Node that is too old. */
export const nativePart = "@nomicfoundation/edr"

/** Checks that Hardhat's native part is installed for this machine. Simulated networks, forks and the devnet need it. */
export async function checkNativePart(root: string): Promise<Finding> {
  const hardhat = await findPackage("hardhat", root)
  const found = hardhat === undefined ? undefined : await findPackage(nativePart, hardhat.folder)
  if (found === undefined) return skipped(`${nativePart} is not where Hardhat looks for it.`)
  try {
    createRequire(path.join(found.folder, "package.json"))(found.folder)
    return ok(`${nativePart} ${found.version}`)
  } catch {
    return failed(
      `${nativePart} ${found.version} is installed without the part for ${process.platform}-${process.arch}. An npm on an older Node leaves it out.`,
      "Delete node_modules and install again with Node 22 or newer: npx -y -p node@24 -c 'npm ci'",
    )
  }
}
