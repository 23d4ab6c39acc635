import { execFile } from "node:child_process"
import { readdir, realpath } from "node:fs/promises"
import { createRequire } from "node:module"
import path from "node:path"
import { promisify } from "node:util"

import { type Check, failed, type Finding, ok, skipped, warning } from "./checks.js"
import { findPackage, type InstalledPackage, ownPackage, readPackage, textsOf } from "#src/plugin/packages.js"
import type { Clock } from "#src/primitives/clock.js"
import { isBelow } from "#src/primitives/files/isBelow.js"

/** Lists the checks of this machine and of what is installed in the project. What is needed stands in this package's package.json. */
export async function listMachineChecks(root: string): Promise<readonly Check[]> {
  const own = await ownPackage()
  const { engines, peerDependencies, peerDependenciesMeta } = own.manifest
  const optional = Object(peerDependenciesMeta) as Readonly<Record<string, { readonly optional?: boolean } | undefined>>
  return [
    {
      name: "node",
      subject: "node",
      run: () => Promise.resolve(checkNode(process.versions.node, textsOf(engines)["node"] ?? ">=22.13.0")),
    },
    { name: "npm", subject: "npm", run: (signal) => checkNpm(signal) },
    ...[...familiesOf(textsOf(peerDependencies))].map(([family, peers]): Check => ({
      name: "package",
      subject: family,
      run: async () => {
        const checkOne = async ([name, range]: (typeof peers)[number]): Promise<Finding> => {
          const peer = { name, range, isOptional: optional[name]?.optional === true }
          return { ...(await checkPackage(peer, root)), subject: name }
        }
        const findings = await Promise.all(peers.map(checkOne))
        const [{ status, says }] = findings as [Finding]
        const isOneFact = status !== "warning" && findings.every((finding) => finding.status === status)
        return isOneFact && findings.length > 1 ? { status, says } : findings
      },
    })),
    { name: "package", subject: nativePart, run: () => checkNativePart(root) },
    ...singlePackages.map((name): Check => ({
      name: "copies",
      subject: name,
      run: () => checkCopies(name, { root, own: own.folder }),
    })),
  ]
}

/** Packages with their ranges by scope: packages of one scope are installed together or not at all. */
function familiesOf(ranges: Readonly<Record<string, string>>): ReadonlyMap<string, readonly [string, string][]> {
  return Map.groupBy(Object.entries(ranges), ([name]) => name.replace(/\/.*/, ""))
}

/**
 * Checks that this Node is one that Hardhat and this package run on.
 *
 * @param range as `engines.node` has it
 */
export function checkNode(version: string, range: string): Finding {
  const run =
    "Install the latest LTS of Node, or run this once with another Node: npx -y -p node@24 -c 'hardhat plugs doctor'"
  if (isInRange(version, range) !== true) return failed(`Node ${version} is too old: ${range} is needed.`, run)
  const [major = 0] = parseVersion(version) ?? []
  if (major % 2 === 1) return warning(`Node ${version} is no LTS, and Hardhat does not support it.`, run)
  return ok(`Node ${version}`)
}

const isWindows = process.platform === "win32"

/** The npm of Node 22, the oldest that Hardhat runs on. */
const range = ">=10.0.0"

/** Checks the npm that a terminal finds. A package manager of another name is nobody's concern here. */
export async function checkNpm(signal: AbortSignal, env: NodeJS.ProcessEnv = process.env): Promise<Finding> {
  const version = (await findNpm(env["PATH"] ?? "")) ?? (await askNpm(signal, env)) ?? ""
  if (parseVersion(version) === undefined) return skipped("No npm answers here; another package manager does as well.")
  if (isInRange(version, range) === true) return ok(`npm ${version}`)
  const says = `npm ${version} is older than Node 22: on an older Node it leaves out Hardhat's native part without a word.`
  return warning(says, "Use the npm that comes with Node 22 or newer: npm install --global npm@10")
}

