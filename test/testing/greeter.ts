import "#src/testing/chai/index.js"

import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"

import { createWorld } from "#src/testing/index.js"

describe("a world", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta"] })
  before(world.start)
  after(world.stop)
  const counters = () => world.deployConnected("Counter", ({ socket, owner }) => [socket, owner])

  for (let run = 0; run < 5; run += 1) {
    it("delivers", async () => {
      const { alpha, beta } = await world.loadFixture(counters)
      await expect(alpha.send.add([beta.slug, 5n])).to.be.delivered
      expect(await beta.read.counter()).to.equal(5n)
    })
  }
})
