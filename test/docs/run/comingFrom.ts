import "#src/testing/chai/index.js"

import { expect } from "chai"
import hre from "hardhat"

import { createWorld } from "#src/testing/index.js"

describe("a counter on two chains", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta"] })
  before(world.start)
  after(world.stop)
  const counters = () => world.deployConnected("Counter", ({ socket, owner }) => [socket, owner])

  it("adds on the other chain", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    await expect(alpha.send.add([beta.slug, 5n])).to.be.delivered
    expect(await beta.read.counter()).to.equal(5n)
  })

  it("keeps a message that fails there, and delivers it later", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    const fault = world.faults.outOfGas({ chain: "beta" })
    const sent = await alpha.send.add([beta.slug, 5n]) // is mined, whatever happens on beta
    await expect(sent).to.not.be.delivered
    expect(await beta.read.counter()).to.equal(0n)

    await fault.end()
    await world.time.increase(1) // the executor tries again
    await expect(sent).to.be.delivered.once
    expect(await beta.read.counter()).to.equal(5n)
  })
})
