import { expect } from "chai"
import { after, afterEach, before, beforeEach, describe, it } from "mocha"
import { getAddress, type Hex } from "viem"

import { counterAppGatewayArtifact } from "#examples/demos/artifacts/CounterAppGateway.js"
import { faultyAppGatewayArtifact } from "#examples/demos/artifacts/FaultyAppGateway.js"
import { gatewayCounterArtifact } from "#examples/demos/artifacts/GatewayCounter.js"
import { feeTokenArtifact, watcherArtifact } from "#src/devnet/artifacts/gateway.js"
import type { PayloadRecord } from "#src/devnet/index.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { deepIt } from "#test/fixtures/depth.js"
import { type AppGateway, maxFees as fees } from "#test/fixtures/worlds/gateway/gatewayWorld.js"
import { watchPayloads, wholeWay } from "#test/fixtures/worlds/gateway/watchPayloads.js"
import { type ActorsWorld, createActorsWorld } from "#test/fixtures/worlds/messaging/actorsWorld.js"

const isOf = (callType: PayloadRecord["callType"]) => (payload: PayloadRecord) => payload.callType === callType

describe("the gateway's actors, while no time passes", () => {
  deepIt("finish payloads side by side, without a second attempt for the one that settles the request", async () => {
    await using world = await createActorsWorld({ clock: createManualClock() })
    const counters = await world.open(counterAppGatewayArtifact)
    const slugs = [world.alpha.slug, world.beta.slug]
    await world.completed(await counters.call("deployContracts", [slugs]))
    await world.completed(await counters.call("readCounters", [slugs]))
  })
})

