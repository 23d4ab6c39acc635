import { expect } from "chai"
import { after, afterEach, before, beforeEach, describe, it } from "mocha"
import { encodeFunctionData, type Hex, parseEther } from "viem"

import { counterAppGatewayArtifact } from "#examples/demos/artifacts/CounterAppGateway.js"
import { reminderAppGatewayArtifact } from "#examples/demos/artifacts/ReminderAppGateway.js"
import { gatewaySocketArtifact, watcherArtifact } from "#src/devnet/artifacts/gateway.js"
import { deepIt } from "#test/fixtures/depth.js"
import { callOnGateway } from "#test/fixtures/worlds/gateway/callOnGateway.js"
import type { AppGateway } from "#test/fixtures/worlds/gateway/gatewayWorld.js"
import { watchPayloads } from "#test/fixtures/worlds/gateway/watchPayloads.js"
import { type ActorsWorld, createActorsWorld } from "#test/fixtures/worlds/messaging/actorsWorld.js"

/** The number that the contracts give this state. */
const onChainReverting = 3

/** Hand-written bytecode to replace a counter's. */
const code = {
  /** Returns this many zeros, whatever is called. */
  giving: (length: number): Hex => `0x62${length.toString(16).padStart(6, "0")}5ff3`,
  /** Loops until it runs out of gas. */
  endless: "0x5b5f56",
  /** Asks for more memory than all gas can pay, which ends a read at once, whatever gas it has. */
  greedy: "0x5f63ffffffff52",
  /** Reverts without data. */
  silent: "0x5f5ffd",
  /** Reverts with this many zeros. */
  verbose: (length: number): Hex => `0x62${length.toString(16).padStart(6, "0")}5ffd`,
} as const

describe("the gateway's actors, at the limits of a transaction", () => {
  let world: ActorsWorld
  let counters: AppGateway
  let counter: Hex
  let own: Hex
  let watch: ReturnType<typeof watchPayloads>
  before(async () => {
    world = await createActorsWorld({ executionRetries: { attempts: 1, delay: 0 } })
    counters = await world.open(counterAppGatewayArtifact)
    const { slug, publicClient } = world.alpha
    await world.completed(await counters.call("deployContracts", [[slug]]))
    counter = (await counters.read("getOnChainAddress", [await counters.read("counter"), slug])) as Hex
    own = (await publicClient.getCode({ address: counter }))!
  })
  after(() => world.devnet.stop())
  beforeEach(() => {
    watch = watchPayloads(world.devnet.gateway)
  })
  afterEach(async () => {
    watch.stop()
    await put(own)
  })

  const put = (bytecode: Hex) => world.alpha.testClient.setCode({ address: counter, bytecode })
  const reverting = async (txHash: Hex) => {
    await watch.reverting(txHash)
    const [request] = await world.client.getTransaction({ txHash })
    return request!.payloads[0]!.simulationDetails
  }

  deepIt("bring a callback return data that is far longer than a word", async () => {
    await put(code.giving(100_000))
    const { payloads } = await watch.completed(await counters.call("readCounters", [[world.alpha.slug]]))
    expect(payloads[0]!.executed!.returnData).to.have.length(2 + 2 * 100_000)
  })

  deepIt("say that return data is longer than any transaction", async () => {
    await put(code.giving(400_000))
    const { callbackRevertString } = await reverting(await counters.call("readCounters", [[world.alpha.slug]]))
    expect(callbackRevertString).to.match(/gas limit .* is greater than the cap/)
  })

  it("give up a read that reverts with more data than a transaction can have", async () => {
    await put(code.verbose(400_000))
    const hash = await counters.call("readCounters", [[world.alpha.slug]])
    const { payloadId } = (await watch.reverting(hash)).payloads[0]!
    const { publicClient, contracts } = world.devnet.gateway.chain
    const call = { address: contracts.watcher, abi: watcherArtifact.abi, functionName: "promiseState" } as const
    await world.until(
      async () => (await publicClient.readContract({ ...call, args: [payloadId] })) === onChainReverting,
    )
  })

  it("bring a trigger with a payload far longer than a word", async () => {
    const reminders = await world.open(reminderAppGatewayArtifact)
    const { walletClient, contracts } = world.alpha
    const { abi } = gatewaySocketArtifact
    const address = contracts.gatewaySocket
    const args = [`0x${reminders.address.slice(2).padStart(64, "0")}`, address] as const
    // Any account can be a plug, if the app gateway accepts it.
    const { chain } = world.devnet.gateway
    const { testClient } = chain
    await testClient.impersonateAccount({ address: reminders.address })
    await testClient.setBalance({ address: reminders.address, value: parseEther("1") })
    await callOnGateway(chain, {
      account: reminders.address,
      address: chain.contracts.watcher,
      abi: watcherArtifact.abi,
      functionName: "setValidPlug",
      args: [true, world.alpha.slug, walletClient.account.address],
    })
    await walletClient.writeContract({ address, abi, functionName: "connect", args })
    const call = {
      abi: reminderAppGatewayArtifact.abi,
      functionName: "onTimeout",
      args: ["tea ".repeat(10_000)],
    } as const
    await walletClient.sendTransaction({ to: address, data: encodeFunctionData(call) })
    await world.until(async () => (await reminders.read("reminders")) === 1n)
  })

  it("distinguish running out of gas from reverting without a reason, in a write and in a read", async () => {
    const { slug } = world.alpha
    await put(code.endless)
    const write = await reverting(await counters.call("add", [[slug], 1n]))
    expect(write.executeRevertString).to.equal("it gave no reason, and used up all of its 500000 gas")
    await put(code.greedy)
    const read = await reverting(await counters.call("readCounters", [[slug]]))
    expect(read.executeRevertString).to.match(/ran out of gas/)
    await put(code.silent)
    const silent = [await counters.call("add", [[slug], 1n]), await counters.call("readCounters", [[slug]])]
    for (const hash of silent) expect((await reverting(hash)).executeRevertString).to.equal("0x")
  })
})
