import { existsSync, readFileSync } from "node:fs"
import { posix } from "node:path"

/** What deploys the protocol's contracts, which have to be compiled before. */
const deploying: readonly RegExp[] = [
  /\b(startDevnet|openChains)\b[^"]* from "#src\/devnet\//,
  /\bcreateWorld\b[^"]* from "#src\/testing\//,
]

/** What starts a chain, a compiler or a process where a test or a fixture has it. A quick run refuses to start what is missing here. */
const starts: readonly RegExp[] = [
  /from "node:child_process"/,
  /\bnetwork\b[^"]* from "hardhat"/,
  /\b(hre|own)\.network\.create\(/,
  ...deploying,
  /\b(openDevnet|checkCopies|createCommand|openListeners)\b/,
]

/** Tests that start something by themselves, which nothing in their text shows. */
const others = ["extras/audit/test/tasks/lint.ts", "test/tasks/closedConnections.ts"]

/** Whether the tests of a file start nothing, by its text and that of the fixtures that it imports, however indirectly. */
export function isQuick(file: string): boolean {
  return !someReached(file, (path, text) => others.includes(path) || starts.some((start) => start.test(text)))
}

/** Whether the tests of a file deploy the protocol's contracts in their own process, found in the same way. */
export function needsContracts(file: string): boolean {
  return someReached(file, (_path, text) => deploying.some((start) => start.test(text)))
}

function someReached(file: string, isIt: (path: string, text: string) => boolean): boolean {
  const reached = new Set([file])
  for (const path of reached) {
    const text = readFileSync(path, "utf8")
    if (isIt(path, text)) return true
    for (const imported of importedTests(path, text)) reached.add(imported)
  }
  return false
}

/** The files of tests and fixtures that a file imports for more than their types. */
function importedTests(path: string, text: string): string[] {
  return [...text.matchAll(/^(?:import(?! type )|export)[^"]*? from "([.#][^"]+)"/gm)]
    .map(([, name = ""]) => (name.startsWith("#") ? name.slice(1) : posix.join(posix.dirname(path), name)))
    .map((name) => name.replace(/\.js$/, ".ts"))
    .filter((name) => /^(extras\/\w+\/)?test\//.test(name) && existsSync(name))
}
