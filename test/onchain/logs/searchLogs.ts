import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"

import { type BlockRange, searchLogs, shorterRange } from "#src/onchain/logs.js"

/** A node with a log in each of some blocks, which answers for so many blocks at once. */
function nodeWith(blocks: readonly bigint[], limit = 1_000_000n) {
  const asked: BlockRange[] = []
  const read = (range: BlockRange): Promise<readonly bigint[]> => {
    asked.push(range)
    if (range.toBlock - range.fromBlock >= limit) return Promise.reject(new Error("too many blocks"))
    return Promise.resolve(blocks.filter((block) => block >= range.fromBlock && block <= range.toBlock))
  }
  return { asked, read }
}

describe("shorterRange", () => {
  it("is the next of what public nodes allow, and half below that, down to nothing", () => {
    const refused = [900_000n, 100_001n, 100_000n, 10_001n, 10_000n, 2_001n, 2_000n, 501n, 500n, 3n, 2n, 1n]
    expect(refused.map(shorterRange)).to.deep.equal([
      ...[100_000n, 100_000n, 10_000n, 10_000n, 2_000n, 2_000n, 500n, 500n, 250n, 1n, 1n, 0n],
    ])
  })
})

describe("searchLogs", () => {
  it("asks from its end for whole ranges as long as the node allows, and for the rest last", async () => {
    const ranges = async (fromBlock: bigint, toBlock: bigint, first: "newest" | "oldest") => {
      const { asked, read } = nodeWith([], 500n)
      await searchLogs({ fromBlock, toBlock, read, first })
      return asked.map((range) => [Number(range.fromBlock), Number(range.toBlock)])
    }
    expect(await ranges(7n, 506n, "newest")).to.deep.equal([[7, 506]])
    expect(await ranges(7n, 507n, "newest")).to.deep.equal([
      ...[
        [7, 507],
        [8, 507],
        [7, 7],
      ],
    ])
    expect(await ranges(0n, 1_200n, "newest")).to.deep.equal([
      ...[
        [0, 1_200],
        [701, 1_200],
        [201, 700],
        [0, 200],
      ],
    ])
    expect(await ranges(0n, 1_200n, "oldest")).to.deep.equal([
      ...[
        [0, 1_200],
        [0, 499],
        [500, 999],
        [1_000, 1_200],
      ],
    ])
  })

  it("makes twelve requests unless it may make more, none of less than 500 blocks, and none after its signal", async () => {
    const many = nodeWith([3n], 500n)
    const search = { fromBlock: 0n, toBlock: 999_999n }
    expect((await searchLogs({ ...search, read: many.read })).unread).to.match(/after 12 requests.* 0 to 995999 /)
    expect(many.asked).to.have.length(12)
    const strict = nodeWith([3n], 499n)
    const { unread } = await searchLogs({ ...search, toBlock: 1_999n, read: strict.read })
    expect(unread).to.contain("too many blocks")
    expect(strict.asked.map(({ toBlock, fromBlock }) => toBlock - fromBlock + 1n)).to.deep.equal([2_000n, 500n])
    const aborted = nodeWith([3n])
    const stopped = await searchLogs({ ...search, read: aborted.read, signal: AbortSignal.abort() })
    expect([stopped.found, stopped.unread?.includes("0 to 999999"), aborted.asked]).to.deep.equal([[], true, []])
  })

  it("asks for as many blocks as it is told, and for fewer down to the least that it is told", async () => {
    const { asked, read } = nodeWith([3n], 100n)
    const blocks = { most: 300n, least: 75n }
    expect((await searchLogs({ fromBlock: 0n, toBlock: 599n, read, blocks })).found).to.deep.equal([3n])
    expect(asked.slice(0, 4).map(({ toBlock, fromBlock }) => [fromBlock, toBlock])).to.deep.equal([
      ...[
        [300n, 599n],
        [450n, 599n],
        [525n, 599n],
        [450n, 524n],
      ],
    ])
    const { unread } = await searchLogs({ fromBlock: 0n, toBlock: 599n, read, blocks: { ...blocks, least: 76n } })
    expect(unread).to.contain("too many blocks")
  })

  it("takes one request if the node allows it", async () => {
    const { asked, read } = nodeWith([3n, 70_000n])
    expect(await searchLogs({ fromBlock: 1n, toBlock: 90_000n, read })).to.deep.equal({
      found: [3n, 70_000n],
      unread: undefined,
    })
    expect(asked).to.have.length(1)
  })

  it("finds all in shorter ranges, in the order of the chain, from either end", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.bigInt({ min: 0n, max: 5_000n }), { maxLength: 12 }),
        fc.bigInt({ min: 0n, max: 5_000n }),
        fc.constantFrom("newest" as const, "oldest" as const),
        async (blocks, fromBlock, first) => {
          const sorted = blocks.sort((one, other) => Number(one - other))
          const { read } = nodeWith(sorted, 500n)
          const { found, unread } = await searchLogs({ fromBlock, toBlock: 5_000n, read, first, maxRequests: 20 })
          expect(found).to.deep.equal(sorted.filter((block) => block >= fromBlock))
          expect(unread).to.equal(undefined)
        },
      ),
    )
  })

  it("ends with what is enough, and begins at the end that is asked for", async () => {
    for (const [first, expected] of [
      ["newest", 90_000n],
      ["oldest", 3n],
    ] as const) {
      const { asked, read } = nodeWith([3n, 90_000n], 2_000n)
      const isEnough = (found: readonly bigint[]) => found.length > 0
      const { found, unread } = await searchLogs({ fromBlock: 0n, toBlock: 90_000n, read, first, isEnough })
      expect({ found, unread }).to.deep.equal({ found: [expected], unread: undefined })
      expect(asked).to.have.length(3)
    }
  })

  it("says what it has not read, and why", async () => {
    const { read } = nodeWith([3n], 500n)
    const left = await searchLogs({ fromBlock: 0n, toBlock: 9_999_999n, read, maxRequests: 5 })
    expect(left.found).to.deep.equal([])
    expect(left.unread).to.match(/500 blocks.*0 to \d+/)
    const { unread } = await searchLogs({
      fromBlock: 0n,
      toBlock: 9n,
      read: () => Promise.reject(new Error("no logs")),
    })
    expect(unread).to.match(/no logs/)
    const none = await searchLogs({ fromBlock: 10n, toBlock: 9n, read: () => Promise.reject(new Error("asked")) })
    expect(none.unread).to.equal(undefined)
  })
})
