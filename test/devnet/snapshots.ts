import { expect } from "chai"
import { after, afterEach, before, beforeEach, describe, it } from "mocha"
import { type Address, type Hex, toHex } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { counterAppGatewayArtifact } from "#examples/demos/artifacts/CounterAppGateway.js"
import { gatewayCounterArtifact } from "#examples/demos/artifacts/GatewayCounter.js"
import type { DevnetChain } from "#src/devnet/index.js"
import { moodyPlugArtifact } from "#test/fixtures/artifacts/MoodyPlug.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { deepIt } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"
import { type AppGateway, createGatewayWorld, type GatewayWorld } from "#test/fixtures/worlds/gateway/gatewayWorld.js"
import { deployConnected, send } from "#test/fixtures/worlds/messaging/plugs.js"
import { watchDevnet } from "#test/fixtures/worlds/messaging/watchDevnet.js"
import { createSwapWorld } from "#test/fixtures/worlds/swap/swapWorld.js"

describe("a snapshot of the devnet", () => {
  let world: GatewayWorld
  let alpha: DevnetChain
  let beta: DevnetChain
  let counters: Record<string, Address>
  let moody: Record<string, Address>
  let app: AppGateway
  let watch: ReturnType<typeof watchDevnet>
  let id: Hex
  const errors: unknown[] = []

  before(async () => {
    world = await createGatewayWorld({ executionRetries: { attempts: 3, delay: 1 } })
    ;({ alpha, beta } = world)
    world.devnet.onError((error) => errors.push(error))
    counters = await deployConnected(world.devnet, counterArtifact)
    moody = await deployConnected(world.devnet, moodyPlugArtifact)
    app = await world.open(counterAppGatewayArtifact)
    await world.completed(await app.call("deployContracts", [[alpha.slug]]))
    id = await world.devnet.snapshot()
  })
  after(() => world.devnet.stop())
  beforeEach(() => {
    watch = watchDevnet(world.devnet)
  })
  afterEach(async () => {
    watch.stop()
    world.devnet.relay.resume()
    await world.devnet.revert(id)
    expect(errors.splice(0), "nothing went wrong in the background").to.deep.equal([])
  })

  const { abi } = counterArtifact
  const add = (...amounts: bigint[]): Promise<Hex> =>
    send(alpha, { address: counters["alpha"]!, abi, functionName: "addMany", args: [beta.slug, amounts] })
  const counter = () => beta.publicClient.readContract({ address: counters["beta"]!, abi, functionName: "counter" })
  const appCounter = async () =>
    alpha.publicClient.readContract({
      address: (await app.read("getOnChainAddress", [await app.read("counter"), alpha.slug])) as Hex,
      abi: gatewayCounterArtifact.abi,
      functionName: "counter",
    })

  deepIt("is gone back to any number of times: the same again gets the same ids, and is carried out", async () => {
    const { devnet } = world
    const rounds: unknown[] = []
    for (const amount of [2n, 2n, 3n]) {
      const again = watchDevnet(devnet)
      await add(amount, amount)
      const delivered = await again.reached("EXECUTION_SUCCESS", 2)
      again.stop()
      const [request] = await world.completed(await app.call("add", [[alpha.slug], amount]))
      rounds.push({
        messages: delivered.map(({ outbound }) => outbound.messageId),
        payloads: request!.payloads.map(({ payloadId }) => payloadId),
        request: request!.requestCount,
      })
      expect([await counter(), await appCounter()]).to.deep.equal([amount * 2n, amount])
      await devnet.revert(id)
      expect([await counter(), await appCounter()]).to.deep.equal([0n, 0n])
    }
    expect(rounds[1]).to.deep.equal(rounds[0])
    expect(rounds[2]).to.deep.equal(rounds[0])
  })

  it("stays what it was, however often it is gone back to, whatever is mined meanwhile", async () => {
    const { devnet } = world
    const headOf = async (chain: DevnetChain): Promise<Hex> => (await chain.publicClient.getBlock()).hash
    const before = await Promise.all([headOf(alpha), headOf(beta)])
    const own = await devnet.snapshot()
    const [to] = beta.accounts
    // A price of its own, because one that is asked for before a set-back can be too low after it.
    const maxFeePerGas = 10n ** 10n
    const pay = (): Promise<Hex> => alpha.walletClient.sendTransaction({ to, value: 1n, gas: 21_000n, maxFeePerGas })
    await beta.provider.request({ method: "evm_setIntervalMining", params: [5] })
    for (let round = 0; round < 10; round += 1) await Promise.all([pay(), devnet.revert(own), pay(), pay()])
    await beta.provider.request({ method: "evm_setIntervalMining", params: [0] })
    await devnet.revert(own)
    expect(await Promise.all([headOf(alpha), headOf(beta)])).to.deep.equal(before)
  })

  it("is not needed to hear at once what a chain forgets that is set back alone", async () => {
    const { devnet } = world
    const own = await beta.testClient.snapshot()
    const hash = await add(4n)
    await watch.reached("EXECUTION_SUCCESS")
    devnet.relay.pause()
    await beta.testClient.revert({ id: own })
    expect(devnet.messagesFromTx(alpha.slug, hash)[0]!.status).to.equal("SEALED")
    expect(errors.splice(0)).to.have.length(1)
  })

  it("forgets what was sent after it, on the APIs too", async () => {
    const hash = await add(1n)
    await watch.reached("EXECUTION_SUCCESS")
    const request = await app.call("add", [[alpha.slug], 1n])
    await world.completed(request)
    await world.devnet.revert(id)
    expect(world.devnet.messagesFromTx(alpha.slug, hash)).to.deep.equal([])
    expect(world.devnet.gateway.requestsFromTx(request)).to.deep.equal([])
  })

  for (const [steps, state] of (
    ["RECEIVED", "SEALED", "PROPOSED", "ATTESTED", "VERIFIED", "EXECUTING"] as const
  ).entries()) {
    const test = state === "SEALED" || state === "EXECUTING" ? it : deepIt
    test(`brings a message back to ${state}, and it is delivered from there`, async () => {
      const { relay } = world.devnet
      relay.pause()
      const hash = await add(4n)
      for (let step = 0; step < steps; step += 1) await relay.step()
      await watch.reached(state)
      const there = await world.devnet.snapshot()
      for (let round = 0; round < 2; round += 1) {
        relay.resume()
        const again = watchDevnet(world.devnet)
        await again.reached("EXECUTION_SUCCESS")
        again.stop()
        expect(await counter()).to.equal(4n)
        relay.pause()
        await world.devnet.revert(there)
        expect(world.devnet.messagesFromTx(alpha.slug, hash)[0]!.status).to.equal(state)
      }
    })
  }

  deepIt("remembers how often a message was attempted, and takes later snapshots with it", async () => {
    const { devnet } = world
    const refuse = async (refuses: boolean) => {
      const args = ["0xaa", refuses] as const
      const call = { address: moody["beta"]!, abi: moodyPlugArtifact.abi, functionName: "refuse", args } as const
      await beta.publicClient.waitForTransactionReceipt({ hash: await beta.walletClient.writeContract(call) })
    }
    await refuse(true)
    const args = [beta.slug, "0xaa"] as const
    const hash = await send(alpha, { address: moody["alpha"]!, abi: moodyPlugArtifact.abi, functionName: "send", args })
    await watch.reached("EXECUTION_FAILURE")
    const failed = await devnet.snapshot()
    await devnet.revert(id)
    // Snapshots that were taken after it are gone with it.
    expect(await failure(devnet.revert(failed))).to.have.property("code", "INVALID_INPUT")
    expect(devnet.messagesFromTx(alpha.slug, hash)).to.deep.equal([])

    await refuse(true)
    await send(alpha, { address: moody["alpha"]!, abi: moodyPlugArtifact.abi, functionName: "send", args })
    const again = watchDevnet(devnet)
    await again.reached("EXECUTION_FAILURE")
    const givenUp = await devnet.snapshot()
    await devnet.revert(givenUp)
    const [message] = devnet.messagesFromTx(alpha.slug, watch.seen.at(-1)!.outbound.transactionHash)
    expect(message).to.have.property("status", "EXECUTION_FAILURE")
    expect(message!.note?.attempts).to.equal(3)
    again.stop()
  })

  it("brings a payload back to where its actors had it, and it is completed from there", async () => {
    const { devnet } = world
    devnet.relay.pause("executePayload")
    const hash = await app.call("add", [[alpha.slug], 5n])
    const payload = () => devnet.gateway.requestsFromTx(hash)[0]?.payloads[0]
    await eventually(() => Promise.resolve(payload()?.status === "EXECUTING"))
    const there = await devnet.snapshot()
    for (let round = 0; round < 2; round += 1) {
      devnet.relay.resume()
      await world.completed(hash)
      expect(await appCounter()).to.equal(5n)
      devnet.relay.pause()
      await devnet.revert(there)
      expect(payload()!.status).to.equal("EXECUTING")
    }
  })

  it("sets back time", async () => {
    const { testClient, publicClient } = beta
    const timeOf = async () => Number((await publicClient.getBlock()).timestamp)
    await testClient.mine({ blocks: 1 })
    const before = await timeOf()
    await testClient.increaseTime({ seconds: 86_400 })
    await testClient.mine({ blocks: 1 })
    expect(await timeOf()).to.be.at.least(before + 86_400)
    await world.devnet.revert(id)
    await testClient.mine({ blocks: 1 })
    expect(await timeOf()).to.be.below(before + 3600)
  })

  it("is taken and gone back to by JSON-RPC, on the URL of any chain", async () => {
    const rpc = async (chain: { rpcUrl: string }, method: string, params: unknown[] = []) => {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })
      const headers = { "content-type": "application/json" }
      const response = await fetch(chain.rpcUrl, { method: "POST", headers, body })
      return (await response.json()) as { result?: unknown; error?: { message: string } }
    }
    const { result: taken } = await rpc(alpha, "devnet_snapshot")
    expect(taken).to.match(/^0x[0-9a-f]+$/)
    await add(5n)
    await watch.reached("EXECUTION_SUCCESS")
    expect(await rpc(world.devnet.gateway.chain, "devnet_revert", [taken])).to.have.property("result", true)
    expect(await counter()).to.equal(0n)
    for (const params of [[], ["0x999"], [1], [null]]) {
      expect((await rpc(beta, "devnet_revert", params)).error?.message).to.match(/has no snapshot/)
    }
    expect((await rpc(beta, "hardhat_reset")).error?.message).to.match(/devnet_snapshot.*devnet_revert/)
  })

  it("can be gone back to while the relay steps, starts and stops", async () => {
    const { devnet } = world
    await add(6n, 7n)
    await Promise.all([devnet.relay.step(), devnet.revert(id), devnet.relay.step(), devnet.relay.stop()])
    expect(devnet.relay.running).to.equal(false)
    devnet.relay.start()
    devnet.relay.resume()
    const again = watchDevnet(devnet)
    await add(8n)
    await again.reached("EXECUTION_SUCCESS")
    again.stop()
    expect(await counter()).to.equal(8n)
  })

  it("keeps what waits for a block, which is mined once after it", async () => {
    const { devnet } = world
    devnet.relay.pause("seal")
    await add(9n)
    await watch.reached("RECEIVED")
    await alpha.testClient.setAutomine(false)
    devnet.relay.resume("seal")
    const waiting = async () => (await alpha.publicClient.getBlock({ blockTag: "pending" })).transactions.length
    while ((await waiting()) === 0) await new Promise((resolve) => setImmediate(resolve))
    const there = await devnet.snapshot()
    for (let round = 0; round < 2; round += 1) {
      const again = watchDevnet(devnet)
      await alpha.testClient.mine({ blocks: 1 })
      await again.reached("EXECUTION_SUCCESS")
      again.stop()
      expect(await counter()).to.equal(9n)
      await devnet.revert(there)
    }
    await alpha.testClient.setAutomine(true)
    await alpha.testClient.mine({ blocks: 1 })
  })
})

