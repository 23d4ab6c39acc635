import { type Hex, hexToNumber, numberToHex } from "viem"

import type { ChainCall, ChainRequest } from "../chains/createChainSeams.js"

/** The newest blocks of a chain, each of which can be gone back to. */
export type BlockHistory = {
  /** Sees every request that changes the chain. */
  readonly hook: (call: ChainCall, forward: () => Promise<unknown>) => Promise<unknown>
  /** The newest blocks, oldest first. */
  newest(blocks: number): Promise<readonly RemovedBlock[]>
  /**
   * Goes back by so many blocks at least: as few more as possible. What waits for a block is as it was then.
   *
   * @returns the blocks that are gone, oldest first
   */
  goBack(blocks: number): Promise<readonly RemovedBlock[]>
}

/** A block that is no longer part of its chain, as the chain described it. */
export type RemovedBlock = {
  readonly number: Hex
  readonly timestamp: Hex
  readonly miner: Hex
  readonly transactions: readonly RemovedTransaction[]
}

/** A transaction as the chain described it. */
export type RemovedTransaction = Readonly<Record<string, unknown>> & {
  readonly hash: Hex
  readonly from: Hex
}

/**
 * Takes a snapshot of a chain after each block. A chain can only go back to where a snapshot was taken, so a few empty blocks are mined
 * before the first one, and before the first one after a snapshot of somebody else: that one must stay usable.
 *
 * @param depth how many blocks it must be possible to go back by
 */
export function createBlockHistory(request: ChainRequest, depth: number): BlockHistory {
  let snapshots: { readonly block: number; readonly id: Hex }[] = []

  async function head(): Promise<{ number: number; timestamp: Hex }> {
    const block = (await request({ method: "eth_getBlockByNumber", params: ["latest", false] })) as {
      number: Hex
      timestamp: Hex
    }
    return { number: hexToNumber(block.number), timestamp: block.timestamp }
  }

  /** Takes a snapshot, unless there is one of this block. */
  async function take(): Promise<void> {
    const { number } = await head()
    if (snapshots.at(-1)?.block === number) return
    snapshots.push({ block: number, id: (await request({ method: "evm_snapshot" })) as Hex })
  }

  async function begin(): Promise<void> {
    const pending = (await request({ method: "eth_getBlockByNumber", params: ["pending", false] })) as {
      timestamp: Hex
    }
    await take()
    for (let mined = 0; mined < depth; mined += 1) {
      await request({ method: "evm_setNextBlockTimestamp", params: [(await head()).timestamp] })
      await request({ method: "evm_mine", params: [] })
      await take()
    }
    await request({ method: "evm_setNextBlockTimestamp", params: [pending.timestamp] })
  }

  async function read(first: number, last: number): Promise<readonly RemovedBlock[]> {
    const blocks: RemovedBlock[] = []
    for (let number = first; number <= last; number += 1) {
      const params = [numberToHex(number), true]
      blocks.push((await request({ method: "eth_getBlockByNumber", params })) as RemovedBlock)
    }
    return blocks
  }

  return {
    async newest(blocks) {
      const last = (await head()).number
      return await read(Math.max(0, last - blocks + 1), last)
    },
    async hook(call, forward) {
      if (call.method === "evm_snapshot" || call.method === "evm_revert") {
        snapshots = []
        return await forward()
      }
      if (!mines.has(call.method)) return await forward()
      if (snapshots.length === 0) await begin()
      try {
        return await forward()
      } finally {
        await take()
      }
    },
    async goBack(blocks) {
      if (snapshots.length === 0) await begin()
      const last = (await head()).number
      const base = snapshots.findLastIndex(({ block }) => block <= last - blocks)
      const snapshot = snapshots[base]
      if (snapshot === undefined) throw new Error(`no snapshot ${blocks} blocks before block ${last}`)
      const removed = await read(snapshot.block + 1, last)
      await request({ method: "evm_revert", params: [snapshot.id] })
      snapshots = snapshots.slice(0, base)
      return removed
    },
  }
}

const mines = new Set(["eth_sendTransaction", "eth_sendRawTransaction", "evm_mine", "hardhat_mine"])
