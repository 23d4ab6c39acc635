import { readFile, stat } from "node:fs/promises"

import type { ArtifactManager } from "hardhat/types/artifacts"
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Abi, Address, Hex } from "viem"

import { parseAddress } from "#src/primitives/address.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { isRecord } from "#src/primitives/isRecord.js"

export type ContractArtifact = {
  readonly abi: Abi | undefined
  readonly source: string | undefined
}

/** One of the project's contracts on one chain. */
export type BookEntry = {
  readonly chain: ChainEntry
  readonly address: Address
  /** What it is called, such as `Greeter`. */
  readonly name: string
  /** What it is called without doubt, such as Ignition's `GreeterModule#Greeter`. */
  readonly id: string
  /** Where it is written, for errors. */
  readonly writtenIn: string
  /** Reads the name of the contract's source, which an id need not contain. */
  readonly readContractName: () => Promise<string | undefined>
  readonly readArtifact: () => Promise<ContractArtifact>
  /** Reads the hashes of the transactions that are said to have deployed it. */
  readonly readDeployments?: () => Promise<readonly Hex[]>
}

/**
 * Reads the contracts of `plugs.contracts`.
 *
 * @throws {InvalidInputError} the checksum of an address is wrong
 */
export function readConfiguredEntries(
  { config, artifacts }: Pick<HardhatRuntimeEnvironment, "config" | "artifacts">,
  chains: readonly ChainEntry[],
): BookEntry[] {
  return Object.entries(config.plugs.contracts).flatMap(([name, addresses]) =>
    Object.entries(addresses).flatMap(([chainName, written]) => {
      const chain =
        chains.find((known) => known.name === chainName) ?? chains.find((known) => known.network === chainName)
      if (chain === undefined) return []
      const writtenIn = `plugs.contracts.${name}.${chainName}`
      const address = parseAddress(written, `config.${writtenIn}`)
      return [entryOfBuild({ chain, name, writtenIn, address }, artifacts)]
    }),
  )
}

/** The entry of a contract that is called as its build is. */
export function entryOfBuild(
  entry: Pick<BookEntry, "chain" | "name" | "writtenIn" | "address">,
  artifacts: ArtifactManager,
): BookEntry {
  return {
    ...{ ...entry, id: entry.name },
    readContractName: () => Promise.resolve(entry.name),
    readArtifact: () => readProjectArtifact(artifacts, entry.name),
  }
}

const identifier = /^[A-Za-z_$][\w$]*$/
const solidityType = /^(address|bool|string|bytes\d*|u?int\d*|function|tuple)(\[\d*\])*$/

/**
 * Reads an ABI from a file, and leaves out what is not a function, an event or an error as the compiler writes them.
 *
 * @returns `undefined` if it is no list
 */
export function parseAbiItems(value: unknown): Abi | undefined {
  return Array.isArray(value) ? value.filter(isAbiItem) : undefined
}

function isAbiItem(item: unknown): boolean {
  if (!isRecord(item)) return false
  const { type, name, inputs, outputs } = item
  if (type === "function") return isIdentifier(name) && areParameters(inputs) && areParameters(outputs ?? [])
  return (type === "event" || type === "error") && isIdentifier(name) && areParameters(inputs)
}

function isIdentifier(name: unknown): boolean {
  return typeof name === "string" && identifier.test(name)
}

function areParameters(value: unknown, depth = 0): boolean {
  return Array.isArray(value) && depth < 16 && value.every((parameter) => isParameter(parameter, depth))
}

function isParameter(value: unknown, depth: number): boolean {
  if (!isRecord(value)) return false
  const { type, name, components } = value
  if (typeof type !== "string" || !solidityType.test(type)) return false
  if (name !== undefined && name !== "" && !isIdentifier(name)) return false
  return !type.startsWith("tuple") || areParameters(components, depth + 1)
}

/** Reads the artifact of one of the project's contracts, if it was built and no other contract has its name. */
export async function readProjectArtifact(artifacts: ArtifactManager, name: string): Promise<ContractArtifact> {
  const sources = [...(await artifacts.getAllFullyQualifiedNames())].filter((source) => source.endsWith(`:${name}`))
  const [source, another] = sources
  if (source === undefined || another !== undefined) return { abi: undefined, source: undefined }
  const { abi } = await artifacts.readArtifact(source)
  return { abi: parseAbiItems(abi), source }
}

/** Larger than any artifact: a contract has at most 24 KiB of code. */
const maxBytes = 8 * 2 ** 20

/** What a file contains, or why it could not be read. */
export type JsonFile = { readonly json: unknown } | { readonly missing: true } | { readonly problem: string }

/**
 * Reads a file of JSON that others may have written: only a regular file, and only up to a size.
 *
 * @param parse Default: the file is one value
 */
export async function readJsonFile(
  path: string,
  parse: (text: string) => unknown = (text) => JSON.parse(text) as unknown,
): Promise<JsonFile> {
  try {
    // Checked before it is opened: opening a pipe waits for its writer.
    const found = await stat(path)
    if (!found.isFile()) return { problem: "it is not a file" }
    if (found.size > maxBytes) return { problem: `it has more than ${maxBytes / 2 ** 20} MiB` }
    return { json: parse(await readFile(path, "utf8")) }
  } catch (error) {
    if (error instanceof SyntaxError) return { problem: "it is not JSON" }
    const { code = "unknown" } = error as NodeJS.ErrnoException
    return code === "ENOENT" ? { missing: true } : { problem: `it cannot be read (${code})` }
  }
}
