import { readFile } from "node:fs/promises"

import type { ArtifactManager } from "hardhat/types/artifacts"
import { type Address, type Client, type Hex, numberToHex } from "viem"
import { getCode } from "viem/actions"

import type { FindSource, SourceLeftOut } from "../evidence.js"
import { findArtifact, lineOf, numberInstructions, readSourceMap } from "./sourceMaps.js"
import {
  type FailingFrame,
  findFailingFrames,
  findRevertingStep,
  type LocatedStep,
  type Place,
  type TraceStep,
} from "./trace.js"
import { lazily, memoize } from "#src/primitives/lifetime/lazily.js"
import { escapeHidden, shorten } from "#src/primitives/text.js"

/** Milliseconds after which the line is left out: a trace of a remote node can be long. */
const defaultTimeout = 1_500

/** Gas of the traced call: a loop has a step for every four gas, and Hardhat's node takes seconds for a million. */
const defaultMaxGas = 300_000n

export type FindSourceOptions = {
  /** Milliseconds for all of it. */
  readonly timeout?: number
  /** The most gas of the call that is traced. */
  readonly maxGas?: bigint
}

/**
 * Finds the line of the project's own source code where a call reverts. The node has to trace the call with `debug_traceCall`, as
 * Hardhat's, Anvil's and Geth's do, and the project has to be built as the contract was. Otherwise it finds none. It never throws.
 */
export function createFindSource(
  artifacts: ArtifactManager,
  { timeout = defaultTimeout, maxGas = defaultMaxGas }: FindSourceOptions = {},
): FindSource {
  return async ({ chain: { client }, ...call }) => {
    const { promise: timeUp, resolve } = Promise.withResolvers<SourceLeftOut>()
    const timer = setTimeout(() => {
      resolve({ leftOut: `the trace took longer than ${String(timeout / 1_000)} s` })
    }, timeout)
    try {
      return await Promise.race([findLine(artifacts, client, call, maxGas), timeUp])
    } catch {
      return undefined
    } finally {
      clearTimeout(timer)
    }
  }
}

type Call = Omit<Parameters<FindSource>[0], "chain">

async function findLine(
  artifacts: ArtifactManager,
  client: Client,
  call: Call,
  maxGas: bigint,
): Promise<string | SourceLeftOut | undefined> {
  const { steps, gasUsed } = await trace(client, call, maxGas)
  if (gasUsed >= maxGas) {
    return { leftOut: `the call takes ${maxGas.toLocaleString("en")} gas or more to get there, whose trace is long` }
  }
  for (const frame of findFailingFrames(steps, call.to)) {
    const line = await lineOfFrame(artifacts, client, frame)
    if (line !== undefined) return line
  }
  return undefined
}

async function trace(client: Client, { from, to, data, value }: Call, maxGas: bigint) {
  const options = { disableStorage: true, disableMemory: true, enableMemory: false }
  const withValue = value === 0n ? {} : { stateOverrides: { [from]: { balance: numberToHex(value + 10n ** 18n) } } }
  const params = [
    { from, to, data, value: numberToHex(value), gas: numberToHex(maxGas) },
    "latest",
    { ...options, ...withValue },
  ]
  const answer: unknown = await client.request({ method: "debug_traceCall", params } as never)
  const { structLogs, gas } = answer as { readonly structLogs: readonly TraceStep[]; readonly gas?: number | Hex }
  return { steps: structLogs, gasUsed: BigInt(gas ?? 0) }
}

/** What Hardhat writes before the names of the project's own files. */
const ownFiles = "project/"

/** The last line of the project's own files that a call came to. What it inherits from packages comes second. */
async function lineOfFrame(
  artifacts: ArtifactManager,
  client: Client,
  { address, steps }: FailingFrame,
): Promise<string | undefined> {
  const code = address === undefined ? undefined : await getCode(client, { address: address as Address })
  const artifact = code === undefined ? undefined : await findArtifact(artifacts, code)
  if (artifact?.buildInfoId === undefined || artifact.inputSourceName === undefined) return undefined
  const build = await readBuild(artifacts, artifact.buildInfoId)
  const sourceMap = build?.sourceMapOf(artifact.inputSourceName, artifact.contractName)
  if (build === undefined || sourceMap === undefined) return undefined
  const sources = readSourceMap(sourceMap)
  const numbers = numberInstructions(artifact.deployedBytecode)
  // An instruction in a loop is located once.
  const placeOf = memoize((instruction: number): Place | undefined => {
    const source = sources[instruction]
    const file = source && build.files.get(source.file)
    const content = file === undefined ? undefined : build.contentOf(file)
    if (source === undefined || file === undefined || content === undefined) return undefined
    return { file, start: source.start, line: lineOf(content, source.start) }
  })
  const located = steps.map(({ pc, op }): LocatedStep => {
    const instruction = numbers.get(pc) ?? -1
    return { op, entersFunction: sources[instruction]?.entersFunction ?? false, place: placeOf(instruction) }
  })
  const places = located.slice(0, findRevertingStep(located) + 1).flatMap(({ place }) => place ?? [])
  const place = places.findLast(({ file }) => file.startsWith(ownFiles)) ?? places.at(-1)
  if (place === undefined) return undefined
  const name = place.file.startsWith(ownFiles) ? place.file.slice(ownFiles.length) : place.file
  return shorten(escapeHidden(`${name}:${String(place.line)}`), 200)
}

/** What the compiler was given and what it answered, as far as it says where code comes from. */
type Build = {
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
async function readBuild(artifacts: ArtifactManager, id: string): Promise<Build | undefined> {
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
