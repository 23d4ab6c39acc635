import type { Client, Hex } from "viem"
import { getBlock } from "viem/actions"

import { chainOfSlug } from "#src/plugin/config/chainsOf.js"
import { type Chains, requireOne } from "#src/plugin/connection/chains/openChains.js"
import type { SentRecord } from "#src/plugin/records/SentRecord.js"
import type { SentRecords } from "#src/plugin/records/sentRecords.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { memoize } from "#src/primitives/lifetime/lazily.js"

/**
 * Finds the last transaction that a task of this project sent to a plug. What was sent on a local chain that is gone does not count.
 *
 * @param options.source the chain that it must be on. Default: any configured one
 * @throws {InvalidInputError} there is none
 */
export async function findLastSent(
  records: Pick<SentRecords, "latest">,
  {
    chains,
    source,
    opened,
  }: {
    readonly chains: readonly ChainEntry[]
    readonly source: ChainEntry | undefined
    readonly opened: Chains
  },
): Promise<{ readonly record: SentRecord; readonly source: ChainEntry }> {
  const isThere = isOnItsChain(opened)
  for (const record of await records.latest()) {
    const chain = chainOfSlug(record.srcChainSlug, { chains, source })
    if (chain === undefined || (source !== undefined && source.slug !== chain.slug)) continue
    if (await isThere(record)) return { record, source: chain }
  }
  await requireOne(opened, source === undefined ? chains : [source])
  const where = source === undefined ? "" : ` on ${source.name}`
  throw new InvalidInputError({
    argument: "id",
    problem: `it is missing, and no task of this project has sent a message${where} that is still there`,
    fix: "Name one that npx hardhat messaging list shows, or send one with npx hardhat messaging send.",
  })
}

/** Returns a check of whether a record is of the chain that runs now: a local chain that was started again has another first block. */
export function isOnItsChain(opened: Pick<Chains, "find">): (record: SentRecord) => Promise<boolean> {
  const genesisOf = memoize(async (slug: number) => {
    const chain = await opened.find(slug)
    return chain && (await readGenesis(chain.client))
  })
  return async ({ srcChainSlug, genesis }) => genesis === undefined || (await genesisOf(srcChainSlug)) === genesis
}

/** The hash of a chain's first block; `undefined` if the node does not say. */
async function readGenesis(client: Client): Promise<Hex | undefined> {
  const block = await getBlock(client, { blockNumber: 0n }).catch(() => undefined)
  return block?.hash
}
