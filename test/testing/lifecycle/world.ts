import "#src/testing/chai/index.js"

import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"

import { createWorld } from "#src/testing/index.js"
import type { OpenWorld } from "#src/testing/world/OpenWorld.js"
import { runningWorlds, worldOf } from "#src/testing/world/runningWorlds.js"
import { deepIt } from "#test/fixtures/depth.js"
import { failure, thrown } from "#test/fixtures/failure.js"

describe("the life of a world", () => {
  it("ends with its block", async () => {
    let url: string
    let open: OpenWorld
    {
      await using world = await createWorld(hre).start()
      url = world.devnet.url
      expect((await fetch(url)).status).to.be.lessThan(500)
      const { alpha, beta } = await world.deployConnected("Counter", ({ socket, owner }) => [socket, owner])
      await expect(alpha.send.add([beta.slug, 1n])).to.be.delivered
      open = worldOf(alpha)!
      expect([open.isOpen(), runningWorlds().includes(open)]).to.deep.equal([true, true])
    }
    expect([open.isOpen(), runningWorlds().includes(open)]).to.deep.equal([false, false])
    const refused = await fetch(url).catch((error: unknown) => error)
    expect(refused).to.be.instanceOf(Error)
  })

  it("is empty when it is started again", async () => {
    const world = createWorld(hre)
    await world.start()
    const send = async () => {
      const { alpha, beta } = await world.deployConnected("Counter", ({ socket, owner }) => [socket, owner])
      world.manual()
      return await alpha.send.add([beta.slug, 1n])
    }
    await world.deploy("alpha", "Doubling")
    const before = await send()
    await world.stop()
    expect(thrown(() => world.chains).code).to.equal("WORLD_NOT_STARTED")
    await world.start()
    const doubling = await world.deploy("alpha", "Doubling")
    expect(await doubling.read.double([2n])).to.equal(4n)
    // The same transaction once more, and what was sent before is not taken for it.
    const now = await send()
    expect(now.hash).to.equal(before.hash)
    for (const gone of [before, [now, before]]) {
      expect(await failure(world.deliver(gone))).to.include({ code: "INVALID_INPUT", argument: "deliver" })
    }
    await world.deliver(now)
    await world.stop()
  })

  it("leaves nothing open when it cannot start", async () => {
    const world = createWorld(hre, { optimisticTimeout: 0 })
    expect(await failure(world.start())).to.include({ code: "INVALID_INPUT", argument: "optimisticTimeout" })
    await world.stop()
    const noNetwork = createWorld(hre, { network: "nowhere" })
    expect(await failure(noNetwork.start())).to.include({ code: "INVALID_INPUT", argument: "network" })
  })

  it("refuses what it does not know, instead of leaving it out", async () => {
    const noRuntime = createWorld(undefined as never)
    expect(await failure(noRuntime.start())).to.include({ code: "INVALID_INPUT", argument: "hre" })
    const [network, artifacts, config] = [hre.network, hre.artifacts, hre.config]
    for (const given of [null, "hre", () => hre, { network, artifacts }, { network, config }, { artifacts, config }]) {
      const half = createWorld(given as never)
      expect(await failure(half.start())).to.include({ code: "INVALID_INPUT", argument: "hre" })
    }
    const misspelt = createWorld(hre, { chain: ["alpha", "beta"] } as never)
    expect(await failure(misspelt.start())).to.include({ code: "INVALID_INPUT", argument: "createWorld" })
    const unknown = createWorld(hre, { delivery: "slow" as never })
    expect(await failure(unknown.start())).to.include({ code: "INVALID_INPUT", argument: "delivery" })
  })

  deepIt("says that it does not run, also by the contracts that it had", async () => {
    const world = createWorld(hre)
    await world.start()
    const { alpha, beta } = await world.deployConnected("Counter", ({ socket, owner }) => [socket, owner])
    await world.stop()
    expect((await failure(alpha.send.add([beta.slug, 1n]))).code).to.equal("WORLD_NOT_STARTED")
    expect((await failure(alpha.read.counter())).code).to.equal("WORLD_NOT_STARTED")
    expect((await failure(alpha.write.renounceOwnership())).code).to.equal("WORLD_NOT_STARTED")
  })

  describe("beside another", () => {
    const [one, other] = [createWorld(hre), createWorld(hre, { chains: ["alpha", "beta", "gamma"] })]
    before(() => Promise.all([one.start(), other.start()]))
    after(() => Promise.all([one.stop(), other.stop()]))

    it("has chains of its own", async () => {
      const args = ({ socket, owner }: { socket: `0x${string}`; owner: `0x${string}` }) => [socket, owner] as const
      const mine = await one.deployConnected("Counter", args)
      const theirs = await other.deployConnected("Counter", args)
      await Promise.all([
        expect(mine.alpha.send.add([mine.beta.slug, 1n])).to.be.delivered,
        expect(theirs.alpha.send.add([theirs.beta.slug, 2n])).to.be.delivered,
      ])
      expect([await mine.beta.read.counter(), await theirs.beta.read.counter()]).to.eql([1n, 2n])
    })
  })
})
