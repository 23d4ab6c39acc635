import { compareVersions } from "./plan/compareVersions.js"

/** The Node and npm that will install the project, and how to call them. */
export type Toolchain = {
  /** What does not fit, and what to do: a sentence or two each. */
  readonly advice: readonly string[]
  /** Whether the commands bring a Node that fits, because the installed one is too old. */
  readonly bringsNode: boolean
  /** Installs the project, then runs its tests, with a Node that fits. */
  readonly commands: readonly [install: string, test: string]
}

export type ToolchainOptions = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly nodeVersion: string
  /** The oldest Node that fits, as `engines` says it: `>=22.13.0`. */
  readonly required: string
  readonly platform: string
  /** Asks npm itself. */
  readonly npmVersion: () => Promise<string | undefined>
}

/** npm reads peers since 7, and `npx -p` as it is written here since then. */
const oldestNpm = "7.0.0"

/** Brought by npx where the installed Node is too old. */
const fittingNode = "node@24"
const fittingNpm = "npm@11"

/** Checks Node and npm. What is too old is no error: npx can bring a Node that fits, and the commands do that then. */
export async function readToolchain(options: ToolchainOptions): Promise<Toolchain> {
  const required = options.required.replace(/^>=/, "")
  const agent = /^npm\/(\S+) node\/v(\S+)/.exec(options.env["npm_config_user_agent"] ?? "")
  const npm = agent?.[1] ?? (await options.npmVersion())
  // The Node that npm runs on decides what it installs. It can be another than the one that runs this.
  const node = [agent?.[2] ?? options.nodeVersion, options.nodeVersion].sort(compareVersions)[0] ?? options.nodeVersion
  const isOldNode = compareVersions(node, required) < 0
  const isOldNpm = npm !== undefined && compareVersions(npm, oldestNpm) < 0
  const advice = [
    ...(isOldNode
      ? [
          `Node ${node} is too old for Hardhat, which needs ${required} or newer.`,
          "The commands below fetch Node 24 for themselves; install it to leave that out.",
        ]
      : []),
    ...(npm === undefined ? ["npm was not found. It comes with Node: install Node 24."] : []),
    ...(isOldNpm
      ? [`npm ${npm} is too old: it does not install what packages need beside them. Node 24 brings a newer one.`]
      : []),
  ]
  if (!isOldNode && !isOldNpm) return { advice, bringsNode: false, commands: ["npm install", "npx hardhat test"] }
  // On Windows npm starts the Node that it was installed with, whatever is on the path.
  const packages = [fittingNode, ...(isOldNpm || options.platform === "win32" ? [fittingNpm] : [])]
  const npx = `npx -y ${packages.map((name) => `-p ${name}`).join(" ")}`
  return { advice, bringsNode: true, commands: [`${npx} npm install`, `${npx} hardhat test`] }
}
