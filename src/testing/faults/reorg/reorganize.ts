import type { Hex } from "viem"

import type { ChainRequest } from "../seams/createChainSeams.js"
import type { BlockHistory, RemovedTransaction } from "./BlockHistory.js"
import { mineAgain } from "./mineAgain.js"

/**
 * Replaces the newest blocks of a chain by as many empty ones of another miner. The transactions that are kept are then mined again, each
 * in a block of its own. Time does not pass.
 */
export async function reorganize(
  request: ChainRequest,
  {
    history,
    blocks,
    isKept,
  }: { history: BlockHistory; blocks: number; isKept: (transaction: RemovedTransaction) => boolean },
): Promise<void> {
  const waiting = (await request({ method: "eth_pendingTransactions", params: [] })) as RemovedTransaction[]
  const removed = await history.goBack(blocks)
  const mine = async (timestamp: Hex, work: () => Promise<unknown>): Promise<void> => {
    await request({ method: "evm_setNextBlockTimestamp", params: [timestamp] })
    await work()
    await history.take()
  }
  for (const { timestamp, miner } of removed) {
    await request({ method: "hardhat_setCoinbase", params: [otherMiner] })
    await mine(timestamp, () => request({ method: "evm_mine", params: [] }))
    await request({ method: "hardhat_setCoinbase", params: [miner] })
  }
  const last = removed.at(-1)?.timestamp ?? "0x0"
  for (const transaction of removed.flatMap(({ transactions }) => transactions)) {
    if (isKept(transaction)) await mine(last, () => mineAgain(request, transaction))
  }
  for (const transaction of waiting) await mineAgain(request, transaction).catch(() => undefined)
}

/** Its blocks differ from those that they replace, whatever they hold. */
const otherMiner: Hex = "0x00000000000000000000000000000000000f0c05"
