import "../../../../src/testing/chai/index.js"

import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"
import { decodeFunctionData, type Hex, numberToHex } from "viem"

import { socketAbi } from "../../../../src/messaging/onchain/abi.js"
import { isPlugsError } from "../../../../src/primitives/PlugsError.js"
import { createWorld } from "../../../../src/testing/index.js"

describe("the fault forge", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta"], watchers: 2 })
  before(world.start)
  after(world.stop)
  const counters = () => world.deployConnected("Counter", ({ socket, owner }) => [socket, owner])

  const optimistic = () =>
    world.deployConnected("Counter", ({ socket, owner }) => [socket, owner], { switchboard: "OPTIMISTIC" })

  it("delivers what nobody sent, with all signatures, as often as it is asked for", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    await expect(alpha.send.add([beta.slug, 5n])).to.be.delivered
    const payloadDelivered = async () => {
      const [transaction] = (await world.chains.beta.publicClient.getBlock({ includeTransactions: true })).transactions
      const { args } = decodeFunctionData({ abi: socketAbi, data: transaction!.input })
      return (args as readonly [unknown, { payload: Hex }])[1].payload
    }
    const payload = numberToHex(5, { size: 32 })
    const fault = await world.faults.forge("beta")
    expect(await payloadDelivered(), "as nobody has sent it").to.equal(`${payload}${"0".repeat(64)}`)
    await world.faults.forge("beta", { as: "doubled" })
    expect(await payloadDelivered()).to.equal(payload)
    expect(fault.happened).to.equal(1)
    expect(await beta.read.counter()).to.equal(15n)
    // What is sent afterwards is delivered all the same.
    await expect(alpha.send.add([beta.slug, 1n])).to.be.delivered
    expect(await beta.read.counter()).to.equal(16n)
  })

  it("delivers another message in place of one that is under way", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    const stopped = world.faults.down("executor")
    const sent = await alpha.send.add([beta.slug, 5n])
    await world.deliver()
    const payload = `0x${9n.toString(16).padStart(64, "0")}` as const
    await world.faults.forge("beta", { as: "altered", payload })
    expect(await beta.read.counter()).to.equal(9n)
    await stopped.end()
    await world.deliver()
    expect(world.devnet.messagesFromTx(alpha.slug, sent.hash)[0]?.status).to.equal("EXECUTION_FAILURE")
    expect(await beta.read.counter()).to.equal(9n)
  })

  it("needs a message that it can resemble", async () => {
    await world.loadFixture(counters)
    for (const as of ["unsent", "altered"] as const) {
      const error: unknown = await world.faults.forge("alpha", { as }).catch((thrown: unknown) => thrown)
      expect(isPlugsError(error) && [error.code, error.facts["argument"]]).to.deep.equal(["INVALID_INPUT", "chain"])
    }
    expect(world.faults.active()).to.deep.equal([])
  })

  it("needs watchers that sign for the path of the plug", async () => {
    const { alpha, beta } = await world.loadFixture(optimistic)
    world.hold("propose")
    await alpha.send.add([beta.slug, 5n])
    const error: unknown = await world.faults.forge("beta", { as: "altered" }).catch((thrown: unknown) => thrown)
    world.release("propose")
    expect(String(error)).to.contain("the plug uses a switchboard without watchers")
    expect(await beta.read.counter()).to.equal(0n)
  })
})
