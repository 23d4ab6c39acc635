import { execFileSync } from "node:child_process"
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** What a build leaves behind, and git ignores. With it, only contracts that differ are compiled again. */
const built = [
  "artifacts",
  "cache",
  "src/devnet/artifacts/bytecode.json",
  "extras/swap/src/artifacts/bytecode.json",
  "examples/demos/artifacts/bytecode.json",
  "test/fixtures/artifacts/bytecode.json",
]

/** Finds a commit of the repository, and returns its hash. */
export function findCommit(root: string, name: string): string {
  try {
    return git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`)
  } catch {
    throw new Error(`--compare takes a commit of this repository: there is no "${name}"`)
  }
}

/** What the working tree is. */
export function readHead(root: string): { commit: string; isChanged: boolean } {
  return { commit: git(root, "rev-parse", "HEAD"), isChanged: git(root, "status", "--porcelain") !== "" }
}

/** Another commit in a folder of its own, which is removed at the latest when this process ends. */
export type CheckedOut = Disposable & { readonly path: string }

/**
 * Checks out a commit into a temporary folder. It gets the bench of the working tree, so that both are measured in the same way, and the
 * dependencies of the working tree where the lockfile is the same.
 */
export function checkOut(root: string, commit: string): CheckedOut {
  const folder = mkdtempSync(join(tmpdir(), "hardhat-plugs-compare-"))
  const path = join(folder, "tree")
  const remove = (): void => {
    try {
      git(root, "worktree", "remove", "--force", path)
    } catch {
      // It was not added yet.
    }
    rmSync(folder, { recursive: true, force: true })
  }
  process.once("exit", remove)
  const dispose = (): void => {
    process.off("exit", remove)
    remove()
  }
  try {
    git(root, "worktree", "add", "--quiet", "--detach", path, commit)
    rmSync(join(path, "bench"), { recursive: true, force: true })
    for (const file of ["bench", ...built]) {
      if (existsSync(join(root, file))) cpSync(join(root, file), join(path, file), { recursive: true })
    }
    if (lockfile(root) === lockfile(path)) {
      symlinkSync(join(root, "node_modules"), join(path, "node_modules"), "junction")
    }
    return { path, [Symbol.dispose]: dispose }
  } catch (error) {
    dispose()
    throw error
  }
}

function lockfile(folder: string): string {
  return readFileSync(join(folder, "package-lock.json"), "utf8")
}

function git(cwd: string, ...args: string[]): string {
  return execFileSync("git", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim()
}
