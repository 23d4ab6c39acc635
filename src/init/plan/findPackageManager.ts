import { existsSync } from "node:fs"
import { join } from "node:path"

/** How the package managers besides npm install a project and run its tests. */
const commandsOf = {
  pnpm: ["pnpm install", "pnpm exec hardhat test"],
  yarn: ["yarn install", "yarn hardhat test"],
  bun: ["bun install", "bunx hardhat test"],
} as const satisfies Record<string, readonly [install: string, test: string]>

const lockfiles = [
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
] as const

/**
 * Finds the commands of the package manager that a project names in package.json, or whose lockfile it has; `undefined` for npm.
 *
 * @param named the field `packageManager`, such as `pnpm@9.0.0`
 */
export function findPackageManager(
  project: string,
  named: unknown,
): readonly [install: string, test: string] | undefined {
  const found =
    typeof named === "string"
      ? named.split("@")[0]
      : lockfiles.find(([lockfile]) => existsSync(join(project, lockfile)))?.[1]
  return Object.entries(commandsOf).find(([name]) => name === found)?.[1]
}
