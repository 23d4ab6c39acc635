import "#src/testing/chai/index.js"

import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"

import { isPlugsError } from "#src/primitives/PlugsError.js"
import { createWorld } from "#src/testing/index.js"
import { variants } from "#test/fixtures/depth.js"

describe("world.faults.reorg", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta"] })
  before(world.start)
  after(world.stop)
  const counters = () => world.deployConnected("Counter", ({ socket, owner }) => [socket, owner])

  const movingTokens = () => world.deployConnected("MovingToken", ({ socket, owner }) => [socket, owner, 100n])

  /** Every report of the devnet, such as ChainSetBackAloneError. */
  const reports: unknown[] = []
  before(() => {
    world.devnet.onError((error) => reports.push(error))
  })

  it("replaces blocks of the source, and the message is delivered once", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    const fault = world.faults.reorg("alpha", { blocks: 2, at: "SEALED" })
    const sent = await alpha.send.add([beta.slug, 5n])
    await world.deliver()
    expect(await beta.read.counter()).to.equal(5n)
    expect(fault.happened).to.equal(1)
    const { publicClient } = world.chains.alpha
    const again = await publicClient.getTransactionReceipt({ hash: sent.hash })
    expect(again.blockHash).not.to.equal(sent.receipt.blockHash)
    expect(again.blockNumber > sent.receipt.blockNumber).to.equal(true)
    expect(reports).to.deep.equal([])
  })

  for (const chain of ["alpha", "beta"] as const) {
    for (const at of [
      "RECEIVED",
      "SEALED",
      "PROPOSED",
      "ATTESTED",
      "VERIFIED",
      "EXECUTING",
      "EXECUTION_SUCCESS",
    ] as const) {
      for (const blocks of variants([2, 1, 5], 1)) {
        it(`delivers once when ${blocks} blocks of ${chain} are replaced at ${at}`, async () => {
          const { alpha, beta } = await world.loadFixture(counters)
          const fault = world.faults.reorg(chain, { blocks, at })
          await expect(alpha.send.add([beta.slug, 5n])).to.be.delivered.once
          expect(fault.happened).to.equal(1)
          expect(await beta.read.counter()).to.equal(5n)
          expect(reports).to.deep.equal([])
        })
      }
    }
  }

  it("loses a message whose transaction is dropped, and delivers the next one with its id", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    world.faults.reorg("alpha", { blocks: 2, at: "SEALED", drops: true })
    const sent = await alpha.send.add([beta.slug, 5n])
    await world.deliver()
    expect(await beta.read.counter()).to.equal(0n)
    const found: unknown = await world.chains.alpha.provider.request({
      method: "eth_getTransactionByHash",
      params: [sent.hash],
    })
    expect(found).to.equal(null)
    await expect(alpha.send.add([beta.slug, 7n])).to.be.delivered
    expect(await beta.read.counter()).to.equal(7n)
  })

  it("happens twice if there are two, each on the chain that the other has left", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    const { publicClient } = world.chains.alpha
    const blockOf = async (hash: `0x${string}`) => (await publicClient.getTransactionReceipt({ hash })).blockHash
    const first = world.faults.reorg("alpha", { blocks: 2, at: "SEALED" })
    const second = world.faults.reorg("alpha", { blocks: 5, at: "EXECUTION_SUCCESS" })
    const sent = await alpha.send.add([beta.slug, 5n])
    await world.deliver({ until: "ATTESTED" })
    expect([first.happened, second.happened]).to.deep.equal([1, 0])
    const between = await blockOf(sent.hash)
    await world.deliver()
    expect([first.happened, second.happened]).to.deep.equal([1, 1])
    expect(new Set([sent.receipt.blockHash, between, await blockOf(sent.hash)]).size).to.equal(3)
    await expect(sent).to.be.delivered.once
  })

  it("happens not when a message is set back to its state, however often, and when another reaches it", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    const sent = await alpha.send.add([beta.slug, 5n])
    const fault = world.faults.reorg("alpha", { blocks: 1, at: "RECEIVED" })
    const others = [1, 1].map((blocks) => world.faults.reorg("alpha", { blocks, at: "SEALED" }))
    await world.deliver()
    expect([fault, ...others].map(({ happened }) => happened)).to.deep.equal([0, 1, 1])
    await expect(sent).to.be.delivered.once
    await alpha.send.add([beta.slug, 700n])
    await world.deliver()
    expect([fault.happened, await beta.read.counter()]).to.deep.equal([1, 705n])
    expect(reports).to.deep.equal([])
  })

  it("prints no warning about another message with the same id: the fault that was asked for has made it", async () => {
    const { alpha, beta } = await world.loadFixture(movingTokens)
    const warnings: Error[] = []
    const onWarning = (warning: Error) => void warnings.push(warning)
    process.on("warning", onWarning)
    try {
      reports.length = 0
      const fault = world.faults.reorg("alpha", { blocks: 4, at: "EXECUTION_SUCCESS" })
      await alpha.send.move([beta.slug, 10n])
      await world.deliver()
      expect(fault.happened).to.equal(1)
      expect(reports.map((error) => (isPlugsError(error) ? error.code : error))).to.deep.equal(["ID_USED_BEFORE"])
      // Node prints a warning after what runs now.
      await new Promise((resolve) => setImmediate(resolve))
      expect(warnings).to.deep.equal([])
    } finally {
      process.off("warning", onWarning)
      reports.length = 0
    }
  })
})
