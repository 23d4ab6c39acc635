import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"

import { createWorld } from "#src/testing/index.js"
import { deepIt } from "#test/fixtures/depth.js"
import { deployCounterApp } from "#test/fixtures/testing/deployCounterApp.js"

describe("faults of the gateway", () => {
  const world = createWorld(hre, { gateway: true })
  before(world.start)
  after(world.stop)

  const reports: unknown[] = []
  before(() => {
    world.devnet.onError((error) => reports.push(error))
  })

  const counters = () => deployCounterApp(world, { on: ["alpha", "beta"] })

  async function sumOn(app: Awaited<ReturnType<typeof counters>>): Promise<bigint> {
    await app.send.readCounters([[world.chains.alpha.slug, world.chains.beta.slug]])
    await world.deliver()
    return await app.read.sum()
  }

  for (const chain of ["alpha", "gateway"] as const) {
    for (const at of ["FINALIZED", "EXECUTED", "PROMISE_RESOLVED"] as const) {
      deepIt(`reorg: a request takes effect once when 2 blocks of ${chain} are replaced at ${at}`, async () => {
        const app = await world.loadFixture(counters)
        const fault = world.faults.reorg(chain, { blocks: 2, at })
        await app.send.add([[world.chains.alpha.slug, world.chains.beta.slug], 4n])
        await world.deliver()
        expect(fault.happened).to.equal(1)
        await fault.end()
        expect(await sumOn(app)).to.equal(8n)
        expect(reports).to.deep.equal([])
      })
    }
  }

  it("down: the gateway's transmitter does nothing until it ends", async () => {
    const app = await world.loadFixture(counters)
    const fault = world.faults.down("gatewayTransmitter", { chain: "beta" })
    const { alpha, beta } = world.chains
    const { hash } = await app.send.add([[alpha.slug, beta.slug], 4n])
    await world.deliver()
    const statuses = () =>
      world.devnet.gateway.requestsFromTx(hash).flatMap(({ payloads }) => payloads.map(({ status }) => status))
    expect(statuses()).to.deep.equal(["PROMISE_RESOLVED", "FINALIZED"])
    await fault.end()
    await world.deliver()
    expect(new Set(statuses())).to.deep.equal(new Set(["PROMISE_RESOLVED"]))
  })

  deepIt("shuffled: requests still take effect once", async () => {
    const app = await world.loadFixture(counters)
    const fault = world.faults.shuffled({ seed: 4 })
    for (const amount of [1n, 2n, 3n, 4n]) await app.send.add([[world.chains.alpha.slug], amount])
    await world.deliver()
    expect(fault.happened > 0).to.equal(true)
    await fault.end()
    expect(await sumOn(app)).to.equal(10n)
  })

  it("stoppedChain: the gateway chain keeps a request until it ends", async () => {
    const app = await world.loadFixture(counters)
    const { hash } = await app.send.add([[world.chains.alpha.slug], 4n])
    const fault = await world.faults.stoppedChain("gateway")
    await world.deliver()
    await fault.end()
    await world.deliver()
    expect(world.devnet.gateway.requestsFromTx(hash)[0]?.status).to.equal("COMPLETED")
  })
})
