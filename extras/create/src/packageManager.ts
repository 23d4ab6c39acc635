import { existsSync } from "node:fs"
import { dirname, join } from "node:path"

import type { Template } from "./templates.js"

export type PackageManager = "npm" | "pnpm" | "yarn" | "bun"

type Commands = {
  readonly commands: readonly [install: string, test: string]
  /** The version that CI takes where none is known. */
  readonly newest: string
  /** Installs what the lockfile says, in CI. */
  readonly frozen: (version: string) => string
  /** Files that only this package manager reads. */
  readonly files: Template
}

/** How each package manager installs a project and runs its tests. To add one: its row, and the test `install.ts`. */
export const packageManagers: Readonly<Record<PackageManager, Commands>> = {
  npm: { commands: ["npm install", "npx hardhat test"], newest: "11", frozen: () => "npm ci", files: {} },
  pnpm: {
    commands: ["pnpm install", "pnpm exec hardhat test"],
    newest: "12",
    frozen: (version) => `npx -y pnpm@${version} install --frozen-lockfile`,
    // A script that is neither allowed nor refused fails the installation. esbuild works without its own. Old versions need `packages`.
    files: { "pnpm-workspace.yaml": 'packages: ["."]\nallowBuilds:\n  esbuild: false\n' },
  },
  yarn: {
    commands: ["yarn install", "yarn hardhat test"],
    newest: "4",
    frozen: (version) =>
      /^[01]\./.test(version)
        ? `npx -y yarn@${version} install --frozen-lockfile`
        : `npx -y @yarnpkg/cli-dist@${version} install --immutable`,
    // The compiler finds contracts in node_modules. Yarn 1 does not read this file.
    files: { ".yarnrc.yml": "nodeLinker: node-modules\n" },
  },
  bun: {
    commands: ["bun install", "bunx hardhat test"],
    newest: "1",
    frozen: (version) => `npx -y bun@${version} install --frozen-lockfile`,
    files: {},
  },
}

export function isPackageManager(word: string | undefined): word is PackageManager {
  return word !== undefined && Object.hasOwn(packageManagers, word)
}

const lockfiles = {
  "pnpm-lock.yaml": "pnpm",
  "yarn.lock": "yarn",
  "bun.lock": "bun",
  "bun.lockb": "bun",
  "package-lock.json": "npm",
} as const

/**
 * Finds the package manager of a project: the one that it names in package.json, or whose lockfile it has, else the one that runs this.
 *
 * @param named the field `packageManager`, such as `pnpm@9.0.0`
 * @param agent what package managers tell the programs that they run, such as `pnpm/9.0.0 npm/? node/v24.1.0 linux x64`
 */
export function findPackageManager(project: string, named: unknown, agent: string | undefined): PackageManager {
  const lockfile = Object.entries(lockfiles).find(([name]) => existsSync(join(project, name)))
  const words = [typeof named === "string" ? named.split("@")[0] : undefined, lockfile?.[1], agent?.split("/")[0]]
  return words.find(isPackageManager) ?? "npm"
}

/** A template for a package manager: its lockfile in CI, and the files that it needs, but for those of a workspace above. */
export function fitTemplate(
  template: Template,
  {
    manager,
    version,
    workspace,
  }: { manager: PackageManager; version: string | undefined; workspace: string | undefined },
): Template {
  if (manager === "npm") return template
  const { commands, frozen, newest, files } = packageManagers[manager]
  const fitted = Object.entries(template).map(([path, text]) => {
    if (path.endsWith(".yml")) {
      return [path, text.replace(", cache: npm", "").replace("npm ci", frozen(version ?? newest))]
    }
    // What Yarn keeps of its last run.
    if (path === ".gitignore" && manager === "yarn") return [path, `${text}/.yarn/install-state.gz\n`]
    return [path, path === "README.md" ? text.replace(/^npm install$/m, commands[0]) : text]
  })
  return { ...(Object.fromEntries(fitted) as Template), ...(workspace === undefined && files) }
}

/** The pnpm-workspace.yaml above a project, which holds for the project too. */
export function findPnpmWorkspace(project: string): string | undefined {
  for (let folder = project; folder !== dirname(folder);) {
    folder = dirname(folder)
    const file = join(folder, "pnpm-workspace.yaml")
    if (existsSync(file)) return file
  }
  return undefined
}
