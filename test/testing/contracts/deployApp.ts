import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"
import { zeroAddress } from "viem"

import { getAvailableCredits } from "#src/gateway/onchain/credits.js"
import type { AppContext } from "#src/testing/contracts/WorldContracts.js"
import { createWorld } from "#src/testing/index.js"
import { failure } from "#test/fixtures/failure.js"
import { deployCounterApp } from "#test/fixtures/testing/deployCounterApp.js"

describe("world.deployApp", () => {
  const world = createWorld(hre, { gateway: true })
  before(world.start)
  after(world.stop)

  const counters = () => deployCounterApp(world)

  it("deploys on the gateway chain, and send returns the requests of a call", async () => {
    const app = await world.loadFixture(counters)
    expect(app).to.include({ chainName: "gateway", slug: world.devnet.gateway.chain.slug })
    const { alpha, beta } = world.chains
    const deploying = await app.send.deployContracts([[alpha.slug, beta.slug]])
    expect(deploying).to.include({ chain: "gateway", fee: 0n, attached: 0n })
    expect(deploying.requestCounts).to.have.length(1)
    await world.deliver()
    await app.send.add([[alpha.slug, beta.slug], 4n])
    await world.deliver()
    const reading = await app.send.readCounters([[alpha.slug, beta.slug]])
    expect(reading.requestCounts).to.eql([Number(deploying.requestCounts[0]) + 2])
    await world.deliver()
    expect(await app.read.sum()).to.equal(8n)
  })

  it("is found again at its address on the gateway chain", async () => {
    const app = await world.loadFixture(counters)
    const again = await world.getContractAt("gateway", "CounterAppGateway", app.address)
    expect(again).to.include({ chainName: "gateway", slug: world.devnet.gateway.chain.slug, address: app.address })
    expect(await again.read.sum()).to.equal(0n)
  })

  it("deposits credits for it at once, if it is told to", async () => {
    await world.loadFixture(counters)
    const { publicClient, contracts } = world.devnet.gateway.chain
    const creditsOf = async (options?: { credits: bigint }): Promise<bigint> => {
      const args = ({ addressResolver, owner }: AppContext) => [addressResolver, owner, 1n] as const
      const { address } = await world.deployApp("CounterAppGateway", args, options)
      return await getAvailableCredits(publicClient, { ...contracts, account: address })
    }
    expect(await creditsOf({ credits: 7n })).to.equal(7n)
    expect(await creditsOf()).to.equal(0n)
  })

  it("gives the contracts that an app gateway has deployed", async () => {
    const app = await world.loadFixture(counters)
    await app.send.deployContracts([[world.chains.beta.slug]])
    await world.deliver()
    const [payload] = world.devnet.gateway.requestsFromTx((await app.send.deployContracts([[]])).hash)
    expect(payload).to.equal(undefined)
    const forwarder = await app.read.forwarderAddresses([await app.read.counter(), world.chains.beta.slug])
    const abi = [
      {
        type: "function",
        name: "getOnChainAddress",
        stateMutability: "view",
        inputs: [],
        outputs: [{ type: "address" }],
      },
    ] as const
    const { publicClient } = world.devnet.gateway.chain
    const address = await publicClient.readContract({ address: forwarder, abi, functionName: "getOnChainAddress" })
    const counter = await world.getContractAt("beta", "GatewayCounter", address)
    expect(await counter.read.counter()).to.equal(0n)
  })

  it("says what reverts, from its line in Solidity", async () => {
    const app = await world.loadFixture(counters)
    const [, other] = world.devnet.gateway.chain.accounts
    const error = await failure(app.as(other as `0x${string}`).send.add([[1], 1n]))
    expect(error.message).to.match(/^CounterAppGateway.add on gateway reverts: OwnableUnauthorizedAccount\(/)
    expect(error.stack).to.match(/at CounterAppGateway.add \(contracts\/gateway\/samples\/CounterAppGateway.sol:\d+\)/)
  })

  it("refuses an unknown chain for a deposit, and credits that cannot arrive", async () => {
    const app = await world.loadFixture(counters)
    // @ts-expect-error no such chain
    expect((await failure(world.depositCredits(app, 1n, { chain: "delta" }))).message).to.match(/no chain "delta"/)
    world.hold("deposit")
    expect(await failure(world.depositCredits(app, 1n))).to.include({
      code: "INVALID_INPUT",
      argument: "depositCredits",
    })
    world.release("deposit")
  })
})

describe("a world without a gateway", () => {
  const world = createWorld(hre)
  before(world.start)
  after(world.stop)

  it("has no app gateways, and says so", async () => {
    const message =
      'Argument "gateway": this world has no gateway. Start it with one: createWorld(hre, { gateway: true }).'
    // @ts-expect-error only with a gateway
    const deployApp = (world.deployApp as (name: string, args: unknown) => Promise<unknown>)("CounterAppGateway", [])
    expect((await failure(deployApp)).message).to.equal(message)
    expect((await failure(world.fund(zeroAddress, 1n, { chains: ["gateway"] }))).message).to.equal(message)
  })
})
