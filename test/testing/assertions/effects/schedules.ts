import "#src/testing/chai/index.js"

import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"
import { parseEther } from "viem"

import { failureOf, moment } from "./failureOf.js"
import { createWorld } from "#src/testing/index.js"
import { runningWorlds } from "#src/testing/world/runningWorlds.js"

describe("assertions about schedules", () => {
  const world = createWorld(hre, { gateway: true })
  before(world.start)
  after(world.stop)

  const reminders = async () => {
    const app = await world.deployApp("ReminderAppGateway", ({ addressResolver, owner }) => [
      ...([addressResolver, owner, parseEther("0.1")] as const),
    ])
    await world.depositCredits(app, parseEther("10"))
    await world.time.setTo(moment)
    return app
  }

  it("pass the time until a schedule is due, and hold if it runs then", async () => {
    const app = await world.loadFixture(reminders)
    await expect(app.send.remind(["tea", 3_600n])).to.runWhenDue
    expect(world.time.now()).to.equal(moment + 3_600)
    expect(await app.read.reminders()).to.equal(1n)
  })

  it("hold for timeouts of older app gateways", async () => {
    const app = await world.loadFixture(reminders)
    await expect(app.send.remindByTimeout(["tea", 60n])).to.runWhenDue
    expect(await app.read.reminders()).to.equal(1n)
  })

  it("let time run on if the test has let it, and only then", async () => {
    const app = await world.loadFixture(reminders)
    const isFrozen = () => runningWorlds().at(-1)?.clock.isFrozen
    await world.time.unfreeze()
    await expect(app.send.remind(["tea", 60n])).to.runWhenDue
    expect(isFrozen()).to.equal(false)
    await world.time.freeze()
    await expect(app.send.remind(["tea", 60n])).to.runWhenDue
    expect(isFrozen()).to.equal(true)
  })

  it("take several, one after the other", async () => {
    await world.loadFixture(reminders)
    const app = await world.deployApp("ScheduleApp", ({ addressResolver }) => [addressResolver, parseEther("0.1")])
    await world.depositCredits(app, parseEther("10"))
    await expect(app.send.scheduleAll()).to.runWhenDue
    expect(world.time.now()).to.equal(moment + 100)
  })

  it("say when it ran although it must not", async () => {
    const app = await world.loadFixture(reminders)
    expect(await failureOf(expect(app.send.remind(["tea", 3_600n])).not.to.runWhenDue)).to.equal(
      [
        "Expected a schedule not to run when it is due, but every one did:",
        "  <id> of ReminderAppGateway was due at 2033-05-18 04:33:20 UTC and ran at 2033-05-18 04:33:20 UTC",
      ].join("\n"),
    )
  })

  it("say why it did not run", async () => {
    const app = await world.loadFixture(reminders)
    world.hold("executePayload")
    const text = await failureOf(expect(app.send.remind(["tea", 60n])).to.runWhenDue)
    world.release("executePayload")
    expect(text).to.equal(
      [
        "Expected every schedule to run when it is due, but:",
        "  <id> of ReminderAppGateway was due at 2033-05-18 03:34:20 UTC and has not run",
        '    The test holds the stage executePayload: world.release("executePayload") lets it go on.',
      ].join("\n"),
    )
  })

  it("say so if it ran late", async () => {
    const app = await world.loadFixture(reminders)
    world.hold("executePayload")
    const sent = await app.send.remind(["tea", 60n])
    await world.time.increase(90)
    world.release("executePayload")
    expect(await failureOf(expect(sent).to.runWhenDue)).to.equal(
      [
        "Expected every schedule to run when it is due, but:",
        "  <id> of ReminderAppGateway was due at 2033-05-18 03:34:20 UTC and ran at 2033-05-18 03:34:50 UTC",
      ].join("\n"),
    )
  })

  it("say what a schedule waits for that has not begun", async () => {
    await world.loadFixture(reminders)
    const app = await world.deployApp("PlannedApp", ({ addressResolver }) => [addressResolver, parseEther("0.1")])
    await world.depositCredits(app, parseEther("10"))
    const { slug: chainSlug } = world.chains.beta
    await expect(app.send.deployContracts([chainSlug])).to.be.completed
    const step = { chainSlug, isParallel: false, amount: 60n, next: "0x" } as const
    world.hold("executePayload")
    const steps = [
      { ...step, kind: 0 },
      { ...step, kind: 2 },
    ]
    const text = await failureOf(expect(app.send.run([steps])).to.runWhenDue)
    world.release("executePayload")
    expect(text.replace(/0x\w{40}/, "the board")).to.equal(
      [
        "Expected every schedule to run when it is due, but:",
        "  request 2 of PlannedApp is IN_PROGRESS",
        "    a WRITE of the board.write on beta is EXECUTING since 2033-05-18 03:33:20 UTC (payload <id>)",
        '      The test holds the stage executePayload: world.release("executePayload") lets it go on.',
        "    a schedule is NO since 2033-05-18 03:33:20 UTC (payload <id>)",
        "      It waits for payloads before it.",
      ].join("\n"),
    )
  })

  it("fail where nothing was scheduled", async () => {
    const app = await world.loadFixture(reminders)
    const { hash } = await app.send.transferOwnership([world.chains.alpha.accounts[0]!])
    const text =
      "Expected every schedule to run when it is due, but the transaction <id> of the gateway chain made none."
    expect(await failureOf(expect(hash).to.runWhenDue)).to.equal(text)
    expect(await failureOf(expect(hash).not.to.runWhenDue)).to.equal(text)
  })
})
