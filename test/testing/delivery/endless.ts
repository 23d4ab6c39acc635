import { expect } from "chai"
import hre from "hardhat"
import { after, before, it } from "mocha"
import { parseEther } from "viem"

import { createWorld } from "#src/testing/index.js"
import { deepDescribe } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"

// It takes some hundred messages. The fast suite has the same for a relay without chains, in test/devnet/relay/idle.ts.
deepDescribe("plugs that answer each other without end", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta"] })
  before(world.start)
  after(world.stop)
  const echoes = async () => {
    const plugs = await world.deployConnected("Echo", ({ socket, owner }) => [socket, owner])
    await world.fund(plugs.alpha.address, parseEther("100"))
    await world.fund(plugs.beta.address, parseEther("100"))
    return plugs
  }
  const counters = () => world.deployConnected("Counter", ({ socket, owner }) => [socket, owner])

  it("are reported by a delivery that would never be done, and are over in the next fixture", async () => {
    const { alpha, beta } = await world.loadFixture(echoes)
    world.manual()
    await alpha.send.send([beta.slug])
    const error = await failure(world.deliver())
    expect(error).to.include({ code: "ENDLESS_WORK" })
    expect(error)
      .to.have.property("message")
      .that.matches(/^The actors find no end: they have begun work \d+ times/)

    const next = await world.loadFixture(counters)
    await world.assertions.delivered(next.alpha.send.add([next.beta.slug, 1n]))
  })
})
