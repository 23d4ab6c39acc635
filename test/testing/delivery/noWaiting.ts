import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"

import { createWorld } from "../../../src/testing/index.js"

describe("what controls a world", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta"] })
  before(world.start)
  after(world.stop)
  const counters = () => world.deployConnected("Counter", ({ socket, owner }) => [socket, owner])

  it("neither sleeps nor polls, whatever there is to wait for", async () => {
    await world.loadFixture(counters)
    const delays: number[] = []
    const { setTimeout: real } = globalThis
    globalThis.setTimeout = ((work: () => void, ms = 0) => {
      if (ms > 0) delays.push(ms)
      return real(work, ms)
    }) as never
    try {
      const { alpha, beta } = await world.loadFixture(counters)
      const restore = await world.snapshot()
      await alpha.send.add([beta.slug, 1n])
      await world.deliver()
      await restore()
      world.manual()
      world.hold("attest")
      const sent = await alpha.send.add([beta.slug, 2n])
      await world.deliver({ until: "SEALED" })
      await world.deliverNext()
      await world.deliver()
      await world.time.increase(3_600)
      world.release()
      await world.deliver(sent)
      await world.time.freeze()
      expect(await beta.read.counter()).to.equal(2n)
    } finally {
      globalThis.setTimeout = real
    }
    expect(delays).to.deep.equal([])
  })
})
