import { expect } from "chai"
import { after, before, describe, it } from "mocha"

import { counterAppGatewayArtifact } from "#examples/demos/artifacts/CounterAppGateway.js"
import {
  devnetAddressResolver,
  devnetAsyncDeployer,
  devnetFeesManager,
  devnetFeesPlug,
  devnetFeeToken,
  devnetForwarderBeacon,
  devnetGatewaySocket,
  devnetWatcher,
} from "#src/devnet/addresses.js"
import { addressResolverArtifact } from "#src/devnet/artifacts/gateway.js"
import { type Devnet, startDevnet } from "#src/devnet/index.js"
import { deepIt } from "#test/fixtures/depth.js"
import { createGatewayWorld } from "#test/fixtures/worlds/gateway/gatewayWorld.js"

describe("the gateway of a devnet", () => {
  let devnet: Devnet<"one" | "odd">
  before(async () => {
    devnet = await startDevnet({ chains: ["one", { name: "odd", chainId: 777, slug: 1399904803 }] })
  })
  after(() => devnet.stop())

  it("has the gateway's contracts on each chain at the addresses of the default configuration", async () => {
    for (const { publicClient, contracts } of Object.values(devnet.chains)) {
      const { gatewaySocket, contractFactory, feesPlug, feeToken, actorBatcher } = contracts
      expect([gatewaySocket, feesPlug, feeToken]).to.deep.equal([devnetGatewaySocket, devnetFeesPlug, devnetFeeToken])
      for (const address of [gatewaySocket, contractFactory, feesPlug, feeToken, actorBatcher]) {
        expect(await publicClient.getCode({ address })).to.match(/^0x../)
      }
    }
  })

  it("has the gateway on a chain of its own, at the addresses of the default configuration", async () => {
    const { publicClient, contracts } = devnet.gateway.chain
    expect(contracts).to.deep.include({
      addressResolver: devnetAddressResolver,
      watcher: devnetWatcher,
      feesManager: devnetFeesManager,
      asyncDeployer: devnetAsyncDeployer,
      forwarderBeacon: devnetForwarderBeacon,
    })
    for (const address of Object.values(contracts)) expect(await publicClient.getCode({ address })).to.match(/^0x../)
    const resolve = (functionName: "watcher__" | "feesManager__" | "asyncDeployer__") =>
      publicClient.readContract({ address: devnetAddressResolver, abi: addressResolverArtifact.abi, functionName })
    expect(await resolve("watcher__")).to.equal(devnetWatcher)
    expect(await resolve("feesManager__")).to.equal(devnetFeesManager)
    expect(await resolve("asyncDeployer__")).to.equal(devnetAsyncDeployer)
    expect(await publicClient.getBalance({ address: devnetFeesManager })).to.equal(10n ** 24n)
  })

  it("gives no address to two contracts", () => {
    const here = Object.values(devnet.gateway.chain.contracts)
    const there = Object.values(devnet.chains).flatMap(({ contracts }) => Object.values(contracts))
    expect(here.filter((address) => there.includes(address))).to.deep.equal([])
  })

  deepIt("works for app gateways with a block time, too", async () => {
    await using world = await createGatewayWorld({ blockTime: 20 })
    const troubles: unknown[] = []
    world.devnet.onError((error) => troubles.push(error))
    const counters = await world.open(counterAppGatewayArtifact)
    const slugs = [world.alpha.slug, world.beta.slug]
    await world.completed(await counters.call("deployContracts", [slugs]))
    await world.completed(await counters.call("add", [slugs, 1n]))
    expect(troubles, "nothing was sent twice").to.deep.equal([])
  })

  it("has nothing of the gateway when the option leaves it out", async () => {
    await using devnet = await startDevnet({ gateway: false })
    expect(devnet.gateway).to.equal(undefined)
    const { alpha } = devnet.chains
    expect(alpha.contracts).to.not.have.any.keys("gatewaySocket", "contractFactory", "feesPlug", "feeToken")
    expect(await alpha.publicClient.getCode({ address: devnetGatewaySocket })).to.equal(undefined)
    const statuses = await Promise.all(
      [`/gateway/timeout`, "/rpc/gateway"].map(async (path) => (await fetch(`${devnet.url}${path}`)).status),
    )
    expect(statuses).to.deep.equal([404, 404])
    expect(await (await fetch(devnet.url)).json()).to.not.have.property("gateway")
  })
})
