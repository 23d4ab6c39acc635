import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"

import { type BlockRange, searchLogs } from "../../../src/onchain/logs.js"

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

describe("searchLogs", () => {
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
