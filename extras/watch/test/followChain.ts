import { expect } from "chai"
import { describe, it } from "mocha"

import { followChain } from "#extras/watch/src/followChain.js"
import { WatchStoreUnusableError } from "#extras/watch/src/store/WatchDatabase.js"
import type { RecordedBlocks, WatchStore } from "#extras/watch/src/store/WatchStore.js"
import type { LogPosition } from "#src/onchain/scanning/LogPosition.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { failure } from "#test/fixtures/failure.js"
import { block, chainOf, hash, node } from "#test/fixtures/worlds/messaging/watchedFacts.js"

/** Follows a chain whose store knows it up to a position, and lists what is read and written down. */
function follow({ known, fails = [] }: { readonly known?: LogPosition; readonly fails?: readonly Error[] } = {}) {
  const state = { head: 20, fork: 0, isDown: false }
  const ranges: unknown[] = []
  const recorded: unknown[] = []
  const opened: unknown[] = []
  const failures = [...fails]
  const hashOf = (number: number) => hash(number + (number > 15 ? state.fork : 0))
  const client = node({
    eth_getBlockByNumber: ([asked]) => {
      if (state.isDown) throw new Error("it is down")
      const number = asked === "latest" ? state.head : Number(asked)
      return number > state.head ? null : { ...block(number), hash: hashOf(number), parentHash: hashOf(number - 1) }
    },
    eth_getLogs: ([filter]) => {
      const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock: string }
      ranges.push([Number(fromBlock), Number(toBlock)])
      return []
    },
  })
  const store: Partial<WatchStore> = {
    openChain: (slug, identity) => (opened.push([slug, identity]), Promise.resolve(known)),
    record(slug, { position, reorgedFrom }: RecordedBlocks, now) {
      const failure = failures.shift()
      if (failure !== undefined) return Promise.reject(failure)
      recorded.push([slug, Number(position?.blockNumber), reorgedFrom, now])
      return Promise.resolve()
    },
  }
  const clock = createManualClock(5_000)
  const following = {
    store: store as WatchStore,
    clock,
    finality: "latest",
    isWatched: () => true,
    isFrugal: false,
  } as const
  const read = followChain(chainOf(1, client, { from: 3n, identity: "one" }), following)
  return { state, ranges, recorded, opened, look: (signal?: AbortSignal) => clock.run(read(signal)) }
}

describe("followChain", () => {
  it("begins with the first block that counts, or after what the store has, and writes down only what goes on", async () => {
    const fresh = follow()
    expect(await fresh.look()).to.deep.equal({ slug: 1, name: "alpha", block: 20n, problem: undefined })
    expect([fresh.ranges, fresh.opened]).to.deep.equal([[[3, 20]], [[1, "one"]]])
    await fresh.look()
    expect(fresh.recorded).to.deep.equal([[1, 20, undefined, 5_000]])
    fresh.state.head = 25
    expect((await fresh.look()).block).to.equal(25n)
    expect([fresh.recorded.length, fresh.opened.length]).to.deep.equal([2, 1])
    const known = follow({ known: { blockNumber: 10n, blockHash: hash(10) } })
    await known.look()
    expect(known.ranges).to.deep.equal([[11, 20]])
  })

  it("writes down a reorg, though it comes to the same block", async () => {
    const { state, look, recorded } = follow()
    await look()
    state.fork = 1_000
    await look()
    expect(recorded).to.deep.equal([
      [1, 20, undefined, 5_000],
      [1, 20, 3n, 5_000],
    ])
  })

  it("reads again what could not be written down, and throws what the store throws, and bugs", async () => {
    const unusable = new WatchStoreUnusableError({ file: "", reason: "full" })
    for (const failure of [unusable, new TypeError("a bug")]) {
      const { look, recorded, ranges, opened } = follow({ fails: [failure] })
      expect(await look().catch((error: unknown) => error)).to.equal(failure)
      expect(recorded).to.deep.equal([])
      expect((await look()).block).to.equal(20n)
      expect([ranges, opened.length, recorded.length]).to.deep.equal([
        [
          [3, 20],
          [3, 20],
        ],
        2,
        1,
      ])
    }
  })

  it("says why a chain could not be read further, and how far it was, and ends with the signal", async () => {
    const { look, state, recorded } = follow()
    expect((await failure(look(AbortSignal.abort()))).code).to.equal("ABORTED")
    await look()
    state.isDown = true
    const { problem, ...rest } = await look()
    expect([rest, problem?.code]).to.deep.equal([{ slug: 1, name: "alpha", block: 20n }, "NODE_FAILED"])
    Object.assign(state, { isDown: false, head: 22 })
    expect(await look()).to.deep.equal({ slug: 1, name: "alpha", block: 22n, problem: undefined })
    expect(recorded.map((one) => (one as unknown[])[1])).to.deep.equal([20, 22])
  })
})