/** The version of the first npm in the folders of a path, by the package.json beside it: npm itself takes a third of a second to answer. */
async function findNpm(folders: string): Promise<string | undefined> {
  for (const folder of folders.split(path.delimiter)) {
    const program = await realpath(path.join(folder, isWindows ? "npm.cmd" : "npm")).catch(() => undefined)
    if (program === undefined) continue
    const found = await readPackage(isWindows ? path.join(folder, "node_modules/npm") : path.resolve(program, "../.."))
    return found?.manifest["name"] === "npm" ? found.version : undefined
  }
  return undefined
}

/** What npm says of itself, where a version manager's own program stands in its place. */
async function askNpm(signal: AbortSignal, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  // On Windows npm is a script, which only a shell runs.
  const options = { signal, env: { ...env }, shell: isWindows, timeout: 10_000 }
  const printed = await promisify(execFile)("npm", ["--version"], options).catch(() => undefined)
  return printed?.stdout.trim()
}

/** A package that this one needs beside it. */
type Peer = { readonly name: string; readonly range: string; readonly isOptional: boolean }

/** Checks that the project has a version of a package that this one works with. */
export async function checkPackage({ name, range, isOptional }: Peer, root: string): Promise<Finding> {
  const install = `Install one that fits: npm install --save-dev "${name}@${range}"`
  const found = await findPackage(name, root)
  if (found === undefined) {
    if (isOptional) return skipped(`${name} is not installed, and is needed only by what uses it.`)
    return failed(`${name} is not installed in the project; ${range} is needed.`, install)
  }
  const fits = isInRange(found.version, range)
  if (fits === undefined) return skipped(`${name} ${found.version}, which cannot be compared with ${range}.`)
  if (fits) return ok(`${name} ${found.version}`)
  const says = `${name} ${found.version} is installed; ${range} is needed.`
  return isOptional ? warning(says, install) : failed(says, install)
}

/** Hardhat's simulated chains, whose native part npm leaves out without a word when it runs on a Node that is too old. */
const nativePart = "@nomicfoundation/edr"

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

/** The packages of which a project must have one copy: a copy does not recognize the values of another. */
const singlePackages = ["hardhat", "viem"] as const

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
  const copies = new Map(
    [project, beside, ...nested].filter((found) => found !== undefined).map((copy) => [copy.folder, copy]),
  )
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
  return isBelow(root, folder) ? path.relative(root, folder) : folder
}

/** The numbers of a version such as `v22.13.0-rc.1`; `undefined` for other text. */
function parseVersion(text: string): readonly [number, number, number] | undefined {
  const [, major, minor, patch] = /^v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})(?:[-+].*)?$/.exec(text.trim()) ?? []
  return major === undefined ? undefined : [Number(major), Number(minor), Number(patch)]
}

/**
 * Checks whether a version is in a range of the kinds that this package's own package.json has: `>=22.13.0`, `^3.13.0` and an exact one.
 *
 * @returns `undefined` if the version or the range is of another kind
 */
function isInRange(version: string, range: string): boolean | undefined {
  const [, operator = "", least = ""] = /^(>=|\^|)\s*(\S+)$/.exec(range.trim()) ?? []
  const [found, wanted] = [parseVersion(version), parseVersion(least)]
  if (found === undefined || wanted === undefined) return undefined
  const order = compare(found, wanted)
  if (operator === "") return order === 0
  // The first number that is not zero must stay the same.
  const isSameLine = found[0] === wanted[0] && (wanted[0] > 0 || found[1] === wanted[1])
  return order >= 0 && (operator === ">=" || isSameLine)
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [index, number] of a.entries()) {
    const difference = number - (b[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** Milliseconds by which clocks may differ. A quote is valid for about a minute. */
export const maxSkewMs = 30_000

/** The machine's own time, which can be set wrong. */
export function wallTimeOf({ now, wallTime = now }: Pick<Clock, "now" | "wallTime">): number {
  return wallTime()
}

const commands: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  linux: "sudo timedatectl set-ntp true",
  darwin: "sudo sntp -sS time.apple.com",
  win32: "w32tm /resync",
}

/** How this machine's clock is set right. */
export function fixClock(): string {
  const command = commands[process.platform]
  return `Set this machine's clock by the network's${command === undefined ? "." : `: ${command}`}`
}
