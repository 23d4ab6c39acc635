import { type PackageManager, packageManagers } from "./packageManager.js"

/** The Node and package manager that will install the project, and how to call them. */
export type Toolchain = {
  /** What does not fit, and what to do: a sentence or two each. */
  readonly advice: readonly string[]
  /** npm where the commands bring a Node that fits, because the installed one is too old. */
  readonly manager: PackageManager
  /** The version of the package manager, if it is installed. */
  readonly version: string | undefined
  /** Installs the project, then runs its tests, with a Node that fits. */
  readonly commands: readonly [install: string, test: string]
}

export type ToolchainOptions = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly nodeVersion: string
  /** The oldest Node that fits, as `engines` says it: `>=22.13.0`. */
  readonly required: string
  readonly platform: string
  /** The package manager that the project wants. */
  readonly manager: PackageManager
  /** Asks a package manager itself. */
  readonly versionOf: (manager: PackageManager) => Promise<string | undefined>
}

/** npm reads peers since 7, and `npx -p` as it is written here since then. */
const oldestNpm = "7.0.0"

/** Brought by npx where the installed Node is too old. */
const fittingNode = "node@24"
const fittingNpm = "npm@11"

/** Checks Node and the package manager. What is too old is no error: npx can bring a Node that fits, and the commands do that then. */
export async function readToolchain(options: ToolchainOptions): Promise<Toolchain> {
  const required = options.required.replace(/^>=/, "")
  const agent = /^(\w+)\/(\S+) .*?\bnode\/v(\S+)/.exec(options.env["npm_config_user_agent"] ?? "")
  // The Node that the package manager runs on decides what it installs. It can be another than the one that runs this.
  const node = [agent?.[3] ?? options.nodeVersion, options.nodeVersion].sort(compareVersions)[0] ?? options.nodeVersion
  const isOldNode = compareVersions(node, required) < 0
  const manager = isOldNode ? "npm" : options.manager
  const version = agent?.[1] === manager ? agent[2] : await options.versionOf(manager)
  const isOldNpm = manager === "npm" && version !== undefined && compareVersions(version, oldestNpm) < 0
  const advice = [
    ...(isOldNode
      ? [
          `Node ${node} is too old for Hardhat, which needs ${required} or newer.`,
          "The commands below fetch Node 24 for themselves; install it to leave that out.",
        ]
      : []),
    ...(version === undefined
      ? [`${manager} was not found. ${manager === "npm" ? "It comes with Node: install Node 24." : "Install it."}`]
      : []),
    ...(isOldNpm
      ? [`npm ${version} is too old: it does not install what packages need beside them. Node 24 brings a newer one.`]
      : []),
  ]
  if (!isOldNode && !isOldNpm) return { advice, manager, version, commands: packageManagers[manager].commands }
  // On Windows npm starts the Node that it was installed with, whatever is on the path.
  const packages = [fittingNode, ...(isOldNpm || options.platform === "win32" ? [fittingNpm] : [])]
  const npx = `npx -y ${packages.map((name) => `-p ${name}`).join(" ")}`
  return { advice, manager, version, commands: [`${npx} npm install`, `${npx} hardhat test`] }
}

/** Negative if the first version is older. What follows the three numbers is not compared. */
function compareVersions(one: string, other: string): number {
  const [a, b] = [numbersOf(one), numbersOf(other)]
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}

function numbersOf(version: string): [number, number, number] {
  const [, major = "0", minor = "0", patch = "0"] = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(version) ?? []
  return [Number(major), Number(minor), Number(patch)]
}

/** A dependency of a project that is older than this package works with. */
export type OldPeer = {
  readonly name: string
  /** Of package.json: `devDependencies`. */
  readonly field: string
  readonly has: string
  /** The oldest version that works. */
  readonly oldest: string
}

export const dependencyFields = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"] as const

type Manifest = Readonly<Partial<Record<(typeof dependencyFields)[number], Readonly<Record<string, string>>>>>

/** Finds dependencies whose range allows only versions older than the peers' ranges, such as `^3.13.0`: npm refuses those. */
export function findOldPeers(manifest: Manifest, peers: Readonly<Record<string, string>>): OldPeer[] {
  return Object.entries(peers).flatMap(([name, range]) => {
    const oldest = range.replace(/^\^/, "")
    return dependencyFields.flatMap((field) => {
      const has = manifest[field]?.[name]
      return has !== undefined && isOlder(has, oldest) ? [{ name, field, has, oldest }] : []
    })
  })
}

const plainRange = /^(\^|~|=)?\s*v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:[-+.][\w.+-]*)?$/

/** Whether a range allows only older versions. Of ranges in several parts, tags and URLs that is not known. */
function isOlder(range: string, oldest: string): boolean {
  const [, operator, major, minor] = plainRange.exec(range.trim()) ?? []
  if (major === undefined) return false
  const [oldestMajor, oldestMinor] = oldest.split(".")
  if (operator === "^" || minor === undefined) return Number(major) < Number(oldestMajor)
  if (operator === "~" && major === oldestMajor && minor === oldestMinor) return false
  return compareVersions(range.trim().replace(/^[~=]\s*/, ""), oldest) < 0
}