describe("the gateway's actors", () => {
  let world: ActorsWorld
  let counters: AppGateway
  let faulty: AppGateway
  let watch: ReturnType<typeof watchPayloads>
  const errors: unknown[] = []

  before(async () => {
    world = await createActorsWorld({ executionRetries: { attempts: 3, delay: 10 } })
    world.devnet.onError((error) => errors.push(error))
    counters = await world.open(counterAppGatewayArtifact)
    faulty = await world.open(faultyAppGatewayArtifact)
    const slugs = [world.alpha.slug, world.beta.slug]
    watch = watchPayloads(world.devnet.gateway)
    await watch.completed(await counters.call("deployContracts", [slugs]))
    await watch.completed(await faulty.call("deployContracts", [world.alpha.slug]))
    watch.stop()
  })
  after(() => world.devnet.stop())
  beforeEach(() => {
    watch = watchPayloads(world.devnet.gateway)
  })
  afterEach(() => {
    watch.stop()
    world.devnet.relay.start()
    world.devnet.relay.resume()
    expect(errors.splice(0), "nothing went wrong in the background").to.deep.equal([])
  })

  const counterOn = async ({ slug, publicClient }: ActorsWorld["alpha"]) =>
    publicClient.readContract({
      address: (await counters.read("getOnChainAddress", [await counters.read("counter"), slug])) as Hex,
      abi: gatewayCounterArtifact.abi,
      functionName: "counter",
    })
  it("carry a deployment, a write and a read with a callback through every state, in order", async () => {
    const { alpha } = world
    const deployed = await watch.completed(await counters.call("deployContracts", [[alpha.slug]]))
    const added = await watch.completed(await counters.call("add", [[alpha.slug], 5n]))
    const read = await watch.completed(await counters.call("readCounters", [[alpha.slug]]))
    expect(await counterOn(alpha)).to.equal(5n)
    expect(await counters.read("lastRead", [alpha.slug])).to.equal(5n)
    expect(read.payloads.find(isOf("READ"))!.executed!.txHash, "a read is no transaction").to.equal(undefined)
    for (const { payloadId, callType } of [deployed, added, read].flatMap(({ payloads }) => payloads)) {
      expect(watch.statusesOf(payloadId), callType).to.deep.equal(wholeWay)
    }
  })

  it("run sequential calls one after another", async () => {
    const { alpha, beta } = world
    const { payloads } = await watch.completed(await counters.call("add", [[alpha.slug, beta.slug], 1n]))
    const blockOf = async (hash: Hex) =>
      (await world.devnet.gateway.chain.publicClient.getTransactionReceipt({ hash })).blockNumber
    const [first, second] = payloads.filter(isOf("WRITE"))
    expect((await blockOf(second!.finalized!.txHash)) > (await blockOf(first!.resolved!.txHash))).to.equal(true)
  })

  it("charge what was used, and pay it to the transmitter on the chain that the credits came from", async () => {
    const { alpha } = world
    const { gateway } = world.devnet
    const before = await world.credits(counters.address)
    const balance = (account: Hex) =>
      alpha.publicClient.readContract({
        address: alpha.contracts.feeToken,
        abi: feeTokenArtifact.abi,
        functionName: "balanceOf",
        args: [account],
      })
    const transmitter = await gateway.chain.publicClient.readContract({
      address: gateway.chain.contracts.watcher,
      abi: watcherArtifact.abi,
      functionName: "transmitter",
    })
    const earned = await balance(transmitter)
    const { fee, payloads, feePoolChain } = await watch.completed(await counters.call("add", [[alpha.slug], 1n]))
    expect(fee > 0n && fee < fees).to.equal(true)
    expect(feePoolChain).to.equal(alpha.slug)
    expect(payloads.map(({ callType }) => callType)).to.deep.equal(["WRITE", "DISTRIBUTE_FEE"])
    expect(await world.credits(counters.address)).to.equal(before - fee)
    expect((await balance(transmitter)) - earned).to.equal(fee)
  })

  it("pay a withdrawal out", async () => {
    const { alpha } = world
    const receiver = getAddress(`0x${"d1".repeat(20)}`)
    const { feeToken } = alpha.contracts
    await watch.completed(await counters.call("withdrawCredits", [alpha.slug, feeToken, 1234n, receiver]))
    const [withdrawal] = await watch.reached("PROMISE_RESOLVED", isOf("WITHDRAW"))
    expect(watch.statusesOf(withdrawal!.payloadId)).to.deep.equal(wholeWay)
    const abi = feeTokenArtifact.abi
    const args = [receiver] as const
    expect(await alpha.publicClient.readContract({ address: feeToken, abi, functionName: "balanceOf", args })).to.equal(
      1234n,
    )
  })

  it("execute nothing that was cancelled in time, and are paid nothing for it", async () => {
    const before = await world.credits(faulty.address)
    world.devnet.relay.pause("finalize")
    const hash = await faulty.call("work", [world.alpha.slug, 1n])
    await watch.reached("FINALIZING")
    await faulty.call("cancel", [(await watch.requested(hash)).requestCount])
    await world.devnet.relay.step()
    world.devnet.relay.resume()
    const other = await counters.call("add", [[world.alpha.slug], 1n])
    await watch.completed(other)
    const [request] = world.devnet.gateway.requestsFromTx(hash)
    expect(request).to.deep.include({ isCancelled: true, status: "IN_PROGRESS", fee: 0n })
    expect(request!.payloads.map(({ status }) => status)).to.deep.equal(["FINALIZING"])
    expect(await world.credits(faulty.address)).to.equal(before)
  })

  deepIt("run a hundred payloads of one transaction, each callback once", async () => {
    const { alpha } = world
    const slugs = Array<number>(100).fill(alpha.slug)
    const { chain } = world.devnet.gateway
    const from = await chain.publicClient.getBlockNumber()
    const { payloads } = await watch.completed(await counters.call("readCounters", [slugs]))
    expect(payloads.filter(isOf("READ")).map(({ status }) => status)).to.deep.equal(
      Array<string>(100).fill("PROMISE_RESOLVED"),
    )
    const logs = await chain.publicClient.getContractEvents({
      address: counters.address,
      abi: counterAppGatewayArtifact.abi,
      eventName: "CounterRead",
      fromBlock: from + 1n,
    })
    expect(logs).to.have.length(100)
  })

  deepIt("execute more at once than one transaction can pay for", async () => {
    const { alpha } = world
    const before = await counterOn(alpha)
    world.devnet.relay.pause("executePayload")
    const hashes: Hex[] = []
    for (let count = 0; count < 40; count += 1) hashes.push(await counters.call("add", [[alpha.slug], 1n]))
    await watch.reached("EXECUTING", isOf("WRITE"), 40)
    world.devnet.relay.resume()
    for (const hash of hashes) await watch.completed(hash)
    expect(await counterOn(alpha)).to.equal(before + 40n)
    const transactions = new Set(
      hashes.map((hash) => world.devnet.gateway.requestsFromTx(hash)[0]!.payloads[0]!.executed!.txHash),
    )
    expect(transactions.size).to.be.within(2, 6)
  })

  it("move everything on by one state in a step, and nothing while stopped", async () => {
    const { relay } = world.devnet
    relay.pause()
    const hash = await counters.call("add", [[world.alpha.slug], 1n])
    const statusOf = () => world.devnet.gateway.requestsFromTx(hash)[0]!.payloads[0]!.status
    await watch.requested(hash)
    await relay.stop()
    relay.resume()
    expect(statusOf()).to.equal("NO")
    relay.pause()
    for (const status of wholeWay.slice(1)) {
      await relay.step()
      expect(statusOf()).to.equal(status)
    }
  })

  for (const state of wholeWay.slice(0, -1)) {
    const test = state === "FINALIZED" || state === "EXECUTED" ? it : deepIt
    test(`finish once what they left at ${state} when they were stopped`, async () => {
      const { alpha, devnet } = world
      const before = await counterOn(alpha)
      devnet.relay.pause()
      const hash = await counters.call("add", [[alpha.slug], 10n])
      await watch.requested(hash)
      for (let step = 0; step < wholeWay.indexOf(state); step += 1) await devnet.relay.step()
      await devnet.relay.stop()
      await watch.reached(state)
      devnet.relay.resume()
      devnet.relay.start()
      const { payloads } = await watch.completed(hash)
      expect(watch.statusesOf(payloads[0]!.payloadId)).to.deep.equal(wholeWay)
      expect(await counterOn(alpha)).to.equal(before + 10n)
    })
  }
})
