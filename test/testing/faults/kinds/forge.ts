import "#src/testing/chai/index.js"

import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"
import { decodeFunctionData, type Hex, numberToHex } from "viem"

import { socketAbi } from "#src/messaging/onchain/abi.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { pathOf, plainSchedule } from "#src/testing/exploring/Schedule.js"
import { findModel, forge } from "#src/testing/faults/kinds/forge.js"
import { createWorld, type ExploreContext } from "#src/testing/index.js"
import { worldOf } from "#src/testing/world/runningWorlds.js"
import { failure } from "#test/fixtures/failure.js"

describe("the fault forge", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta"], watchers: 2 })
  before(world.start)
  after(world.stop)
  const counters = () => world.deployConnected("Counter", ({ socket, owner }) => [socket, owner])

  const optimistic = () =>
    world.deployConnected("Counter", ({ socket, owner }) => [socket, owner], { switchboard: "OPTIMISTIC" })

  const moody = () => world.deployConnected("MoodyPlug", ({ socket, owner }) => [socket, owner])

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

  it("has not happened where the plug refuses it, and is tried again as often as it is asked for", async () => {
    const { alpha, beta } = await world.loadFixture(moody)
    await expect(alpha.send.send([beta.slug, "0x12"])).to.be.delivered
    await beta.write.refuseAll([true])
    for (const as of ["doubled", "doubled", "unsent"] as const) {
      expect((await world.faults.forge("beta", { as })).happened, as).to.equal(0)
    }
    await beta.write.refuseAll([false])
    expect((await world.faults.forge("beta", { as: "doubled" })).happened).to.equal(1)
    expect(await beta.read.received()).to.equal(2n)
  })

  it("is no failure of its own in an exploration, on any path and however often it is forged", async () => {
    for (const load of [counters, optimistic]) {
      const { alpha, beta } = await world.loadFixture(load)
      const scenario = async ({ step }: ExploreContext) => {
        await alpha.send.add([beta.slug, 5n])
        await step()
        await alpha.send.add([beta.slug, 6n])
      }
      const forging = (as: "altered" | "unsent") =>
        ({ move: "fault", data: { fault: "forge", chain: "beta", as } }) as const
      const [altered, unsent, later] = [
        forging("altered"),
        forging("unsent"),
        { move: "deliver", until: "EXECUTING" } as const,
      ]
      const path = pathOf({
        ...plainSchedule,
        steps: [[later, altered, altered, unsent, unsent]],
        end: [altered, unsent],
      })
      expect((await world.explore({ path }, scenario, () => true)).runs).to.equal(1)
    }
  })

  it("needs a message that it can resemble", async () => {
    await world.loadFixture(counters)
    for (const as of ["unsent", "altered"] as const) {
      const error: unknown = await world.faults.forge("alpha", { as }).catch((thrown: unknown) => thrown)
      expect(isPlugsError(error) && [error.code, error.facts["argument"]]).to.deep.equal(["INVALID_INPUT", "chain"])
    }
    expect(world.faults.active()).to.deep.equal([])
  })

  it("takes the newest message to its chain: one that is at its end, or one under way if it alters it", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    const open = worldOf(alpha)!
    const records = [
      { status: "EXECUTION_SUCCESS", since: 50, to: beta.slug },
      { status: "EXECUTION_FAILURE", since: 70, to: beta.slug },
      { status: "EXECUTION_SUCCESS", since: 60, to: beta.slug },
      { status: "EXECUTION_SUCCESS", since: 90, to: alpha.slug },
      { status: "RECEIVED", since: 30, to: beta.slug },
      { status: "SEALED", since: 20, to: beta.slug },
      { status: "EXECUTING", since: 80, to: alpha.slug },
    ].map(({ to, ...record }) => ({ ...record, outbound: { dstChainSlug: to, messageId: record.since } }))
    const inStatus = (wanted: string) => records.filter(({ status }) => status === wanted)
    const ledger = Object.create(open.messaging.ledger, { inStatus: { value: inStatus } }) as never
    const found = (["unsent", "doubled", "altered", undefined] as const).map((as) =>
      ["beta", "alpha"].map(
        (chain) =>
          findModel({ fault: "forge", chain, as }, { ...open, messaging: { ...open.messaging, ledger } })?.messageId,
      ),
    )
    expect(found).to.deep.equal([
      [70, 90],
      [70, 90],
      [30, 80],
      [70, 90],
    ])
  })

  it("looks for the message once everything that every chain has sent is known", async () => {
    const { alpha } = await world.loadFixture(counters)
    const open = worldOf(alpha)!
    const done: string[] = []
    const contexts = open.messaging.contexts.map((context): typeof context => {
      const sync = async () => {
        await Promise.resolve()
        done.push(`read ${context.chain.name}`)
      }
      return { ...context, observer: Object.create(context.observer, { sync: { value: sync } }) as never }
    })
    const inStatus = () => {
      done.push("looked")
      return []
    }
    const messaging = {
      ...open.messaging,
      contexts,
      ledger: Object.create(open.messaging.ledger, { inStatus: { value: inStatus } }) as never,
    }
    const context = { happen: () => done.push("happened"), happened: () => 0, noted: undefined, note: () => undefined }
    const { begin } = forge({ fault: "forge", chain: "beta" }, { ...context, world: { ...open, messaging } })
    expect(await failure(begin!())).to.include({ code: "INVALID_INPUT" })
    expect([...new Set(done)]).to.deep.equal(["read alpha", "read beta", "looked"])
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
