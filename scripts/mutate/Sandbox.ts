import { execFileSync } from "node:child_process"
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import type { Fault } from "./Fault.ts"

/** What a build leaves behind, and git ignores. Without it, everything would be compiled again. */
const built = [
  ...[
    "artifacts",
    "cache",
    "src/devnet/artifacts/bytecode.json",
    "extras/swap/src/artifacts/bytecode.json",
    "examples/demos/artifacts/bytecode.json",
    "test/fixtures/artifacts/bytecode.json",
  ],
  "extras/page/src/page.html",
]

/** A copy of the working tree. Faults are planted here only, so that none can be left behind in the tree, however this ends. */
export type Sandbox = {
  readonly path: string
  /** Plants a fault for as long as `work` takes. */
  withFault<Result>(fault: Fault, work: () => Promise<Result>): Promise<Result>
  remove(): void
}

/** Copies what git tracks or would add, with changes that are not committed. Dependencies are linked. */
export function createSandbox(root: string): Sandbox {
  const path = mkdtempSync(join(tmpdir(), "hardhat-plugs-mutate-"))
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root })
  for (const file of [...listed.toString().split("\0"), ...built]) {
    if (file !== "" && existsSync(join(root, file))) cpSync(join(root, file), join(path, file), { recursive: true })
  }
  symlinkSync(join(root, "node_modules"), join(path, "node_modules"), "junction")
  return {
    path,
    async withFault(fault, work) {
      const file = join(path, fault.path)
      const whole = readFileSync(file, "utf8")
      writeFileSync(file, fault.text)
      try {
        return await work()
      } finally {
        writeFileSync(file, whole)
      }
    },
    remove() {
      rmSync(path, { recursive: true, force: true })
    },
  }
}
