import { readFile } from "node:fs/promises"

import type { ArtifactManager } from "hardhat/types/artifacts"

import { lazily, memoize } from "#src/primitives/lifetime/lazily.js"

/** What the compiler was given and what it answered, as far as it says where code comes from. */
export type Build = {
  /** Names of source files, by the number that source maps have for them. */
  readonly files: ReadonlyMap<number, string>
  contentOf(file: string): string | undefined
  sourceMapOf(file: string, contract: string): string | undefined
}

/** The parts of the compiler's input and output that are read. */
type BuildInput = { readonly input: { readonly sources: Readonly<Record<string, { readonly content: string }>> } }
type BuildOutput = {
  readonly output: {
    readonly sources: Readonly<Record<string, { readonly id: number }>>
    readonly contracts: Readonly<
      Record<
        string,
        Readonly<Record<string, { readonly evm: { readonly deployedBytecode: { readonly sourceMap: string } } }>>
      >
    >
  }
}

const buildsOf = memoize(
  (artifacts: ArtifactManager) => memoize((id: string) => lazily(() => read(artifacts, id))),
  new WeakMap(),
)

/**
 * Reads a build of the project, once: the compiler's output has tens of megabytes, of which the syntax trees are not kept. The id is a hash
 * of what was compiled, so what was read does not change.
 *
 * @returns `undefined` if the project does not have the build
 */
export async function readBuild(artifacts: ArtifactManager, id: string): Promise<Build | undefined> {
  return await buildsOf(artifacts)(id)()
}

async function read(artifacts: ArtifactManager, id: string): Promise<Build | undefined> {
  const [inputPath, outputPath] = await Promise.all([
    artifacts.getBuildInfoPath(id),
    artifacts.getBuildInfoOutputPath(id),
  ])
  if (inputPath === undefined || outputPath === undefined) return undefined
  const { input } = (await readJson(inputPath)) as BuildInput
  const { output } = (await readJson(outputPath)) as BuildOutput
  const sourceMaps = new Map(
    Object.entries(output.contracts).flatMap(([file, contracts]) =>
      Object.entries(contracts).map(([name, { evm }]) => [`${file}:${name}`, evm.deployedBytecode.sourceMap] as const),
    ),
  )
  return {
    files: new Map(Object.entries(output.sources).map(([name, { id }]) => [id, name])),
    contentOf: (file) => input.sources[file]?.content,
    sourceMapOf: (file, contract) => sourceMaps.get(`${file}:${contract}`),
  }
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, "utf8")) as unknown
}
