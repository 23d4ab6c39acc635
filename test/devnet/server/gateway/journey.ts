import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import type { Address, Hex } from "viem"

import { deployApp, maxFees } from "../../../../examples/demos/gatewayApps.js"
import { counterAppGatewayArtifact } from "#examples/demos/artifacts/CounterAppGateway.js"
import { gatewayCounterArtifact } from "#examples/demos/artifacts/GatewayCounter.js"
import { reminderAppGatewayArtifact } from "#examples/demos/artifacts/ReminderAppGateway.js"
import { feeTokenArtifact } from "#src/devnet/artifacts/gateway.js"
import {
  type GatewayClient,
  payloadStates,
  predictForwarderAddress,
  waitForDeployment,
  waitForTimeout,
  waitForTransaction,
} from "#src/gateway/index.js"
import { decodeRevert } from "#src/messaging/index.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { type AppGateway, createGatewayWorld, type GatewayWorld } from "#test/fixtures/worlds/gateway/gatewayWorld.js"

/** Milliseconds between two polls of a test. */
const often = { minInterval: 5, maxInterval: 5 } as const

describe("an app gateway on the devnet, as a client of its API sees it", () => {
  let world: GatewayWorld
  let client: GatewayClient
  let counters: AppGateway
  let slugs: number[]
  let contractId: Hex
  before(async () => {
    world = await createGatewayWorld()
    slugs = [world.alpha.slug, world.beta.slug]
    client = world.client
    counters = await world.open(counterAppGatewayArtifact)
    contractId = (await counters.read("counter")) as Hex
  })
  after(() => world.devnet.stop())

  const deployed = (chainSlug: number) =>
    waitForDeployment(client, { appGatewayAddress: counters.address, contractId, chainSlug, ...often })

  it("deploys to two chains side by side, and has its forwarders where they were predicted", async () => {
    const txHash = await counters.call("deployContracts", [slugs])
    const { addressResolver, asyncDeployer: deployer, forwarderBeacon } = world.devnet.gateway.chain.contracts
    const deployments = await Promise.all(slugs.map(deployed))
    const [request] = await waitForTransaction(client, { txHash, ...often })
    const deploys = request!.payloads.filter(({ callType }) => callType === "DEPLOY")
    expect(deploys.map(({ batchCount }) => batchCount)).to.deep.equal([0, 0])
    for (const [index, { onChainAddress, forwarderAddress, chainSlug }] of deployments.entries()) {
      const predicted = { chainSlug, onChainAddress, addressResolver, deployer, forwarderBeacon }
      expect(forwarderAddress).to.equal(predictForwarderAddress(predicted))
      expect(deploys[index]!.appGatewayDetails).to.deep.equal({
        onChainAddress,
        forwarderAddress,
        isForwarderDeployed: true,
      })
    }
    expect(await counters.read("forwarderAddresses", [contractId, slugs[1]])).to.equal(deployments[1]!.forwarderAddress)
  })

  it("is refused at once when its credits do not suffice, with an error of its own ABI", async () => {
    const { abi } = counterAppGatewayArtifact
    const poor = await deployApp(world.devnet.gateway, counterAppGatewayArtifact, [maxFees])
    const refusal: unknown = await poor.call("deployContracts", [slugs]).catch((error: unknown) => error)
    const args = [poor.address, maxFees, 0n]
    expect(decodeRevert(refusal, [abi])).to.deep.include({ name: "InsufficientCredits", args })
  })

  it("writes to both, reads them back and sums in its callback", async () => {
    const added = await counters.call("add", [slugs, 21n])
    await waitForTransaction(client, { txHash: added, ...often })
    for (const chain of [world.alpha, world.beta]) {
      const { onChainAddress: address } = await deployed(chain.slug)
      const { abi } = gatewayCounterArtifact
      expect(await chain.publicClient.readContract({ address, abi, functionName: "counter" })).to.equal(21n)
    }
    const txHash = await counters.call("readCounters", [slugs])
    const [request] = await waitForTransaction(client, { txHash, ...often })
    const reads = request!.payloads.filter(({ kind }) => kind === "read")
    expect(reads.map(({ executeDetails }) => Number(executeDetails.returnData))).to.deep.equal([21, 21])
    expect(reads.map(({ executeDetails }) => executeDetails.executeTxHash)).to.deep.equal([null, null])
    expect(await counters.read("sum")).to.equal(42n)
  })

  it("shows a payload in every state, one after the other, and then the payload that pays the fees", async () => {
    const { relay } = world.devnet
    relay.pause()
    const txHash = await counters.call("add", [[slugs[0]], 1n])
    const seen: string[] = []
    for (let steps = 0; steps < 30; steps += 1) {
      await relay.step()
      const [request] = await client.getTransaction({ txHash })
      const states = request!.payloads.map(({ callType, status }) => `${callType} ${status}`)
      for (const state of [...states, request!.status]) if (!seen.includes(state)) seen.push(state)
      if (request!.status === "COMPLETED") break
    }
    relay.resume()
    const states = Object.keys(payloadStates).filter((state) => state !== "NO")
    expect(seen.filter((state) => state.startsWith("WRITE"))).to.deep.equal(states.map((state) => `WRITE ${state}`))
    expect(seen.slice(-2)).to.deep.equal(["DISTRIBUTE_FEE PROMISE_RESOLVED", "COMPLETED"])
    const [request] = await client.getTransaction({ txHash })
    expect(Number(request!.feesInfo!.fee)).to.be.within(0.00005, Number(request!.feesInfo!.maxFees))
  })

  it("notifies listeners of every state of a payload, whatever another listener does", async () => {
    const { devnet } = world
    const troubles: unknown[] = []
    const seen: string[] = []
    const stop = [
      devnet.onError((error) => troubles.push(error)),
      devnet.gateway.onPayload(() => {
        throw new Error("a listener's mistake")
      }),
      devnet.gateway.onPayload(({ callType, status }) => {
        if (callType === "WRITE") seen.push(status)
      }),
    ]
    await world.completed(await counters.call("add", [[slugs[1]], 1n]))
    for (const end of stop) end()
    expect(seen).to.deep.equal(Object.keys(payloadStates))
    expect(troubles.map(String)).to.include("Error: a listener's mistake")
  })

  it("withdraws credits to a chain", async () => {
    const { alpha } = world
    const receiver: Address = "0x00000000000000000000000000000000000000AA"
    const txHash = await counters.call("withdrawCredits", [alpha.slug, alpha.contracts.feeToken, 5n, receiver])
    const [request] = await waitForTransaction(client, { txHash, ...often })
    expect(request!.payloads.map(({ callType }) => callType)).to.deep.equal(["WITHDRAW", "DISTRIBUTE_FEE"])
    const balance = await alpha.publicClient.readContract({
      address: alpha.contracts.feeToken,
      abi: feeTokenArtifact.abi,
      functionName: "balanceOf",
      args: [receiver],
    })
    expect(balance).to.equal(5n)
  })

  it("runs what it scheduled when the gateway chain's time has reached it", async () => {
    const reminders = await world.open(reminderAppGatewayArtifact)
    const { testClient } = world.devnet.gateway.chain
    const txHash = await reminders.call("remindByTimeout", ["tea", 3_600n])
    const waiting = await eventually(async () => (await client.getTimeouts({ txHash }))[0])
    expect(waiting).to.deep.include({
      status: "ADDED_TO_QUEUE",
      isResolved: false,
      executedAt: null,
      target: reminders.address,
      originTxHash: txHash,
    })
    await testClient.increaseTime({ seconds: 3_605 })
    await testClient.mine({ blocks: 1 })
    const { timeout } = await waitForTimeout(client, { timeoutId: waiting.timeoutId, ...often })
    expect(timeout).to.deep.include({ status: "RESOLVED", isResolved: true, executeAt: waiting.executeAt })
    expect(timeout.executedAt).to.be.within(waiting.executeAt, waiting.executeAt + 20)
    expect(timeout.resolveTxHash).to.match(/^0x[0-9a-f]{64}$/)
    expect(await reminders.read("reminders")).to.equal(1n)
    expect(await client.getTimeouts({ target: reminders.address })).to.deep.equal([timeout])
  })

  it("has no request for a transaction that made none", async () => {
    const { walletClient, accounts } = world.devnet.gateway.chain
    const txHash = await walletClient.sendTransaction({ to: accounts[1]!, value: 1n })
    expect(await client.getTransaction({ txHash })).to.deep.equal([])
  })
})
