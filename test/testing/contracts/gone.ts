import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"

import { createWorld } from "#src/testing/index.js"
import { failure } from "#test/fixtures/failure.js"

describe("a contract that the world has gone back from", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta"] })
  before(world.start)
  after(world.stop)
  const nothing = async () => Promise.resolve()
  const counters = () => world.deployConnected("Counter", ({ socket, owner }) => [socket, owner])
  const moody = () => world.deployConnected("MoodyPlug", ({ socket, owner }) => [socket, owner])

  it("says which it is, and what to do, whatever is done with it", async () => {
    await world.loadFixture(nothing)
    const { alpha, beta } = await counters()
    await world.loadFixture(nothing)
    for (const use of [
      alpha.read.counter,
      () => alpha.write.renounceOwnership(),
      () => alpha.simulate.renounceOwnership(),
      () => alpha.send.add([beta.slug, 1n]),
      () => alpha.connectTo(beta),
      () => alpha.as(beta).read.counter(),
    ]) {
      const error = await failure(use())
      expect(error).to.include({ code: "CONTRACT_GONE" })
      expect(error.message).to.equal(
        [
          "Contract Counter is not on alpha any more: the world has gone back to before it was deployed.",
          `  address: ${alpha.address}`,
          "  there now: no contract",
          "Take contracts from the fixture in each test: const { alpha, beta } = await world.loadFixture(greeters). What a test deploys lasts until the next loadFixture or snapshot is restored.",
        ].join("\n"),
      )
    }
  })

  it("says what has its address now", async () => {
    const { alpha } = await world.loadFixture(counters)
    const other = await world.loadFixture(moody)
    expect(other.alpha.address).to.equal(alpha.address)
    expect((await failure(alpha.read.counter())).message).to.contain("there now: MoodyPlug")
    const again = await world.loadFixture(counters)
    expect(await again.alpha.read.counter()).to.equal(0n)
  })

  it("is gone although another chain has one of its name at its address", async () => {
    const onBeta = async () => await world.deploy("beta", "Counter", ({ socket, owner }) => [socket, owner])
    const beta = await world.loadFixture(onBeta)
    const alpha = await world.deploy("alpha", "Counter", ({ socket, owner }) => [socket, owner])
    expect(alpha.address).to.equal(beta.address)
    await world.loadFixture(onBeta)
    expect((await failure(alpha.read.counter())).code).to.equal("CONTRACT_GONE")
    expect(await beta.read.counter()).to.equal(0n)
  })

  it("is still there if the world has only forgotten that it was asked for", async () => {
    await world.loadFixture(nothing)
    const restore = await world.snapshot()
    const { publicClient, walletClient, contracts } = world.chains.alpha
    const { abi, bytecode } = await hre.artifacts.readArtifact("Counter")
    const owner = walletClient.account.address
    const hash = await walletClient.deployContract({
      abi,
      bytecode: bytecode,
      args: [contracts.socket, owner],
    })
    const { contractAddress } = await publicClient.waitForTransactionReceipt({ hash })
    const beforeAsked = await world.snapshot()
    const counter = await world.getContractAt("alpha", "Counter", contractAddress!)
    await beforeAsked()
    expect(await counter.read.counter()).to.equal(0n)
    await restore()
    expect((await failure(counter.read.counter())).code).to.equal("CONTRACT_GONE")
  })
})
