import { readdir } from "node:fs/promises"
import { join, relative } from "node:path"

import type { HardhatConfig } from "hardhat/types/config"
import type { Hex } from "viem"

import { chainIdOf } from "../config/chainsOf.js"
import { type BookEntry, type ContractArtifact, parseAbiItems, readJsonFile } from "./BookEntry.js"
import { checksumOf } from "#src/primitives/address.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { isEvmHash } from "#src/primitives/foreign.js"
import { isRecord } from "#src/primitives/isRecord.js"
import { lazily } from "#src/primitives/lifetime/lazily.js"

/** Ignition's id of a contract: module and contract. It is also the name of a file, so it must not be a path. */
const ignitionId = /^(?!\.)[\w$.~:-]{1,100}#(?<name>[\w$.~:-]{1,100})$/

/**
 * Reads the contracts that Hardhat Ignition has deployed on the configured chains, from `ignition/deployments/chain-<id>`. Ignition
 * itself need not be installed.
 *
 * @returns the contracts, and what could not be read, a sentence each
 */
export async function readIgnitionEntries(
  config: HardhatConfig,
  chains: readonly ChainEntry[],
): Promise<{ entries: BookEntry[]; problems: string[] }> {
  const deployments = join(ignitionFolder(config), "deployments")
  const folders = new Set(await readdir(deployments).catch(() => []))
  const read = chains
    .map((chain) => ({ chain, folder: `chain-${chainIdOf(chain, config)}` }))
    .filter(({ folder }) => folders.has(folder))
    .map(({ chain, folder }) => readDeployment(join(deployments, folder), chain, config.paths.root))
  const all = await Promise.all(read)
  return { entries: all.flatMap(({ entries }) => entries), problems: all.flatMap(({ problems }) => problems) }
}

function ignitionFolder({ paths }: HardhatConfig): string {
  const { ignition } = paths as { readonly ignition?: unknown }
  return typeof ignition === "string" ? ignition : join(paths.root, "ignition")
}

async function readDeployment(
  folder: string,
  chain: ChainEntry,
  root: string,
): Promise<{ entries: BookEntry[]; problems: string[] }> {
  const path = join(folder, "deployed_addresses.json")
  const shown = relative(root, path)
  const list = await readJsonFile(path)
  // Ignition writes the list with its first contract.
  if ("missing" in list) return { entries: [], problems: [] }
  if ("problem" in list) return { entries: [], problems: [`${shown}: ${list.problem}.`] }
  if (!isRecord(list.json)) return { entries: [], problems: [`${shown}: it is not an object.`] }
  const entries: BookEntry[] = []
  const problems: string[] = []
  const journal = lazily(() => readConfirmations(join(folder, "journal.jsonl")))
  for (const [id, address] of Object.entries(list.json)) {
    const name = ignitionId.exec(id)?.groups?.["name"]
    if (name === undefined || typeof address !== "string" || !/^0x[0-9a-fA-F]{40}$/.test(address)) {
      problems.push(`${shown}: the entry ${JSON.stringify(id)} is not a contract's id with its address.`)
      continue
    }
    const artifact = lazily(() => readArtifact(join(folder, "artifacts", `${id}.json`)))
    entries.push({
      ...{
        chain,
        name,
        id,
        writtenIn: relative(root, folder),
        address: checksumOf(address.toLowerCase() as `0x${string}`),
      },
      readContractName: async () => (await artifact()).contractName,
      readArtifact: async () => {
        const { abi, source } = await artifact()
        return { abi, source }
      },
      readDeployments: async () => (await journal()).filter(({ futureId }) => futureId === id).map(({ hash }) => hash),
    })
  }
  return { entries, problems }
}

type Confirmation = { readonly futureId: unknown; readonly hash: Hex }

/** Reads which transactions Ignition's journal has of which contracts, from its lines of JSON. */
async function readConfirmations(path: string): Promise<Confirmation[]> {
  const parseLines = (text: string): unknown[] => {
    const lines = text.split("\n").filter((line) => line.trim() !== "")
    return lines.map((line) => JSON.parse(line) as unknown)
  }
  const file = await readJsonFile(path, parseLines)
  if (!("json" in file)) return []
  return (file.json as unknown[]).flatMap((line) => {
    if (!isRecord(line) || line["type"] !== "TRANSACTION_CONFIRM") return []
    const { futureId, hash } = line
    return typeof hash === "string" && isEvmHash(hash) ? [{ futureId, hash }] : []
  })
}

/** Reads the copy of the artifact that Ignition keeps, which is the one that was deployed. */
async function readArtifact(path: string): Promise<ContractArtifact & { readonly contractName: string | undefined }> {
  const file = await readJsonFile(path)
  if (!("json" in file) || !isRecord(file.json)) return { abi: undefined, source: undefined, contractName: undefined }
  const { abi, contractName, sourceName } = file.json
  const isNamed = typeof contractName === "string" && /^[A-Za-z_$][\w$]*$/.test(contractName)
  return {
    abi: parseAbiItems(abi),
    contractName: isNamed ? contractName : undefined,
    source: isNamed && typeof sourceName === "string" ? `${sourceName}:${contractName}` : undefined,
  }
}
