import { AsyncLocalStorage } from "node:async_hooks"

import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"

import { createWorld } from "#src/testing/index.js"

describe("what controls a world", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta"] })
  // What other tests have left running waits too, at any time.
  const ofThisWorld = new AsyncLocalStorage<true>()
  before(() => ofThisWorld.run(true, world.start))
  after(world.stop)
  const counters = () => world.deployConnected("Counter", ({ socket, owner }) => [socket, owner])

  it("neither sleeps nor polls, whatever there is to wait for", () => ofThisWorld.run(true, expectNoWaiting))

  async function expectNoWaiting(): Promise<void> {
    await world.loadFixture(counters)
    const waits: (string | undefined)[] = []
    const { setTimeout: real } = globalThis
    globalThis.setTimeout = ((work: () => void, ms = 0) => {
      if (ms > 0 && ofThisWorld.getStore() === true) waits.push(new Error(`waits for ${ms} ms`).stack)
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
    expect(waits).to.deep.equal([])
  }
})
