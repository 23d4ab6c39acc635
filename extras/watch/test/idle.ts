import { expect } from "chai"
import { describe, it } from "mocha"
import { createClient, custom, numberToHex } from "viem"
import { encodeEventTopics } from "viem/utils"

import type { FollowedChain } from "#extras/watch/src/followChain.js"
import { timeUntilLook } from "#extras/watch/src/keepLooking.js"
import { scanChain } from "#extras/watch/src/scanChain.js"
import { socketAbi } from "#src/messaging/index.js"
import { systemClock } from "#src/primitives/clock.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { variants } from "#test/fixtures/depth.js"
import { watchWorld } from "#test/fixtures/worlds/messaging/watchedWorld.js"

const socket = `0x${"50".repeat(20)}` as const
const plug = `0x${"ab".repeat(20)}` as const

describe("a chain on which nothing happens", () => {
  /** A node of a chain that mines a block every so many seconds. */
  function node({ every, maxBlocks = Infinity }: { readonly every: number; readonly maxBlocks?: number }) {
    const state = { seconds: 10_000, requests: 0, executedIn: undefined as bigint | undefined }
    const head = () => BigInt(Math.floor(state.seconds / every))
    const hashOf = (block: bigint) => numberToHex(block + 1n, { size: 32 })
    const blockOf = (block: bigint) => ({
      ...{ number: numberToHex(block), hash: hashOf(block), parentHash: hashOf(block - 1n) },
      timestamp: numberToHex(block * BigInt(every)),
    })
    const id = `0x00000002${plug.slice(2)}${"0".repeat(16)}` as const
    const log = (block: bigint) => ({
      ...{ address: socket, topics: encodeEventTopics({ abi: socketAbi, eventName: "ExecutionSuccess" }), data: id },
      ...{ blockNumber: numberToHex(block), blockHash: hashOf(block), transactionHash: hashOf(7n), logIndex: "0x0" },
      ...{ transactionIndex: "0x0", removed: false, blockTimestamp: numberToHex(block) },
    })
    const request = ({ method, params }: { method: string; params: readonly unknown[] }): Promise<unknown> => {
      state.requests += 1
      const [first] = params
      if (method === "eth_getBlockByNumber")
        return Promise.resolve(blockOf(first === "latest" ? head() : BigInt(first as string)))
      const { fromBlock, toBlock } = first as { fromBlock: string; toBlock: string }
      const [start, end] = [BigInt(fromBlock), toBlock === "latest" ? head() : BigInt(toBlock)]
      if (end - start >= maxBlocks) return Promise.reject(new Error("range too long"))
      const { executedIn } = state
      const isIn = executedIn !== undefined && executedIn >= start && executedIn <= end
      return Promise.resolve(isIn ? [log(executedIn)] : [])
    }
    const client = createClient({ transport: custom({ request }, { retryCount: 0 }) })
    return { state, client, head }
  }

  function scan(client: ReturnType<typeof node>["client"], from: bigint) {
    const chain = { client, socket, slug: 1, name: "alpha", plugs: [plug], siblings: [], switchboards: [] }
    const options = { from, finality: "latest", clock: systemClock, isWatched: () => true, isFrugal: true } as const
    return scanChain(chain, options)
  }

  const interval = 15
  const chains = [
    [2, Infinity],
    [12, 500],
    [12, Infinity],
    [86_400, Infinity],
  ] as const
  for (const [every, maxBlocks] of variants(chains, 2)) {
    it(`takes at most one request an interval in a day, with a block every ${every} s and ranges of ${maxBlocks} blocks`, async () => {
      const { state, client, head } = node({ every, maxBlocks })
      const look = scan(client, head())
      let turn = 0
      const end = state.seconds + 86_400
      for (; state.seconds < end; state.seconds += timeUntilLook(interval, () => (turn++ % 11) / 10)) await look()
      expect(state.requests).to.be.at.most(86_400 / interval)
      // What happens after the day is seen at the next look.
      state.seconds += Math.max(interval, every)
      state.executedIn = head()
      const { marks, position } = await look()
      expect(marks.map(({ kind, block }) => [kind, block])).to.deep.equal([["executed", Number(head())]])
      expect(position?.blockNumber).to.equal(head())
    })
  }

  it("is read as before where the node gives no logs of so many blocks", async () => {
    const { state, client, head } = node({ every: 1, maxBlocks: 100 })
    const look = scan(client, head())
    for (let turn = 0; turn < 200; turn += 1, state.seconds += 15) {
      while (!(await look()).isCaughtUp);
    }
    state.executedIn = head()
    const found = []
    for (let isCaughtUp = false; !isCaughtUp;) {
      const step = await look()
      ;({ isCaughtUp } = step)
      found.push(...step.marks)
    }
    expect(found).to.have.length(1)
  })
})

describe("a chain whose node takes its time", () => {
  it("does not keep the others, and is read on meanwhile", async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const block = { number: "0x1", hash: numberToHex(2n, { size: 32 }), parentHash: numberToHex(1n, { size: 32 }) }
    const chain = (slug: number, until: Promise<unknown>): FollowedChain => {
      const request = async ({ method }: { method: string }): Promise<unknown> => {
        await until
        return method === "eth_getLogs" ? [] : { ...block, timestamp: "0x1" }
      }
      const client = createClient({ transport: custom({ request }, { retryCount: 0 }) })
      const place = { socket, plugs: [plug], siblings: [], switchboards: [], from: 0n, identity: "here", isLocal: true }
      return { ...place, client, slug, name: `chain${slug}` }
    }
    await using watched = await watchWorld([chain(1, Promise.resolve()), chain(2, promise)], { patience: 20 })
    const blocksOf = async () => (await watched.round()).chains.map(({ block: read, problem }) => [read, problem?.code])
    expect(await blocksOf()).to.deep.equal([
      [1n, undefined],
      [undefined, "NODE_FAILED"],
    ])
    resolve(undefined)
    await eventually(async () => (await blocksOf()).every(([read]) => read === 1n))
  })
})
