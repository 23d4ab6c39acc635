import { expect } from "chai"
import { after, afterEach, before, beforeEach, describe, it } from "mocha"
import type { Hex } from "viem"

import { counterAppGatewayArtifact } from "#examples/demos/artifacts/CounterAppGateway.js"
import { gatewayCounterArtifact } from "#examples/demos/artifacts/GatewayCounter.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { triggeredAppGatewayArtifact } from "#test/fixtures/artifacts/TriggeredAppGateway.js"
import { triggerPlugArtifact } from "#test/fixtures/artifacts/TriggerPlug.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import type { AppGateway } from "#test/fixtures/worlds/gateway/gatewayWorld.js"
import { watchPayloads } from "#test/fixtures/worlds/gateway/watchPayloads.js"
import { type ActorsWorld, createActorsWorld } from "#test/fixtures/worlds/messaging/actorsWorld.js"

describe("the gateway, after evm_revert has set back one chain alone", () => {
  let world: ActorsWorld
  let counters: AppGateway
  let triggered: AppGateway
  let plug: Hex
  let watch: ReturnType<typeof watchPayloads>
  const errors: unknown[] = []

  before(async () => {
    world = await createActorsWorld({ executionRetries: { attempts: 2, delay: 1 } })
    world.devnet.onError((error) => errors.push(error))
    counters = await world.open(counterAppGatewayArtifact)
    await world.completed(await counters.call("deployContracts", [[world.alpha.slug]]))
    triggered = await world.open(triggeredAppGatewayArtifact)
    await world.completed(await triggered.call("deployContracts", [world.alpha.slug]))
    plug = (await triggered.read("getOnChainAddress", [await triggered.read("reporting"), world.alpha.slug])) as Hex
  })
  after(() => world.devnet.stop())
  beforeEach(() => {
    watch = watchPayloads(world.devnet.gateway)
    errors.length = 0
  })
  afterEach(() => {
    watch.stop()
    world.devnet.relay.resume()
  })

  const idsUsed = () => errors.filter((error) => isPlugsError(error) && error.code === "ID_USED_BEFORE")
  const report = async (amount: bigint) => {
    const { walletClient, publicClient } = world.alpha
    const call = { address: plug, abi: triggerPlugArtifact.abi, functionName: "report", args: [amount] } as const
    await publicClient.waitForTransactionReceipt({ hash: await walletClient.writeContract(call) })
  }
  const total = async () => (await triggered.read("totals", [world.alpha.slug])) as bigint
  const add = (amount: bigint) => counters.call("add", [[world.alpha.slug], amount])
  const counter = async () =>
    world.alpha.publicClient.readContract({
      address: (await counters.read("getOnChainAddress", [await counters.read("counter"), world.alpha.slug])) as Hex,
      abi: gatewayCounterArtifact.abi,
      functionName: "counter",
    })

  it("handles a trigger again that the gateway chain has forgotten", async () => {
    const before = await total()
    const { testClient } = world.devnet.gateway.chain
    const id = await testClient.snapshot()
    await report(5n)
    await world.until(async () => (await total()) === before + 5n)
    await testClient.revert({ id })
    await world.until(async () => (await total()) === before + 5n)
    expect(idsUsed()).to.deep.equal([])
  })

  it("says of a payload that its id was used before, never that it was executed, and executes the next ones", async () => {
    const before = await counter()
    const { testClient } = world.devnet.gateway.chain
    const id = await testClient.snapshot()
    await watch.completed(await add(5n))
    await testClient.revert({ id })
    const blocked = await add(6n)
    await eventually(() => Promise.resolve(idsUsed().length > 0))
    const [payload] = world.devnet.gateway.requestsFromTx(blocked)[0]!.payloads
    expect(payload).to.include({ status: "FINALIZED", executed: undefined })
    expect(payload!.idUsedIn).to.match(/^0x/)
    expect(watch.statusesOf(payload!.payloadId).slice(-3)).to.deep.equal(["NO", "FINALIZING", "FINALIZED"])
    // The payload that paid the fees had the next id.
    for (let skipped = 0; skipped < 2; skipped += 1) await add(0n)
    await watch.completed(await add(7n))
    expect(await counter()).to.equal(before + 12n)
  })

  it("executes a payload again that its chain has forgotten, although the gateway chain has resolved it", async () => {
    const before = await counter()
    const id = await world.alpha.testClient.snapshot()
    const hash = await add(8n)
    await watch.completed(hash)
    await world.devnet.relay.stop()
    await world.alpha.testClient.revert({ id })
    const status = () => world.devnet.gateway.requestsFromTx(hash)[0]!.status
    await eventually(() => Promise.resolve(status() === "IN_PROGRESS"))
    expect(await counter()).to.equal(before)
    world.devnet.relay.start()
    await watch.completed(hash)
    expect(await counter()).to.equal(before + 8n)
  })

  it("says of a trigger that its id was used before, and handles the next ones", async () => {
    const before = await total()
    const id = await world.alpha.testClient.snapshot()
    await report(5n)
    await world.until(async () => (await total()) === before + 5n)
    await world.alpha.testClient.revert({ id })
    await report(6n)
    await eventually(() => Promise.resolve(idsUsed().length > 0))
    await report(7n)
    await world.until(async () => (await total()) === before + 12n)
    expect(idsUsed()).to.have.length(1)
    expect(idsUsed()[0]).to.have.nested.property("facts.trigger")
  })
})
