import { existsSync, readFileSync } from "node:fs"
import { posix } from "node:path"

/** What starts a chain, a compiler or a process where a test or a fixture has it. A quick run refuses to start what is missing here. */
const starts: readonly RegExp[] = [
  /from "node:child_process"/,
  /\bnetwork\b[^"]* from "hardhat"/,
  /\b(hre|own)\.network\.create\(/,
  /\b(startDevnet|openChains)\b[^"]* from "#src\/devnet\//,
  /\bcreateWorld\b[^"]* from "#src\/testing\//,
  /\b(openDevnet|checkCopies|createCommand|openListeners)\b/,
]

/** Tests that start something by themselves, which nothing in their text shows. */
const others = ["extras/audit/test/tasks/lint.ts", "test/tasks/closedConnections.ts"]

/** Whether the tests of a file start nothing, by its text and that of the fixtures that it imports, however indirectly. */
export function isQuick(file: string): boolean {
  const reached = new Set([file])
  for (const path of reached) {
    const text = readFileSync(path, "utf8")
    if (others.includes(path) || starts.some((start) => start.test(text))) return false
    for (const imported of importedTests(path, text)) reached.add(imported)
  }
  return true
}

/** The files of tests and fixtures that a file imports for more than their types. */
function importedTests(path: string, text: string): string[] {
  return [...text.matchAll(/^(?:import(?! type )|export)[^"]*? from "([.#][^"]+)"/gm)]
    .map(([, name = ""]) => (name.startsWith("#") ? name.slice(1) : posix.join(posix.dirname(path), name)))
    .map((name) => name.replace(/\.js$/, ".ts"))
    .filter((name) => /^(extras\/\w+\/)?test\//.test(name) && existsSync(name))
}
