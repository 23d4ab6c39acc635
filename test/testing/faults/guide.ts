import "#src/testing/chai/index.js"

import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"

import { createWorld } from "#src/testing/index.js"

/** The code of docs/testing, about faults. */
describe("the guide's faults", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta"] })
  before(world.start)
  after(world.stop)
  const counters = () => world.deployConnected("Counter", ({ socket, owner }) => [socket, owner])

  it("survives a reorg of the source", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    world.faults.reorg("alpha", { blocks: 2, at: "SEALED" })
    await expect(alpha.send.add([beta.slug, 5n])).to.be.delivered.once
  })

  it("is delivered once the watcher is back", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    const fault = world.faults.down("watcher")
    const sent = await alpha.send.add([beta.slug, 5n])
    await expect(sent).to.reach("PROPOSED")
    await fault.end()
    await expect(sent).to.be.delivered
  })

  it("takes faults as plain data", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    await world.faults.apply({ fault: "reorg", chain: "beta", blocks: 1, at: "EXECUTION_SUCCESS" })
    await expect(alpha.send.add([beta.slug, 5n])).to.be.delivered.once
  })
})
