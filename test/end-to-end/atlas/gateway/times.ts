import { expect } from "chai"
import { after, afterEach, before, it } from "mocha"
import { type Hex, parseEventLogs } from "viem"

import { reminderAppGatewayArtifact } from "#examples/demos/artifacts/ReminderAppGateway.js"
import { watcherArtifact } from "#src/devnet/artifacts/gateway.js"
import { plannedAppArtifact } from "#test/fixtures/artifacts/PlannedApp.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { deepDescribe } from "#test/fixtures/depth.js"
import { expectCause } from "#test/fixtures/output/expectCause.js"
import {
  createExplainedGateway,
  type ExplainedApp,
  type ExplainedGateway,
  maxFees,
} from "#test/fixtures/worlds/gateway/explainedGateway.js"
import { planned } from "#test/fixtures/worlds/gateway/plans.js"
import type { Explained } from "#test/fixtures/worlds/messaging/explainedWorld.js"

/** What waits for its time, or for its batch. */
deepDescribe("atlas of the gateway: schedules, timeouts and batches", function () {
  let world: ExplainedGateway
  let app: ExplainedApp
  let reminders: ExplainedApp
  before(async () => {
    world = await createExplainedGateway()
    app = await world.deploy(plannedAppArtifact, [maxFees])
    reminders = await world.deploy(reminderAppGatewayArtifact)
    await world.completed(await app.call("deployContracts", [world.alpha.slug]))
  })
  afterEach(() => {
    world.devnet.relay.resume()
  })
  after(() => world[Symbol.asyncDispose]())

  const delivered = (id: string) =>
    eventually(async () => {
      const explained = await world.explain(id)
      return explained.document.verdict === "delivered" && explained
    })
  const firstIs = (id: string, name: string) =>
    eventually(async () => {
      const explained = await world.explain(id)
      return explained.document.causes[0]?.name === name && explained
    })
  const timeoutOf = async (hash: Hex): Promise<Hex> => {
    const { logs } = await world.devnet.gateway.chain.publicClient.getTransactionReceipt({ hash })
    return parseEventLogs({ abi: watcherArtifact.abi, eventName: "TimeoutScheduled", logs })[0]!.args.timeoutId
  }

  const runsTheFix = async (explained: Explained) => {
    const { mend } = expectCause(explained, "scheduler-late")
    expect(mend?.command).to.equal(`npx hardhat devnet resume --port ${world.port}`)
    const { code, stderr } = await world.runPrinted(mend!.command!)
    expect(code, stderr).to.equal(0)
  }

  it("actor-failed: the devnet says why its actor does not execute, here a base fee that it cannot pay", async () => {
    world.devnet.relay.pause("executePayload")
    const hash = await app.call("run", [[planned.write(world.alpha.slug, 2n)]])
    await firstIs(hash, "actors-paused")
    await world.alpha.testClient.setNextBlockBaseFeePerGas({ baseFeePerGas: 10n ** 24n })
    world.devnet.relay.resume()
    const explained = await firstIs(hash, "actor-failed")
    const { says, mend } = expectCause(explained, "actor-failed")
    expect(says).to.contain("stage executePayload fails on alpha")
    expect(mend?.who).to.contain("hardhat_setNextBlockBaseFeePerGas")
    await world.alpha.testClient.setNextBlockBaseFeePerGas({ baseFeePerGas: 1_000_000_000n })
    await delivered(hash)
  })

  it("chain-stands-still: the chain of the payload mines no block, until it is mined", async () => {
    await world.alpha.testClient.setAutomine(false)
    const hash = await app.call("run", [[planned.write(world.alpha.slug, 3n)]])
    const explained = await firstIs(hash, "chain-stands-still")
    expect(explained.document.causes[0]!.says).to.match(/^alpha mines no block/)
    await world.alpha.testClient.setAutomine(true)
    await world.alpha.testClient.mine({ blocks: 1 })
    await delivered(hash)
  })

  it("schedule-waiting: a write waits behind a schedule in the order of the batches", async () => {
    const write = planned.write(world.alpha.slug, 1n)
    const hash = await app.call("run", [[write, planned.schedule(3_600n), write]])
    const [request] = await world.until(hash, ([made]) => made?.payloads[0]?.status === "PROMISE_RESOLVED")
    const [, schedule, behind] = request!.payloads
    const explained = await world.explain(hash)
    expect(explained.document.verdict).to.equal("waiting")
    const cause = expectCause(explained, "schedule-waiting")
    expect(cause.about).to.equal(schedule!.payloadId)
    expect(cause.says).to.contain(`Payload ${behind!.payloadId} of a later batch waits behind it`)

    // The payload behind it has the same answer.
    const ofPayload = await world.explain(behind!.payloadId)
    expect(ofPayload.document.verdict).to.equal("waiting")
    expect(expectCause(ofPayload, "schedule-waiting").about).to.equal(schedule!.payloadId)

    await world.pass(3_600)
    await delivered(hash)
    expect((await delivered(behind!.payloadId)).document.items).to.have.length(1)
  })

  it("batch-waiting: a payload waits for one of an earlier batch", async () => {
    world.devnet.relay.pause("executePayload")
    const write = planned.write(world.alpha.slug, 1n)
    const hash = await app.call("run", [[write, write]])
    const [request] = await world.until(hash, ([made]) => made?.payloads[0]?.status === "EXECUTING")
    const [first, second] = request!.payloads
    const explained = await world.explain(second!.payloadId)
    expect(explained.document.verdict).to.equal("waiting")
    const cause = expectCause(explained, "batch-waiting")
    expect(cause.says).to.contain(first!.payloadId)
    world.devnet.relay.resume()
    await delivered(second!.payloadId)
  })

  it("timeout-waiting: a timeout is not due yet, and later it has run", async () => {
    const hash = await reminders.call("remindByTimeout", ["tea", 3_600n])
    const timeoutId = await timeoutOf(hash)
    for (const id of [timeoutId, hash]) {
      const explained = await world.explain(id)
      expect(explained.document.verdict).to.equal("waiting")
      const cause = expectCause(explained, "timeout-waiting")
      expect(cause.says).to.match(/in (1 h|59 min)/)
    }
    await world.pass(3_600)
    const { document } = await delivered(timeoutId)
    expect(document.causes).to.deep.equal([])
    expect(document.events.map(({ title }) => title)).to.include.members(["Timeout set", "Timeout run"])
  })

  it("scheduler-late: a timeout is due and the watcher does not run it", async () => {
    world.devnet.relay.pause("timeout")
    const hash = await reminders.call("remindByTimeout", ["tea", 60n])
    const timeoutId = await timeoutOf(hash)
    await world.pass(60)
    // Due, and not late yet: the chain's time was set forward only now.
    expect((await world.explain(timeoutId)).document.causes).to.deep.equal([])
    await world.pass(600)
    const explained = await world.explain(timeoutId)
    expect(explained.document.verdict).to.equal("stuck")
    const { says, mend, certainty } = expectCause(explained, "scheduler-late")
    expect(certainty).to.equal("certain")
    expect(says).to.contain("has not run it for 10 min")
    expect(mend?.who).to.equal("the devnet is paused, also its stage timeout: let it go on")
    await runsTheFix(explained)
    await delivered(timeoutId)
  })

  it("scheduler-late: a schedule is due and the watcher does not run it", async () => {
    world.devnet.relay.pause("resolve")
    const hash = await app.call("run", [[planned.schedule(60n)]])
    await world.until(hash, ([made]) => made?.payloads[0]?.status === "FINALIZED")
    await world.pass(60)
    await world.pass(600)
    const explained = await world.explain(hash)
    expect(explained.document.verdict).to.equal("stuck")
    expectCause(explained, "scheduler-late")
    await runsTheFix(explained)
    await delivered(hash)
  })

  it("scheduler-late: a schedule is due and the watcher has not even finalized it, which a paused devnet says before", async () => {
    world.devnet.relay.pause()
    const hash = await app.call("run", [[planned.schedule(60n)]])
    await world.pass(60)
    expectCause(await world.explain(hash), "actors-paused")
    await world.pass(600)
    const explained = await world.explain(hash)
    expect(explained.document.verdict).to.equal("stuck")
    expect(expectCause(explained, "scheduler-late").certainty).to.equal("likely")
    world.devnet.relay.resume()
    await delivered(hash)
  })
})
