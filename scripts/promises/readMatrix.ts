import { existsSync, globSync, readFileSync } from "node:fs"

import { findPromiseTests, type PromiseTest } from "./findPromiseTests.ts"
import { readPromises, type SecurityPromise } from "./readPromises.ts"

/** What SECURITY.md promises, and the tests that say that they hold it. */
export type Matrix = {
  /** SECURITY.md. */
  readonly page: string
  readonly promises: readonly SecurityPromise[]
  readonly tests: readonly PromiseTest[]
  readonly exists: (file: string) => boolean
}

/** Reads the matrix of this repository. */
export function readMatrix(): Matrix {
  const page = readFileSync("SECURITY.md", "utf8")
  const files = globSync(["test/**/*.ts", "extras/*/test/**/*.ts", "contracts/**/*.t.sol"]).map((file) =>
    file.replaceAll("\\", "/"),
  )
  const tests = files.sort().flatMap((file) => findPromiseTests(file, readFileSync(file, "utf8")))
  return { page, promises: readPromises(page), tests, exists: existsSync }
}
