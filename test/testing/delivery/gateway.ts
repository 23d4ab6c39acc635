import { expect } from "chai"
import hre from "hardhat"
import { after, before, beforeEach, describe, it } from "mocha"
import { type Hex, parseEther, parseUnits } from "viem"

import { createSwapClient, isEvmTxData } from "#src/swap/index.js"
import { createWorld, type Sent } from "#src/testing/index.js"
import { deepDescribe, deepIt } from "#test/fixtures/depth.js"
import { deployCounterApp } from "#test/fixtures/testing/deployCounterApp.js"

describe("delivery by hand, of an app gateway", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta"], gateway: true, delivery: "manual" })
  before(world.start)
  after(world.stop)

  const maxFees = parseEther("0.1")
  const counters = () => deployCounterApp(world, { on: ["alpha", "beta"] })
  async function reminders() {
    const app = await world.deployApp("ReminderAppGateway", ({ addressResolver, owner }) => [
      addressResolver,
      owner,
      maxFees,
    ])
    await world.depositCredits(app, parseEther("1"))
    return app
  }

  /** The payloads of a transaction, without the one that pays the fees, which comes last. */
  const payloadsOf = ({ hash }: Sent) =>
    world.devnet.gateway
      .requestsFromTx(hash)
      .flatMap(({ payloads }) => payloads.filter(({ callType }) => callType !== "DISTRIBUTE_FEE"))
  const statesOf = (sent: Sent) => payloadsOf(sent).map(({ status }) => status)

  describe("with payloads", () => {
    let app: Awaited<ReturnType<typeof counters>>
    beforeEach(async () => {
      app = await world.loadFixture(counters)
    })
    const both = () => [world.chains.alpha.slug, world.chains.beta.slug]

    for (const state of ["FINALIZING", "FINALIZED", "EXECUTING", "EXECUTED", "PROMISE_RESOLVING"] as const) {
      const test = state === "FINALIZED" || state === "EXECUTED" ? it : deepIt
      test(`stops in ${state}, before the callback has run, and goes on from there`, async () => {
        await app.send.add([both(), 4n])
        await world.deliver()
        const sent = await app.send.readCounters([both()])
        await world.deliver({ until: state })
        expect(statesOf(sent)).to.deep.equal([state, state])
        expect(await app.read.sum()).to.equal(0n)
        await world.deliver()
        expect(statesOf(sent)).to.deep.equal(["PROMISE_RESOLVED", "PROMISE_RESOLVED"])
        expect(await app.read.sum()).to.equal(8n)
      })
    }

    it("delivers the requests of one transaction, and leaves another", async () => {
      const [first, second] = [await app.send.add([both(), 1n]), await app.send.add([both(), 2n])]
      await world.deliver(second)
      expect([statesOf(first), statesOf(second)]).to.deep.equal([
        ["NO", "NO"],
        ["PROMISE_RESOLVED", "PROMISE_RESOLVED"],
      ])
    })

    it("runs the callbacks of a request in the order that is given", async () => {
      const sent = await app.send.readCounters([both()])
      const ids = payloadsOf(sent).map(({ payloadId }) => payloadId)
      const order: string[] = []
      const stop = world.devnet.gateway.onPayload(({ status, payloadId }) => {
        if (status === "PROMISE_RESOLVED") order.push(payloadId)
      })
      await world.deliver({ order: ids.toReversed() })
      stop()
      expect(order.slice(0, 2)).to.deep.equal(ids.toReversed())
    })

    deepIt("runs the callbacks of parallel payloads in one order, whichever chain is slower", async () => {
      const orders: unknown[] = []
      for (const slow of ["alpha", "beta", "gateway"] as const) {
        await world.loadFixture(counters)
        const { address } = app
        const { provider } = slow === "gateway" ? world.devnet.gateway.chain : world.chains[slow]
        const request = provider.request.bind(provider)
        provider.request = async (call) => {
          for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
          return (await request(call)) as unknown
        }
        try {
          for (const chain of [both(), both().toReversed()]) await app.send.readCounters([chain])
          await world.deliver()
        } finally {
          provider.request = request
        }
        const { publicClient } = world.devnet.gateway.chain
        const logs = await publicClient.getContractEvents({
          ...{ address, abi: app.abi, eventName: "CounterRead", fromBlock: 0n },
        })
        orders.push(logs.map(({ args }) => args))
      }
      expect(orders[0]).to.have.lengthOf(4)
      expect(orders).to.deep.equal([orders[0], orders[0], orders[0]])
    })

    it("moves a payload by one step", async () => {
      const sent = await app.send.add([[world.chains.beta.slug], 1n])
      const steps: unknown[] = []
      for (let step = await world.deliverNext(sent); step !== undefined; step = await world.deliverNext(sent)) {
        steps.push(`${step.stage} on ${step.chain}: ${statesOf(sent).join()}`)
      }
      expect(steps.slice(0, 6)).to.deep.equal([
        "accept on gateway: FINALIZING",
        "finalize on gateway: FINALIZED",
        "simulatePayload on beta: EXECUTING",
        "executePayload on beta: EXECUTED",
        "simulateCallback on gateway: PROMISE_RESOLVING",
        "resolve on gateway: PROMISE_RESOLVED",
      ])
    })

    it("keeps to stages that are held", async () => {
      world.hold("resolve")
      const sent = await app.send.add([both(), 1n])
      await world.deliver()
      expect(statesOf(sent)).to.deep.equal(["PROMISE_RESOLVING", "NO"])
    })
  })

  it("lets schedules and timeouts wait for the time of the test, in any order of fixtures", async () => {
    for (let round = 0; round < 2; round += 1) {
      const app = await world.loadFixture(reminders)
      const sent = await app.send.remind(["scheduled", 60n])
      const { hash } = await app.send.remindByTimeout(["by timeout", 120n])
      await world.deliver()
      expect([statesOf(sent), await app.read.reminders()]).to.deep.equal([["FINALIZED"], 0n])
      await world.time.increase(59)
      await world.deliver()
      expect(await app.read.reminders()).to.equal(0n)
      await world.time.increase(1)
      expect(await app.read.reminders()).to.equal(0n)
      await world.deliver()
      expect([statesOf(sent), await app.read.reminders()]).to.deep.equal([["PROMISE_RESOLVED"], 1n])
      await world.time.increase(60)
      const step = await world.deliverNext()
      expect([step?.stage, step?.chain, await app.read.reminders()]).to.deep.equal(["timeout", "gateway", 2n])
      // What has run is known, and nothing is left to do for it.
      expect(await world.deliverNext(step!.id as Hex)).to.equal(undefined)
      expect(hash).to.match(/^0x/)
    }
  })

  it("delivers the timeout of one transaction, and leaves another that is due too", async () => {
    const app = await world.loadFixture(reminders)
    const first = await app.send.remindByTimeout(["first", 60n])
    const second = await app.send.remindByTimeout(["second", 60n])
    const reminded = async () => {
      const event = { address: app.address, abi: app.abi, eventName: "Reminded", fromBlock: 0n } as const
      const logs = await world.devnet.gateway.chain.publicClient.getContractEvents(event)
      return logs.map(({ args }) => (args as { text: string }).text)
    }
    await world.time.increase(60)
    await world.deliver(second)
    expect(await reminded()).to.deep.equal(["second"])
    await world.deliver(first)
    expect(await reminded()).to.deep.equal(["second", "first"])
  })

  it("brings triggers to their app gateway when the test says so", async () => {
    const triggered = async () => {
      const app = await world.deployApp("TriggeredAppGateway", ({ addressResolver, owner }) => [
        addressResolver,
        owner,
        maxFees,
      ])
      await world.depositCredits(app, parseEther("1"))
      await app.send.deployContracts([world.chains.beta.slug])
      await world.deliver()
      const at = await app.read.getOnChainAddress([await app.read.reporting(), world.chains.beta.slug])
      return { app, reporter: await world.getContractAt("beta", "TriggerPlug", at) }
    }
    for (let round = 0; round < 2; round += 1) {
      const { app, reporter } = await world.loadFixture(triggered)
      const total = () => app.read.totals([world.chains.beta.slug])
      const before = await total()
      // Time goes back with the fixture, and what happens at an earlier time again is due at once.
      if (round === 0) await world.time.increase(3_600)
      const other = await reporter.send.report([700n])
      const sent = await reporter.send.report([5n])
      await world.deliver({ until: "EXECUTED" })
      expect(await total()).to.equal(before)
      await world.deliver(sent)
      expect(await total()).to.equal(before + 5n)
      await world.deliver(other)
      expect(await total()).to.equal(before + 705n)
    }
  })
})

