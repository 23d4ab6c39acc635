import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"

import { createWorld } from "../../../src/testing/index.js"
import "../../../src/testing/chai/index.js"

describe("the costs of a world", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta"] })
  before(world.start)
  after(world.stop)
  const counters = () => world.deployConnected("Counter", ({ socket, owner }) => [socket, owner])

  it("are none before a message is sent", async () => {
    await world.loadFixture(counters)
    expect(await world.costs()).to.deep.equal({ messages: [], requests: [] })
  })

  it("say what each function has cost, and how much of the gas limit inbound has used", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    const one = await alpha.send.add([beta.slug, 5n])
    await alpha.send.add([beta.slug, 6n])
    await beta.send.add([alpha.slug, 7n])
    const t = performance.now()
    const costs = await world.costs()
    console.dir(costs, {depth: 6})
    expect(costs.messages[0]?.fee.min).to.equal(one.fee)
  })
})
