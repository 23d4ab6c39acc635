import { expect } from "chai"
import { after, afterEach, before, describe, it } from "mocha"
import { keccak256, toHex } from "viem"

import {
  createExplainedSwapWorld,
  type ExplainedSwapWorld,
  overPool,
} from "../../fixtures/worlds/explainedSwapWorld.js"

describe("hardhat swap resume", function () {
  this.timeout(60_000)
  let world: ExplainedSwapWorld
  before(async () => {
    world = await createExplainedSwapWorld()
  })
  afterEach(() => world.reset())
  after(() => world[Symbol.asyncDispose]())

  const leave = async (amount: string) => {
    world.devnet.relay.pause()
    const quoteId = await world.leaveAt("IN_PROGRESS", overPool(amount))
    world.devnet.relay.resume()
    return quoteId
  }

  it("goes on with the only unfinished swap, and sends nothing twice", async () => {
    const before = await world.balanceOf(world.alpha, "usdc")
    const quoteId = await leave("40")
    const { code, stderr, events } = await world.run(["swap", "resume", "--json"])
    expect(code, stderr).to.equal(0)
    expect(events[0]).to.include({ event: "resumed", quoteId })
    expect(events.at(-1)).to.include({ event: "end", outcome: "success", quoteId })
    expect(before - (await world.balanceOf(world.alpha, "usdc"))).to.equal(40_000_000n)
  })

  it("lists several unfinished swaps, and resumes the one that is named", async () => {
    const one = await leave("41")
    const two = await leave("42")
    const several = await world.run(["swap", "resume"])
    expect(several.code).to.equal(1)
    expect(several.stderr).to.contain("2 swaps of this project are unfinished")
    for (const quoteId of [one, two]) expect(several.stderr).to.contain(quoteId)
    for (const quoteId of [one, two]) {
      const { code, stdout, stderr } = await world.run(["swap", "resume", quoteId])
      expect(code, stderr).to.equal(0)
      expect(stdout).to.match(/COMPLETED/)
    }
    const none = await world.run(["swap", "resume"])
    expect(none.code).to.equal(1)
    expect(none.stderr).to.contain("no swap of this project is unfinished")
  })

  it("ends the command that began it, which then swaps again", async () => {
    const before = await world.balanceOf(world.alpha, "usdc")
    await leave("43")
    expect((await world.run(["swap", "resume"])).code).to.equal(0)
    const again = await world.run(["swap", "execute", ...overPool("43"), "--yes", "--json"])
    expect(again.code, again.stderr).to.equal(0)
    expect(again.events.some(({ event }) => event === "resumed")).to.equal(false)
    expect(before - (await world.balanceOf(world.alpha, "usdc"))).to.equal(86_000_000n)
  })

  it("has the exit codes of swap execute", async () => {
    world.devnet.relay.pause()
    await world.leaveAt("IN_PROGRESS", overPool("44"))
    const late = await world.run(["swap", "resume", "--timeout", "300ms", "--json"])
    expect(late.code).to.equal(3)
    await using waiting = world.start(["swap", "resume", "--json"])
    await waiting.event(({ status }) => status === "IN_PROGRESS")
    waiting.interrupt()
    const ended = await waiting.ended
    expect(ended.code).to.equal(130)
    expect(ended.stderr).to.match(/npx hardhat swap resume 0x[0-9a-f]{64}/)
  })

  it("begins nothing: a swap that was not signed, and one that nobody knows, are refused", async () => {
    const before = await world.balanceOf(world.alpha, "usdc")
    const unsent = await world.leaveUnsent(overPool("45"), "approval")
    const notSigned = await world.run(["swap", "resume", unsent])
    expect(notSigned.code).to.equal(1)
    expect(notSigned.stderr).to.contain("nothing was sent for this quote")
    const unknown = await world.run(["swap", "resume", keccak256(toHex("nothing"))])
    expect(unknown.code).to.equal(1)
    expect(unknown.stderr).to.contain("no swap of this quote was begun from this project")
    expect(await world.balanceOf(world.alpha, "usdc")).to.equal(before)
  })
})
