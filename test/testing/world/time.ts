import { expect } from "chai"
import hre from "hardhat"
import { after, before, beforeEach, describe, it } from "mocha"
import { toHex } from "viem"

import { createWorld } from "#src/testing/index.js"
import { failure } from "#test/fixtures/failure.js"

describe("the time of a world", () => {
  const world = createWorld(hre, {
    chains: ["alpha", "beta"],
    gateway: true,
    executionRetries: { attempts: 3, delay: 1_000 },
  })
  before(world.start)
  after(world.stop)

  const moody = () => world.deployConnected("MoodyPlug", ({ socket, owner }) => [socket, owner])
  let plugs: Awaited<ReturnType<typeof moody>>
  beforeEach(async () => {
    plugs = await world.loadFixture(moody)
  })

  const chains = () => [world.chains.alpha, world.chains.beta, world.devnet.gateway.chain]
  const timestamps = async () =>
    await Promise.all(chains().map(async ({ publicClient }) => Number((await publicClient.getBlock()).timestamp)))
  const nextTimestamps = async () =>
    await Promise.all(
      chains().map(async ({ publicClient }) =>
        Number((await publicClient.getBlock({ blockTag: "pending" })).timestamp),
      ),
    )
  const allAt = (time: number) => [time, time, time]

  it("is the same in every block of every chain, whoever mines it", async () => {
    const now = world.time.now()
    const { alpha, beta } = plugs
    await alpha.send.send([beta.slug, "0xaa"])
    await world.deliver()
    await world.chains.alpha.testClient.mine({ blocks: 3 })
    await world.chains.beta.provider.request({ method: "hardhat_mine", params: ["0x2"] })
    await world.devnet.gateway.chain.provider.request({ method: "evm_mine" })
    expect(await timestamps()).to.deep.equal(allAt(now))
    expect(await nextTimestamps()).to.deep.equal(allAt(now))
    const { publicClient } = world.chains.beta
    const newest = await publicClient.getBlockNumber()
    for (let number = 0n; number <= newest; number += 1n) {
      expect(Number((await publicClient.getBlock({ blockNumber: number })).timestamp)).to.equal(now)
    }
  })

  it("goes on by whole seconds, on every chain together", async () => {
    const now = world.time.now()
    await world.time.increase(90)
    expect([world.time.now(), await timestamps(), await nextTimestamps()]).to.deep.equal([
      now + 90,
      allAt(now + 90),
      allAt(now + 90),
    ])
    await world.time.setTo(BigInt(now + 100))
    expect([world.time.now(), await timestamps()]).to.deep.equal([now + 100, allAt(now + 100)])
    await plugs.alpha.send.send([plugs.beta.slug, "0xaa"])
    await world.deliver()
    expect(await timestamps()).to.deep.equal(allAt(now + 100))
  })

  it("stays where it is by nothing, and each chain mines a block", async () => {
    const now = world.time.now()
    const blocks = () => Promise.all(chains().map(({ publicClient }) => publicClient.getBlockNumber()))
    for (const stay of [
      () => world.time.setTo(now),
      () => world.time.setTo(BigInt(now)),
      () => world.time.increase(0),
    ]) {
      const before = await blocks()
      await stay()
      expect(await blocks()).to.deep.equal(before.map((block) => block + 1n))
      expect([world.time.now(), await timestamps()]).to.deep.equal([now, allAt(now)])
    }
  })

  it("is as it was after a fixture is loaded", async () => {
    const now = world.time.now()
    await world.time.increase(1_000)
    await world.time.unfreeze()
    await world.loadFixture(moody)
    expect(world.time.now()).to.equal(now)
    await world.chains.alpha.testClient.mine({ blocks: 1 })
    expect(await nextTimestamps()).to.deep.equal(allAt(now))
  })

  it("decides when a reverting inbound is tried again, and nothing else does", async () => {
    const { alpha, beta } = plugs
    await beta.write.refuseAll([true])
    const { hash } = await alpha.send.send([beta.slug, "0xaa"])
    const note = () => world.devnet.messagesFromTx(alpha.slug, hash)[0]!.note
    for (let round = 0; round < 2; round += 1) await world.deliver()
    expect(note()?.attempts).to.equal(1)
    await world.time.increase(1)
    await world.deliver()
    expect(note()?.attempts).to.equal(2)
    await beta.write.refuseAll([false])
    await world.deliver()
    expect(world.devnet.messagesFromTx(alpha.slug, hash)[0]!.status).to.equal("INBOUND_REVERTING")
    await world.time.increase(1)
    await world.deliver()
    expect(world.devnet.messagesFromTx(alpha.slug, hash)[0]!.status).to.equal("EXECUTION_SUCCESS")
  })

  it("leaves a chain ahead that a test has moved alone, until a fixture is loaded", async () => {
    const now = world.time.now()
    const { testClient } = world.chains.beta
    await testClient.increaseTime({ seconds: 30 })
    await testClient.mine({ blocks: 1 })
    expect(await timestamps()).to.deep.equal([now, now + 30, now])
    await world.time.increase(5)
    expect(await timestamps()).to.deep.equal([now + 5, now + 35, now + 5])
    await testClient.setNextBlockTimestamp({ timestamp: BigInt(now + 50) })
    await testClient.mine({ blocks: 2 })
    expect(await timestamps()).to.deep.equal([now + 5, now + 50, now + 5])
    await testClient.request({ method: "evm_mine", params: [toHex(now + 60)] } as never)
    expect(await timestamps()).to.deep.equal([now + 5, now + 60, now + 5])
    await world.loadFixture(moody)
    await testClient.mine({ blocks: 1 })
    expect((await timestamps())[1]).to.equal(now)
  })

  it("runs with the machine's after unfreeze, from where it was, until freeze", async () => {
    const now = world.time.now()
    await world.time.unfreeze()
    await world.time.increase(10)
    expect(world.time.now()).to.be.at.least(now + 10)
    await world.time.freeze()
    const frozen = world.time.now()
    await world.chains.alpha.testClient.mine({ blocks: 1 })
    expect((await timestamps())[0]).to.equal(frozen)
  })

  for (const [what, act, text] of [
    [
      "a moment that has passed",
      () => world.time.setTo(world.time.now() - 3),
      /^Argument "moment": it is 3 seconds before the world's time, which is \d+, and no chain's time goes back\. Give a later moment\. To go back, take world\.snapshot\(\) before, or load a fixture\.$/,
    ],
    [
      "a step back",
      () => world.time.increase(-1),
      /^Argument "seconds": -1 is no whole number of seconds from 0\. Give whole seconds/,
    ],
    [
      "half a second",
      () => world.time.increase(0.5),
      /^Argument "seconds": 0\.5 is no whole number of seconds from 0\./,
    ],
    [
      "what is no number",
      () => world.time.setTo("soon" as never),
      /^Argument "moment": soon is no whole number of seconds from 0\./,
    ],
  ] as const) {
    it(`refuses ${what}`, async () => {
      const now = world.time.now()
      expect((await failure(act())).message).to.match(text)
      expect(world.time.now()).to.equal(now)
    })
  }
})
