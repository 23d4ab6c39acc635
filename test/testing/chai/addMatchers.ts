import "../../../src/testing/chai/index.js"

import { expect } from "chai"
import hre from "hardhat"
import { after, before, beforeEach, describe, it } from "mocha"

import { createWorld, type WorldContract } from "../../../src/testing/index.js"
import { failure, thrown } from "../../fixtures/failure.js"
import { failureText } from "../../fixtures/failureText.js"

describe("chai matchers of a world", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta"] })
  before(world.start)
  after(world.stop)
  const counters = () => world.deployConnected("Counter", ({ socket, owner }) => [socket, owner])
  let alpha: WorldContract<"Counter">
  let beta: WorldContract<"Counter">
  beforeEach(async () => {
    ;({ alpha, beta } = await world.loadFixture(counters))
    world.release()
  })
  const add = () => alpha.send.add([beta.slug, 5n])

  it("check every word of a chain, and fail with the first that does not hold", async () => {
    const fee = (await add()).fee
    await expect(add()).to.be.delivered.once.and.causeEvent(beta, "Added").and.payFee(fee)
    expect(await failureText(expect(add()).to.be.delivered.and.payFee(1n))).to.contain("to cost 1 wei")
    expect(await failureText(expect(add()).to.be.delivered.once.and.reach("SEALED").and.payFee(1n))).to.contain(
      "to be in the state SEALED",
    )
  })

  it("leave words before not as they are, and negate those behind it", async () => {
    await expect(add()).to.be.delivered.and.not.causeEvent(beta, "OwnershipTransferred")
    expect(await failureText(expect(add()).to.be.delivered.and.not.causeEvent(beta, "Added"))).to.contain(
      "Expected inbound not to make",
    )
  })

  it("send nothing twice, and can be awaited several times", async () => {
    const assertion = expect(add()).to.be.delivered
    await assertion
    await Promise.all([assertion, assertion.then(), assertion.finally(() => undefined)])
    expect(await beta.read.counter()).to.equal(5n)
  })

  it("begin a new chain once one was checked", async () => {
    const sent = expect(await add())
    await sent.to.be.delivered
    await sent.to.causeEvent(beta, "Added", [alpha.slug, 5n, 5n])
    await failureText(sent.to.reach("SEALED"))
    await sent.to.be.delivered.once
  })

  it("put the message of expect before the text", async () => {
    world.hold("seal")
    expect(await failureText(expect(add(), "the greeting").to.be.delivered)).to.match(
      /^the greeting: Expected the message to be delivered/,
    )
  })

  it("point to the line of the test, with no frame of chai or of this package above it", async () => {
    world.hold("seal")
    for (const assertion of [
      () => expect(add()).to.be.delivered,
      () => expect(add()).to.be.delivered.once,
      () => expect(add()).to.payFee(1n),
      () => world.assertions.delivered(add()),
      () => expect(7).to.be.delivered,
    ]) {
      const error = (await assertion().then(
        () => undefined,
        (caught: unknown) => caught,
      )) as Error
      const frames = (error.stack ?? "").slice(error.name.length + 2 + error.message.length).trim()
      expect(frames).to.match(/^at .*test\/testing\/chai\/addMatchers\.ts:\d+/)
      expect(frames).to.not.match(/node_modules\/chai|src\/testing/)
    }
  })

  it("say what to give for a subject that send has not returned", async () => {
    const advice =
      "\nGive it what send of a contract of a world returns, or its promise: expect(alpha.send.greet(args)).to.be.delivered."
    const { hash } = await add()
    for (const [subject, name] of [
      [7, "7"],
      [undefined, "undefined"],
      [hash, "a hash"],
      [{ hash }, "an object that no world has sent"],
      [add, "a function"],
      [alpha.read.counter(), "0"],
    ] as const) {
      const { code, message } = await failure(expect(subject).to.be.delivered)
      expect(code).to.equal("NOT_SENT")
      expect(message).to.equal(`The assertion was given ${name}, which is not what send returns.${advice}`)
    }
  })

  it("hand on what the subject rejects with, if it is no revert", async () => {
    const problem = new Error("no such luck")
    const caught: unknown = await expect(Promise.reject(problem)).to.be.delivered.catch((error: unknown) => error)
    expect(caught).to.equal(problem)
  })

  it("refuse once behind a word that it cannot be said of", () => {
    const misused = thrown(() => (expect(1).to as unknown as Chai.Assertion["delivered"]).once)
    expect(misused.message).to.equal(
      "once: it does not stand behind a word that it can be said of. Write expect(…).to.be.delivered.once.",
    )
  })

  describe("without await", () => {
    /** What nobody has caught. */
    async function unhandled(act: () => void): Promise<Error> {
      const listeners = process.listeners("unhandledRejection")
      process.removeAllListeners("unhandledRejection")
      const { promise, resolve } = Promise.withResolvers<unknown>()
      process.once("unhandledRejection", resolve)
      try {
        act()
        return (await promise) as Error
      } finally {
        for (const listener of listeners) process.on("unhandledRejection", listener)
      }
    }

    it("fail as an unhandled rejection that says so", async () => {
      world.hold("seal")
      const error = await unhandled(() => void expect(add()).to.be.delivered)
      expect(error.message).to.match(
        /^Expected the message to be delivered, .*\nThe test did not await this assertion: write await before expect\.$/s,
      )
    })

    it("say so too if the transaction itself fails, such as because the test has ended", async () => {
      const error = await unhandled(() => void expect(Promise.reject(new Error("the chain is closed"))).to.be.delivered)
      expect(error.message).to.equal(
        "the chain is closed\nThe test did not await this assertion: write await before expect.",
      )
      expect(error.stack).to.match(/\n +at .*test\/testing\/chai\/addMatchers\.ts:\d+/)
    })
  })
})