describe("a snapshot of the devnet's market", () => {
  deepIt("brings back quotes and routes, and forgets the quotes that came after it", async () => {
    await using world = await createSwapWorld()
    const { devnet, alpha, user, best, send: sendRoute, reaches, balanceOf, client } = world
    const early = await best({ amount: "10", of: "usdc", into: "usdt", to: alpha })
    const id = await devnet.snapshot()
    const usdt = await balanceOf(alpha, "usdt", user)
    for (let round = 0; round < 2; round += 1) {
      const late = await best({ amount: "11", of: "usdc", into: "usdt", to: alpha })
      for (const route of [early, late]) {
        const txHash = await sendRoute(route)
        await reaches(route.quoteId, "COMPLETED")
        expect((await client.getStatus({ srcTxHash: txHash })).quoteId).to.equal(route.quoteId)
      }
      await devnet.revert(id)
      expect(await balanceOf(alpha, "usdt", user)).to.equal(usdt)
      expect((await client.getStatus({ quoteId: early.quoteId })).status).to.equal("PENDING")
      expect(await failure(client.getStatus({ quoteId: late.quoteId }))).to.be.instanceOf(Error)
    }
  })
})

describe("evm_revert on one chain of the devnet alone", () => {
  it("is reported once for each chain, with the calls that set back all, and takes the devnet's later snapshots with it", async () => {
    await using world = await createGatewayWorld()
    const { devnet, alpha, beta } = world
    const errors: unknown[] = []
    devnet.onError((error) => errors.push(error))
    const first = await devnet.snapshot()
    const own = await alpha.testClient.snapshot()
    const second = await devnet.snapshot()
    expect(await alpha.provider.request({ method: "evm_revert", params: [toHex(999)] })).to.equal(false)
    expect(errors).to.deep.equal([])

    await alpha.testClient.revert({ id: own })
    const other = await alpha.testClient.snapshot()
    await alpha.testClient.revert({ id: other })
    expect(errors).to.have.length(1)
    expect(errors[0]).to.deep.include({ code: "CHAIN_SET_BACK_ALONE" })
    expect(String(errors[0]))
      .to.match(/alpha.*\n.*\n.*beta, gateway/)
      .and.to.contain("devnet_revert")

    expect(await failure(devnet.revert(second))).to.have.property("code", "INVALID_INPUT")
    // The chain counts the devnet's snapshots with its own, so its own can be used up by their ids.
    const usedUp = await devnet.snapshot()
    const next = await alpha.testClient.snapshot()
    await alpha.testClient.revert({ id: toHex(BigInt(next) - 1n) })
    expect(await failure(devnet.revert(usedUp))).to.have.property("code", "INVALID_INPUT")

    await devnet.revert(first)
    const third = await beta.testClient.snapshot()
    await beta.testClient.revert({ id: third })
    expect(errors).to.have.length(2)
  })
})
