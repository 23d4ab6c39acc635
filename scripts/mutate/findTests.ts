import { existsSync, globSync, readFileSync } from "node:fs"
import { basename, join, posix } from "node:path"

import ts from "typescript"

/** The files of the repository, each with the files that it imports. Paths are from the root, with slashes. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

const sources = [
  "{src,tasks,extras,scripts,test,examples,bench}/**/*.ts",
  "hardhat.config.ts",
  "{contracts,test}/**/*.sol",
]

/** Reads which file imports which. A test that imports Hardhat loads the configuration, and so the plugin. */
export function readImportGraph(root: string): ImportGraph {
  const paths = sources.flatMap((pattern) => globSync(pattern, { cwd: root })).map((path) => path.replaceAll("\\", "/"))
  const contracts = new Map(paths.filter((path) => path.endsWith(".sol")).map((path) => [basename(path, ".sol"), path]))
  return new Map(
    paths.map((path) => {
      const text = readFileSync(join(root, path), "utf8")
      const targets = path.endsWith(".sol") ? solidityImports(path, text, contracts) : typeScriptImports(path, text)
      return [path, targets.filter((target) => existsSync(join(root, target)))]
    }),
  )
}

/** What a file imports, what it names as a task's action, and what it starts as a process: a script, or a folder with a Hardhat project. */
function typeScriptImports(path: string, text: string): string[] {
  const imported = ts.preProcessFile(text).importedFiles.flatMap(({ fileName }) => {
    if (fileName === "hardhat") return ["hardhat.config.ts"]
    if (!/^[.#]/.test(fileName)) return []
    return [(fileName.startsWith("#") ? fileName.slice(1) : resolve(path, fileName)).replace(/\.js$/, ".ts")]
  })
  const started = [...text.matchAll(/new URL\("([^"]+)", import\.meta\.url\)/g)].flatMap(([, target = ""]) => {
    const file = resolve(path, target)
    return file.endsWith(".ts") ? [file] : [`${file}/hardhat.config.ts`]
  })
  const actions = [...text.matchAll(/"((?:extras\/\w+\/)?tasks\/[\w/]+)\.js"/g)].map(
    ([, action = ""]) => `${action}.ts`,
  )
  return [...imported, ...actions, ...started]
}

/** A contract is used by whoever imports it, and by whoever names it as a text to have it deployed. */
function solidityImports(path: string, text: string, contracts: ReadonlyMap<string, string>): string[] {
  const imported = [...text.matchAll(/^import [^;]*?"(\.[^"]+)"/gm)].map(([, target = ""]) => resolve(path, target))
  const named = [...text.matchAll(/"(?:[\w/]+\.sol:)?(\w+)(?:\.sol)?"/g)].map(([, name = ""]) => contracts.get(name))
  return [...imported, ...named.filter((target) => target !== undefined)]
}

function resolve(from: string, target: string): string {
  return posix.join(posix.dirname(from), target)
}

/**
 * Finds the tests that a file can break: those that import it, however indirectly. The test that mirrors it comes first, then those
 * beside that one, then those of the nearest folders, and of one folder those with the fewest files between.
 */
export function findTests(graph: ImportGraph, path: string): string[] {
  const importers = new Map<string, string[]>()
  for (const [importer, targets] of graph) {
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), importer])
  }
  const distances = new Map([[path, 0]])
  for (const [reached, distance] of distances) {
    for (const importer of importers.get(reached) ?? []) {
      if (!distances.has(importer)) distances.set(importer, distance + 1)
    }
  }
  const mirror = mirrorOf(path)
  return [...distances]
    .filter(([reached]) => reached !== path && isTest(reached))
    .map(([test, distance]) => ({ test, rank: [Number(test !== mirror), -sharedFolders(test, mirror), distance] }))
    .sort((one, other) => compareRanks(one.rank, other.rank) || (one.test < other.test ? -1 : 1))
    .map(({ test }) => test)
}

/** How many folders two files have in common, from the root. One that stands in the same folder is nearer than one below it. */
function sharedFolders(one: string, other: string): number {
  const [first, second] = [posix.dirname(one), posix.dirname(other)]
  if (first === second) return Infinity
  const folders = second.split("/")
  const shared = first.split("/").findIndex((folder, index) => folder !== folders[index])
  return shared === -1 ? first.split("/").length : shared
}

function compareRanks(one: readonly number[], other: readonly number[]): number {
  for (const [index, rank] of one.entries()) {
    const next = other[index] ?? 0
    if (rank !== next) return rank < next ? -1 : 1
  }
  return 0
}

/** The test files of Hardhat's two runners. What lies in test/fixtures serves tests, but is none. */
export function isTest(path: string): boolean {
  return path.endsWith(".t.sol") || /^(?:extras\/\w+\/)?test\/(?!fixtures\/).*\.ts$/.test(path)
}

/** The test that has a file's own name, as `test/` mirrors `src`, and that of an extra its own. */
export function mirrorOf(path: string): string {
  if (path.endsWith(".sol")) return path.replace(/\.sol$/, ".t.sol")
  if (path.startsWith("extras/")) return path.replace(/^(extras\/\w+)\/(?:src\/)?/, "$1/test/")
  return path.startsWith("src/") ? path.replace(/^src/, "test") : `test/${path}`
}
