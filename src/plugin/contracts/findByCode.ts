import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import { type Address, createClient, getContractAddress, http } from "viem"
import { getBlock, getBlockNumber, getCode } from "viem/actions"

import { isDevnetChain } from "../config/isDevnetChain.js"
import { type BookEntry, entryOfBuild, readProjectArtifact } from "./BookEntry.js"
import { isCodeOf } from "#src/explaining/source/sourceMaps.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { didYouMean } from "#src/primitives/commands/nearest.js"
import { causesOf } from "#src/primitives/PlugsError.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"

type Project = Pick<HardhatRuntimeEnvironment, "config" | "artifacts">

/** Blocks that are searched on each chain, the newest. */
const most = 1_000

/** Blocks of one request. */
const together = 100

/**
 * Finds on the chains of a running devnet the contract whose code is the project's build of a name: on each chain the one that was deployed
 * last, by a transaction of its own. On public chains anybody can deploy the same code.
 *
 * @param unread gets a sentence on each chain that could not be searched, or the name that was meant
 */
export async function findByCode(
  name: string,
  {
    project,
    chains,
    unread,
  }: { readonly project: Project; readonly chains: readonly ChainEntry[]; readonly unread: string[] },
): Promise<BookEntry[]> {
  const { config, artifacts } = project
  const { source } = await readProjectArtifact(artifacts, name)
  if (source === undefined) {
    const built = await artifacts.getAllFullyQualifiedNames()
    const names = [...built].map((each) => each.slice(each.lastIndexOf(":") + 1))
    const meant = didYouMean(name, names)
    if (meant !== "") unread.push(meant.trim())
    return []
  }
  const artifact = await artifacts.readArtifact(source)
  const found = await Promise.all(
    chains.map(async (chain): Promise<BookEntry[]> => {
      const network = config.networks[chain.network]
      if (network?.type !== "http" || !(await isDevnetChain(chain, config))) return []
      const address = await findNewest(await network.url.get(), artifact).catch((error: unknown) => {
        // Where no devnet runs, no contract is, and none on a chain that it does not have.
        const isAbsent = ({ code, status }: Error & { code?: unknown; status?: unknown }): boolean =>
          code === "ECONNREFUSED" || status === 404
        if (!causesOf(error).some(isAbsent)) unread.push(`${chain.name} was not searched: ${nodeReason(error)}.`)
        return undefined
      })
      return address === undefined ? [] : [entryOfBuild({ chain, address, name, writtenIn: "the devnet" }, artifacts)]
    }),
  )
  return found.flat()
}

async function findNewest(url: string, artifact: Parameters<typeof isCodeOf>[0]): Promise<Address | undefined> {
  const client = createClient({ transport: http(url, { batch: { batchSize: together }, retryCount: 0 }) })
  const head = await getBlockNumber(client)
  for (let last = head; last >= 0n && head - last < most; last -= BigInt(together)) {
    const numbers = Array.from({ length: together }, (_, index) => last - BigInt(index)).filter(
      (number) => number >= 0n,
    )
    const blocks = await Promise.all(
      numbers.map((blockNumber) => getBlock(client, { blockNumber, includeTransactions: true })),
    )
    const made = blocks
      .flatMap(({ transactions }) => transactions.toReversed())
      .filter(({ to }) => to === null)
      .map(({ from, nonce }) => getContractAddress({ from, nonce: BigInt(nonce) }))
    const codes = await Promise.all(made.map((address) => getCode(client, { address })))
    const fitting = made.find((_, index) => codes[index] !== undefined && isCodeOf(artifact, codes[index]))
    if (fitting !== undefined) return fitting
  }
  return undefined
}
