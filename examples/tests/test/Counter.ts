import { expect } from "chai"
import hre from "hardhat"
import { createWorld } from "hardhat-plugs/testing"
import "hardhat-plugs/testing/chai"

describe("Counter, across two chains in this process", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta"] })
  before(world.start)
  after(world.stop)
  // Every test begins with both counters at zero.
  const counters = () => world.deployConnected("Counter", ({ socket, owner }) => [socket, owner])

  it("adds on the other chain what it sends", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    await expect(alpha.send.add([beta.slug, 5n])).to.be.delivered
    expect([await alpha.read.counter(), await beta.read.counter()]).to.eql([0n, 5n])
  })

  it("refuses to send for less than the fee", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    const error: unknown = await alpha.send.add([beta.slug, 5n], { attached: 1n }).catch((thrown: unknown) => thrown)
    expect(error).to.have.nested.property("revert.name", "InsufficientFees")
    expect(await beta.read.counter()).to.equal(0n)
  })
})