deepDescribe("delivery by hand, of routes", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta"], market: true, delivery: "manual" })
  before(world.start)
  after(world.stop)

  it("lets a slow bridge wait for the time of the test, and the keeper for deliver", async () => {
    const { alpha, beta } = world.chains
    const { usdc } = world.devnet.market.alpha.tokens
    const [user] = alpha.accounts
    const client = createSwapClient({ ...world.devnet.swap, retries: 0 })
    const start = async () => {
      const { routes } = await client.getQuote({
        userOps: "tx",
        originChainId: alpha.chainId,
        destinationChainId: beta.chainId,
        inputToken: usdc.address,
        outputToken: world.devnet.market.beta.tokens.usdc.address,
        inputAmount: parseUnits("50", usdc.decimals),
        userAddress: user!,
        receiverAddress: user!,
        includeProvider: ["press"],
      })
      const { quoteId, approval, txData } = routes[0]!
      const token = await world.getContractAt("alpha", "MarketToken", usdc.address)
      await token.write.approve([approval!.spenderAddress, approval!.amount])
      if (!isEvmTxData(txData)) throw new Error("the route has no transaction")
      const { to, data, value } = txData.object
      await alpha.walletClient.sendTransaction({ to, data, value })
      return quoteId
    }
    const stateOf = async (quoteId: string) => (await client.getStatus({ quoteId })).status
    for (let round = 0; round < 2; round += 1) {
      const quoteId = await world.loadFixture(start)
      expect(await stateOf(quoteId)).to.equal("IN_PROGRESS")
      await world.deliver()
      expect(await stateOf(quoteId)).to.equal("IN_PROGRESS")
      await world.time.increase(10)
      world.hold("release")
      await world.deliver()
      expect(await stateOf(quoteId)).to.equal("IN_PROGRESS")
      world.release("release")
      const step = await world.deliverNext()
      expect([step?.stage, step?.chain, await stateOf(quoteId)]).to.deep.equal(["release", "beta", "COMPLETED"])
    }
  })
})
