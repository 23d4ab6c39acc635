import type { Since } from "./readExportSettings.js"
import type { FollowedChain } from "#extras/watch/src/followChain.js"
import type { ExportStart } from "#extras/watch/src/store/exportedMessages.js"
import { NodeFailedError } from "#src/onchain/callErrors.js"
import type { Patience } from "#src/onchain/scanning/askPatiently.js"
import { findBlockAt } from "#src/onchain/scanning/findBlockAt.js"
import { readBlock } from "#src/onchain/scanning/LogPosition.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"

/** Seconds by which the clocks of two chains may differ: a message can arrive before it was sent. */
const skew = 3_600

/**
 * Finds the first block to read of each chain. A block of one chain is a moment on all others.
 *
 * @throws {InvalidInputError} the chain does not have the block
 * @throws {NodeFailedError} a node has forgotten blocks of that time, or does not answer
 */
export async function findStart(
  chains: readonly FollowedChain[],
  since: Since,
  patience: Patience,
): Promise<{ readonly chains: readonly FollowedChain[]; readonly start: ExportStart }> {
  const start = "chain" in since ? await readMoment(chains, since, patience) : { slug: -1, block: 0, ...since }
  const found = chains.map(async (chain): Promise<FollowedChain> => {
    if (start.seconds === 0) return { ...chain, from: 0n }
    const seconds = BigInt(start.seconds - skew)
    const from = await findBlockAt(chain.client, { seconds, ...patience }).catch(explain(chain))
    return { ...chain, from }
  })
  return { chains: await Promise.all(found), start }
}

async function readMoment(
  chains: readonly FollowedChain[],
  { block, chain: { slug, name } }: Extract<Since, { block: number }>,
  patience: Patience,
): Promise<ExportStart> {
  const chain = chains.find((one) => one.slug === slug)
  const read = chain && (await readBlock(chain.client, BigInt(block), patience).catch(explain(chain)))
  if (read !== undefined) return { seconds: Number(read.timestamp), slug, block }
  const problem = chain === undefined ? `no plug of these is on ${name}` : `${name} has no block ${block}`
  throw new InvalidInputError({ argument: "--since", problem, fix: "Name another block." })
}

/** Says of which chain the node is, without its URL. */
function explain({ name: chain }: FollowedChain): (error: unknown) => never {
  return (error) => {
    if (isPlugsError(error) && error.code !== "NODE_FAILED") throw error
    const reason = (isPlugsError(error) ? error.facts["reason"] : undefined) ?? nodeReason(error)
    throw new NodeFailedError({ functionName: "eth_getBlockByNumber", chain }, reason)
  }
}
