import { expect } from "chai"
import { after, afterEach, before, beforeEach, describe, it } from "mocha"
import { decodeErrorResult, type Hex } from "viem"

import { counterAppGatewayArtifact } from "#examples/demos/artifacts/CounterAppGateway.js"
import { gatewayCounterArtifact } from "#examples/demos/artifacts/GatewayCounter.js"
import { reminderAppGatewayArtifact } from "#examples/demos/artifacts/ReminderAppGateway.js"
import { gatewaySocketArtifact } from "#src/devnet/artifacts/gateway.js"
import { actorBatcherArtifact } from "#src/devnet/artifacts/operators.js"
import { readCalls } from "#src/devnet/relay/callBatch.js"
import type { AppGateway } from "#test/fixtures/worlds/gateway/gatewayWorld.js"
import { watchPayloads } from "#test/fixtures/worlds/gateway/watchPayloads.js"
import { type ActorsWorld, createActorsWorld } from "#test/fixtures/worlds/messaging/actorsWorld.js"

describe("the devnet's gateway, when chains are reverted to snapshots or stop mining", () => {
  let world: ActorsWorld
  let home: ActorsWorld["devnet"]["gateway"]["chain"]
  let counters: AppGateway
  let watch: ReturnType<typeof watchPayloads>
  let slugs: readonly number[]
  before(async () => {
    world = await createActorsWorld({ executionRetries: { attempts: 2, delay: 10 } })
    home = world.devnet.gateway.chain
    slugs = [world.alpha.slug]
    counters = await world.open(counterAppGatewayArtifact)
    await world.completed(await counters.call("deployContracts", [slugs]))
  })
  after(() => world.devnet.stop())
  beforeEach(() => {
    watch = watchPayloads(world.devnet.gateway)
  })
  afterEach(() => {
    watch.stop()
    world.devnet.relay.start()
    world.devnet.relay.resume()
  })

  const counter = async () =>
    world.alpha.publicClient.readContract({
      address: (await counters.read("getOnChainAddress", [await counters.read("counter"), world.alpha.slug])) as Hex,
      abi: gatewayCounterArtifact.abi,
      functionName: "counter",
    })
  const add = (amount: bigint) => counters.call("add", [slugs, amount])
  const requestsOf = (hash: Hex) => world.devnet.gateway.requestsFromTx(hash)

  it("forgets at once what a revert of the gateway chain takes away, and goes on with what comes after", async () => {
    const before = await counter()
    world.devnet.relay.pause()
    const snapshot = await home.testClient.snapshot()
    const undone = await add(1000n)
    await watch.requested(undone)
    await home.testClient.revert({ id: snapshot })
    await world.devnet.relay.step()
    expect(requestsOf(undone)).to.deep.equal([])

    const kept = await add(2n)
    world.devnet.relay.resume()
    await watch.completed(kept)
    expect(await counter()).to.equal(before + 2n)
  })

  it("resolves again a payload whose resolution the gateway chain forgot, without executing it twice", async () => {
    const before = await counter()
    world.devnet.relay.pause("resolve")
    const hash = await add(3n)
    const [executed] = await watch.reached("PROMISE_RESOLVING", ({ callType }) => callType === "WRITE")
    const snapshot = await home.testClient.snapshot()
    world.devnet.relay.resume()
    await watch.completed(hash)
    await world.devnet.relay.stop()
    await home.testClient.revert({ id: snapshot })
    // Until the devnet has read the chain, the request is still complete.
    await world.devnet.relay.step()
    world.devnet.relay.resume()
    await watch.completed(hash)
    expect(requestsOf(hash)[0]!.payloads[0]!.executed!.txHash).to.equal(executed!.executed!.txHash)
    expect(await counter()).to.equal(before + 3n)
  })

  it("executes again a payload whose execution its chain forgot", async () => {
    const { alpha, devnet } = world
    const before = await counter()
    devnet.relay.pause("executePayload")
    const hash = await add(4n)
    await watch.reached("EXECUTING", ({ callType }) => callType === "WRITE")
    const snapshot = await alpha.testClient.snapshot()
    devnet.relay.pause()
    await devnet.relay.step()
    await watch.reached("EXECUTED", ({ callType }) => callType === "WRITE")
    await alpha.testClient.revert({ id: snapshot })
    // A step first reads every chain. Without it, an actor that has not read yet may still resolve the payload.
    await devnet.relay.step()
    devnet.relay.resume()
    await watch.completed(hash)
    expect(await counter()).to.equal(before + 4n)
  })

  it("does not take a payload for executed because its id was executed before the gateway chain was reverted", async () => {
    const before = await counter()
    const snapshot = await home.testClient.snapshot()
    const first = await watch.completed(await add(5n))
    world.devnet.relay.pause()
    await home.testClient.revert({ id: snapshot })
    await world.devnet.relay.step()

    const second = await add(6n)
    expect((await watch.requested(second)).payloads[0]!.payloadId).to.equal(first.payloads[0]!.payloadId)
    for (let steps = 0; steps < 4; steps += 1) await world.devnet.relay.step()
    const { status, executionAttempt } = requestsOf(second)[0]!.payloads[0]!
    expect(status).to.equal("FINALIZED")
    expect(
      decodeErrorResult({ abi: gatewaySocketArtifact.abi, data: executionAttempt.revertData! }).errorName,
    ).to.equal("PayloadAlreadyExecuted")
    expect(await counter()).to.equal(before + 5n)
  })

  it("keeps a timeout whose resolution the gateway chain forgot", async () => {
    const reminders = await world.open(reminderAppGatewayArtifact)
    const reminderCount = async () => (await reminders.read("reminders")) as bigint
    const hash = await reminders.call("remind", ["tea", 5n])
    const snapshot = await home.testClient.snapshot()
    const travel = async () => {
      await home.testClient.increaseTime({ seconds: 6 })
      await home.testClient.mine({ blocks: 1 })
    }
    await travel()
    await world.until(async () => (await reminderCount()) === 1n)
    await home.testClient.revert({ id: snapshot })
    expect(await reminderCount()).to.equal(0n)
    await travel()
    await world.until(async () => (await reminderCount()) === 1n)
    await world.completed(hash)
  })

  it("executes once what waits for a block, although the relay is stopped before each block", async () => {
    const { alpha, devnet } = world
    const before = await counter()
    const troubles: unknown[] = []
    const unsubscribe = devnet.onError((error) => troubles.push(error))
    const hash = await (async () => {
      await devnet.relay.stop()
      return await add(7n)
    })()
    const chains = [home, alpha]
    const fromBlocks = await Promise.all(chains.map(({ publicClient }) => publicClient.getBlockNumber()))
    for (const { testClient } of chains) await testClient.setAutomine(false)
    devnet.relay.start()
    const waiting = async ({ publicClient }: (typeof chains)[number]) =>
      (await publicClient.getBlock({ blockTag: "pending" })).transactions.length
    let kills = 0
    while (requestsOf(hash)[0]?.status !== "COMPLETED") {
      await new Promise((resolve) => setImmediate(resolve))
      if ((await Promise.all(chains.map(waiting))).every((count) => count === 0)) continue
      await devnet.relay.stop()
      devnet.relay.start()
      kills += 1
      for (const { testClient } of chains) await testClient.mine({ blocks: 1 })
    }
    for (const { testClient } of chains) await testClient.setAutomine(true)
    unsubscribe()
    // Finalize, execute and resolve, for the call and for the payload that pays the fees.
    expect(kills).to.equal(6)
    expect(await counter()).to.equal(before + 7n)
    const sent = await Promise.all(
      chains.map(async ({ publicClient, contracts }, index) => {
        const from = fromBlocks[index]! + 1n
        const length = Number((await publicClient.getBlockNumber()) - from) + 1
        const numbers = Array.from({ length }, (_, count) => from + BigInt(count))
        const blocks = await Promise.all(
          numbers.map((blockNumber) => publicClient.getBlock({ blockNumber, includeTransactions: true })),
        )
        const address = contracts.actorBatcher
        const { abi } = actorBatcherArtifact
        const event = { address, abi, eventName: "CallReverted", fromBlock: from } as const
        expect(await publicClient.getContractEvents(event)).to.deep.equal([])
        return blocks
          .flatMap(({ transactions }) => transactions)
          .flatMap(({ to, input }) => (to?.toLowerCase() === address.toLowerCase() ? readCalls(input) : []))
      }),
    )
    expect(sent.flat(), "nothing was sent twice").to.have.lengthOf(6)
    expect(troubles).to.deep.equal([])
  })
})
