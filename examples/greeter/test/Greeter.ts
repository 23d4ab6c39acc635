import { expect } from "chai"
import hre from "hardhat"
import { createWorld } from "hardhat-plugs/testing"
import "hardhat-plugs/testing/chai"

describe("Greeter, across two chains in this process", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta"] })
  before(world.start)
  after(world.stop)

  it("carries a greeting", async () => {
    const { alpha, beta } = await world.deployConnected("Greeter", ({ socket, owner }) => [socket, owner])
    await expect(alpha.send.greet([beta.slug, "hello"])).to.be.delivered
    expect(await beta.read.greeting()).to.equal("hello")
  })
})
