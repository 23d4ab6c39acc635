import { expect } from "chai"
import { describe, it } from "mocha"
import { numberToHex } from "viem"

import type { FollowedChain } from "#extras/watch/src/followChain.js"
import { findStart } from "#extras/watch/tasks/export.js"
import { NodeFailedError } from "#src/onchain/callErrors.js"
import type { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { failure } from "#test/fixtures/failure.js"
import { block, chainOf, node } from "#test/fixtures/worlds/messaging/watchedFacts.js"

/** A chain of 101 blocks, each a hundred seconds after the one before, from second 100,000 on. */
function chain(slug: number, { first = 0 } = {}) {
  const answer = ([number]: readonly unknown[]): unknown => {
    const asked = number === "latest" ? 100 : number === "earliest" ? 0 : Number(number)
    return asked < first || asked > 100 ? null : block(asked, 100_000 + 100 * asked)
  }
  return chainOf(slug, node({ eth_getBlockByNumber: answer, eth_blockNumber: () => numberToHex(100) }))
}

const find = async (since: Parameters<typeof findStart>[1], chains = [chain(1), chain(2)]) => {
  const clock = createManualClock()
  const { chains: found, start } = await clock.run(findStart(chains, since, { clock }))
  return { from: found.map(({ from }) => from), start }
}
const codeOf = async (since: Parameters<typeof findStart>[1], chains?: Parameters<typeof find>[1]) =>
  await find(since, chains).then(
    () => "found",
    (error: unknown) =>
      error instanceof NodeFailedError ? error.shortMessage : (error as InvalidInputError).explanation,
  )
const alpha = { slug: 1, name: "alpha", network: "alpha" }

describe("findStart", () => {
  it("reads each chain from an hour before the moment, or before the block of one of them", async () => {
    expect(await find({ seconds: 0 })).to.deep.equal({ from: [0n, 0n], start: { slug: -1, block: 0, seconds: 0 } })
    // For all, no node is asked.
    const silent = [chainOf(1, node({}))]
    expect((await find({ seconds: 0 }, silent)).from).to.deep.equal([0n])
    expect(await codeOf({ seconds: 1 }, silent)).to.contain("The node of alpha")
    const start = { slug: -1, block: 0, seconds: 108_600 }
    // Second 105,000 is that of block 50.
    expect(await find({ seconds: 108_600 })).to.deep.equal({ from: [50n, 50n], start })
    expect((await find({ seconds: 108_601 })).from).to.deep.equal([51n, 51n])
    expect(await find({ block: 86, chain: alpha })).to.deep.equal({
      ...{ from: [50n, 50n], start: { slug: 1, block: 86, seconds: 108_600 } },
    })
  })

  it("says why a node cannot tell, and passes on that the export was stopped", async () => {
    const clock = createManualClock()
    const errorOf = async (one: FollowedChain, signal?: AbortSignal) =>
      await failure(clock.run(findStart([one], { seconds: 108_600 }, { clock, signal })))
    const forgotten = await errorOf(chain(1, { first: 60 }))
    expect(forgotten.message).to.contain("The node of alpha")
    expect([forgotten.code, forgotten.facts]).to.deep.equal([
      ...["NODE_FAILED", { function: "eth_getBlockByNumber", reason: "it has forgotten the blocks before 60" }],
    ])
    const silent = await errorOf(chainOf(2, node({})))
    expect(silent.message).to.contain("The node of beta")
    expect(silent.facts["reason"]).to.contain("no eth_getBlockByNumber")
    expect((await errorOf(chain(1), AbortSignal.abort())).code).to.equal("ABORTED")
    const block = { block: 5, chain: alpha }
    const away = clock.run(findStart([chainOf(1, node({}))], block, { clock }))
    expect((await failure(away)).message).to.contain("The node of alpha")
  })

  it("refuses a block that the chain does not have, a chain without plugs, and says which node has forgotten", async () => {
    expect(await codeOf({ block: 101, chain: alpha })).to.contain("alpha has no block 101")
    expect(await codeOf({ block: 5, chain: { ...alpha, slug: 7 } })).to.contain("no plug of these is on alpha")
    expect(await codeOf({ seconds: 108_600 }, [chain(1), chainOf(2, node({}))])).to.contain("The node of beta")
  })
})
