import { readdir } from "node:fs/promises"
import path from "node:path"

import { failed, type Finding, ok, skipped, warning } from "../checks.js"
import { findPackage, type InstalledPackage, readPackage } from "../../../src/plugin/findPackage.js"

/** The packages of which a project must have one copy: whoever gets a value of the other one does not recognize it. */
export const singlePackages = ["hardhat", "viem"] as const

/**
 * Checks that a package is there once. Two copies of Hardhat do not see each other's plugins, and types and errors of two copies of viem
 * do not fit each other.
 *
 * @param own the folder of this package
 */
export async function checkCopies(name: string, { root, own }: { root: string; own: string }): Promise<Finding> {
  const [project, beside, nested] = await Promise.all([
    findPackage(name, root),
    findPackage(name, own),
    nestedCopies(name, root),
  ])
  if (project === undefined) return skipped(`${name} is not installed in the project.`)
  const copies = new Map([project, beside, ...nested].filter(isPresent).map((copy) => [copy.folder, copy]))
  if (copies.size === 1) return ok(`one copy, ${project.version}`)
  const list = [...copies.values()].map(({ version, folder }) => `${version} in ${shown(folder, root)}`).join(", ")
  const says = `There are ${copies.size} copies of ${name}: ${list}.`
  const mend = `Make it one version, with "overrides": { "${name}": "${project.version}" } in package.json if need be: npm dedupe`
  // A plugin that works with another Hardhat does not work; of viem mostly the types complain.
  return name === "hardhat" && beside?.folder !== project.folder ? failed(says, mend) : warning(says, mend)
}

/** The copies that packages of the project keep for themselves. */
async function nestedCopies(name: string, root: string): Promise<(InstalledPackage | undefined)[]> {
  const modules = path.join(root, "node_modules")
  const names = await readdir(modules).catch(() => [])
  const scoped = names.filter((entry) => entry.startsWith("@"))
  const inScopes = scoped.map(async (scope) =>
    (await readdir(path.join(modules, scope)).catch(() => [])).map((entry) => path.join(scope, entry)),
  )
  const packages = [...names, ...(await Promise.all(inScopes)).flat()]
  return await Promise.all(packages.map((entry) => readPackage(path.join(modules, entry, "node_modules", name))))
}

function shown(folder: string, root: string): string {
  const below = path.relative(root, folder)
  return below.startsWith("..") ? folder : below
}

function isPresent(found: InstalledPackage | undefined): found is InstalledPackage {
  return found !== undefined
}
