import { readFile } from "node:fs/promises"
import path from "node:path"

import type { ArtifactManager } from "hardhat/types/artifacts"
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import { lintRows } from "./index.js"
import { lintFields, lintReport } from "./output/lintReport.js"
import { sarifLog, sarifStart } from "./output/sarifLog.js"
import { type CompiledSources, type Finding, lintSources } from "#extras/audit/src/linting/lintSources.js"
import { ruleNames } from "#extras/audit/src/linting/rules.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { ShownFailureError } from "#src/plugin/run/shownErrors.js"
import { checkOwnFile, writeOwnFile } from "#src/primitives/files/writeOwnFile.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { isRecord } from "#src/primitives/isRecord.js"
import { excerpt } from "#src/primitives/text.js"
import { paint } from "#src/terminal/paint.js"

export default actionOf(lintRows, async ({ files, sarif }, hre, io) => {
  const { err } = io.terminal
  const ofLog = { argument: "--sarif", start: sarifStart }
  if (sarif !== undefined) await checkOwnFile(sarif, ofLog)
  const builds = await readSources(hre)
  const known = [...new Set(builds.flatMap(({ files }) => [...files.values()]))].sort()
  const judged = chooseFiles(known, files, hre.config.paths.root)
  const findings = lintSources(builds).filter(({ file }) => judged.has(file))
  if (sarif !== undefined) {
    await writeOwnFile(sarif, { ...ofLog, text: sarifLog(findings) })
    err.line(paint.dim(`The findings are in ${sarif}.`))
  }
  return {
    document: { findings: findings.map(lintFields), files: [...judged] },
    report: () => lintReport(findings, judged.size),
    error: findings.length === 0 ? undefined : foundError(findings),
  }
})

function foundError(findings: readonly Finding[]): ShownFailureError {
  return new ShownFailureError({
    message: "The contracts break rules of plugs lint.",
    next: "Mend each finding, or disable it in its line with a reason.",
    facts: { rules: ruleNames.filter((name) => findings.some(({ rule }) => rule === name)).join(", ") },
  })
}

/**
 * Chooses the files that are named, or that are in a folder that is named; all if none is.
 *
 * @param known from the project's folder, with forward slashes
 * @param ways the rules of paths. Default: those of this machine
 * @throws {InvalidInputError} a name is that of no file, and of no folder with one
 */
export function chooseFiles(
  known: readonly string[],
  named: readonly string[],
  root: string,
  ways: path.PlatformPath = path,
): ReadonlySet<string> {
  if (named.length === 0) return new Set(known)
  const chosen = named.flatMap((name) => {
    const wanted = ways.relative(root, ways.resolve(root, name)).split(ways.sep).join("/")
    const found = known.filter((file) => wanted === "" || file === wanted || file.startsWith(`${wanted}/`))
    if (found.length > 0) return found
    const problem = `${excerpt(name)} is no source file of the project's contracts, and no folder with one`
    throw new InvalidInputError({ argument: "files", problem, fix: "Give a path such as contracts/Vault.sol." })
  })
  return new Set(chosen.sort())
}

/** What Hardhat writes before the names of the project's own files. */
const ownFiles = "project/"

/**
 * Builds the project's contracts, and reads what the compiler said of their sources. Tests in Solidity, and files
 * without a contract, are no subjects.
 *
 * @throws {InvalidInputError} the compiler's output has no syntax tree of a file
 */
async function readSources({ tasks, artifacts }: HardhatRuntimeEnvironment): Promise<CompiledSources[]> {
  await tasks.getTask("build").run({ quiet: true, noTests: true })
  return await readBuilt(artifacts)
}

/** The same, without building. */
export async function readBuilt(artifacts: ArtifactManager): Promise<CompiledSources[]> {
  const latest = await readLatestBuilds(artifacts)
  return await Promise.all(
    [...(await artifacts.getAllBuildInfoIds())].sort().map(async (id) => {
      const paths = await Promise.all([artifacts.getBuildInfoPath(id), artifacts.getBuildInfoOutputPath(id)])
      const [input, output] = await Promise.all([readPart(paths[0], "input"), readPart(paths[1], "output")])
      const [sources, trees] = [input, output].map(({ sources }) => (isRecord(sources) ? sources : {}))
      const own = Object.keys(sources ?? {})
        .filter((name) => name.startsWith(ownFiles) && !name.endsWith(".t.sol"))
        .filter((name) => latest.get(name) === id)
      const without = own.find((name) => !isRecord(trees?.[name]) || !isRecord(trees[name]["ast"]))
      if (without !== undefined) throw withoutTree(without)
      return { input, output, files: new Map(own.map((name) => [name, name.slice(ownFiles.length)])) }
    }),
  )
}

/** The build of each file with a contract. An older one is kept as long as another file of it has not changed. */
async function readLatestBuilds(artifacts: ArtifactManager): Promise<ReadonlyMap<string, string>> {
  const names = [...(await artifacts.getAllFullyQualifiedNames())]
  const found = await Promise.all(names.map((name) => artifacts.readArtifact(name)))
  return new Map(
    found.flatMap(({ inputSourceName: name, buildInfoId: id }) =>
      name === undefined || id === undefined ? [] : [[name, id]],
    ),
  )
}

async function readPart(path: string | undefined, part: string): Promise<Record<string, unknown>> {
  try {
    const file: unknown = JSON.parse(await readFile(path ?? "", "utf8"))
    if (isRecord(file) && isRecord(file[part])) return file[part]
  } catch {
    // Damaged, or longer than a string can be.
  }
  throw withoutTree(path ?? "a build")
}

function withoutTree(name: string): InvalidInputError {
  const problem = `the compiler's output has no syntax tree of ${excerpt(name)}`
  return new InvalidInputError({
    argument: "artifacts",
    problem,
    fix: "Run npx hardhat build --force, then this again.",
  })
}
