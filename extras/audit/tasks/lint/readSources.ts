import { readFile } from "node:fs/promises"

import type { ArtifactManager } from "hardhat/types/artifacts"
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import type { CompiledSources } from "#extras/audit/src/linting/lintSources.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { isRecord } from "#src/primitives/isRecord.js"
import { excerpt } from "#src/primitives/text.js"

/** What Hardhat writes before the names of the project's own files. */
const ownFiles = "project/"

/**
 * Builds the project's contracts, and reads what the compiler said of their sources. Tests in Solidity, and files
 * without a contract, are no subjects.
 *
 * @throws {InvalidInputError} the compiler's output has no syntax tree of a file
 */
export async function readSources({ tasks, artifacts }: HardhatRuntimeEnvironment): Promise<CompiledSources[]> {
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
