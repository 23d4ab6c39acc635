import { type Hex, hexToNumber, numberToHex } from "viem"

import { type ChainHook, type ChainHooks, readBlock } from "../../world/hooks.js"
import { memoize } from "#src/primitives/lifetime/lazily.js"

/** The newest blocks of a chain, each of which can be gone back to. */
export type BlockHistory = {
  /** Makes it possible to go back by so many blocks, from the next request on. Returns a function that ends that. */
  keep(blocks: number): () => void
  /** The newest blocks, oldest first, without those that are replaced meanwhile. */
  newest(blocks: number): Promise<readonly RemovedBlock[]>
  /** Goes back by as few blocks more than these as possible, and returns those that are gone. What waits is as it was then. */
  goBack(blocks: number): Promise<readonly RemovedBlock[]>
  /** Makes it possible to go back to the newest block, after one was mined behind the hooks. */
  take(): Promise<void>
}

/** A block that is no longer part of its chain, as the chain described it. */
type RemovedBlock = {
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

/** The history of a chain. There is one, because going back makes the snapshots of others unusable. */
export const historyOf: (chainHooks: ChainHooks) => BlockHistory = memoize(createBlockHistory, new WeakMap())

/**
 * Takes a snapshot of a chain after each block. A chain can only go back to where a snapshot was taken, so a few empty blocks are mined
 * before the first one, and before the first one after a snapshot of another: that one must stay usable.
 */
function createBlockHistory({ request, hooks }: ChainHooks): BlockHistory {
  let snapshots: { readonly block: number; readonly id: Hex }[] = []
  /** How many blocks each of those who need the history wants to go back by. */
  const depths = new Set<{ readonly blocks: number }>()

  async function head(): Promise<{ number: number; timestamp: Hex }> {
    const { number, timestamp } = await readBlock({ request }, "latest")
    return { number: hexToNumber(number), timestamp }
  }

  /** Takes a snapshot, unless there is one of this block. */
  async function take(): Promise<void> {
    const { number } = await head()
    if (snapshots.at(-1)?.block === number) return
    snapshots.push({ block: number, id: (await request({ method: "evm_snapshot" })) as Hex })
  }

  async function reachBack(): Promise<void> {
    await take()
    const { number } = await head()
    const reached = Math.max(0, ...snapshots.map(({ block }) => number - block))
    const missing = Math.max(...[...depths].map(({ blocks }) => blocks)) - reached
    if (missing <= 0) return
    const pending = await readBlock({ request }, "pending")
    for (let mined = 0; mined < missing; mined += 1) {
      await request({ method: "evm_setNextBlockTimestamp", params: [(await head()).timestamp] })
      await request({ method: "evm_mine", params: [] })
      await take()
    }
    await request({ method: "evm_setNextBlockTimestamp", params: [pending.timestamp] })
  }

  const hook: ChainHook = async (call, forward) => {
    if (call.method === "evm_snapshot" || call.method === "evm_revert") {
      snapshots = []
      return await forward()
    }
    if (!mines.has(call.method)) return await forward()
    await reachBack()
    try {
      return await forward()
    } finally {
      await take()
    }
  }

  async function read(first: number, last: number): Promise<readonly RemovedBlock[]> {
    const blocks: RemovedBlock[] = []
    for (let number = first; number <= last; number += 1) {
      const params = [numberToHex(number), true]
      const block = (await request({ method: "eth_getBlockByNumber", params })) as RemovedBlock | null
      if (block !== null) blocks.push(block)
    }
    return blocks
  }

  return {
    async newest(blocks) {
      const last = (await head()).number
      return await read(Math.max(0, last - blocks + 1), last)
    },
    take,
    keep(blocks) {
      // What a request has left that was under way when the last one ended can be older than a snapshot of another since then.
      if (depths.size === 0) snapshots = []
      const depth = { blocks }
      depths.add(depth)
      hooks.add(hook)
      return () => {
        depths.delete(depth)
        if (depths.size === 0) hooks.delete(hook)
      }
    },
    async goBack(blocks) {
      await reachBack()
      const last = (await head()).number
      const base = snapshots.findLastIndex(({ block }) => block <= last - blocks)
      const snapshot = snapshots[base]
      if (snapshot === undefined) throw new Error(`no snapshot ${blocks} blocks before block ${last}`)
      const removed = await read(snapshot.block + 1, last)
      const isBack: unknown = await request({ method: "evm_revert", params: [snapshot.id] })
      if (isBack !== true) throw new Error(`the snapshot of block ${snapshot.block} is gone`)
      snapshots = snapshots.slice(0, base)
      await take()
      return removed
    },
  }
}

const mines = new Set(["eth_sendTransaction", "eth_sendRawTransaction", "evm_mine", "hardhat_mine"])
