import "#src/testing/chai/index.js"

import { expect } from "chai"
import hre from "hardhat"
import { after, before, beforeEach, describe, it } from "mocha"
import { type Hex, zeroAddress, zeroHash } from "viem"

import { batchTransaction, readCalls } from "#src/devnet/relay/callBatch.js"
import { createWorld, type Sent, type WorldContract } from "#src/testing/index.js"
import { failure } from "#test/fixtures/failure.js"
import { failureText } from "#test/fixtures/failureText.js"

describe("assertions about what inbound does", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta"] })
  before(world.start)
  after(world.stop)
  const counters = () => world.deployConnected("Counter", ({ socket, owner }) => [socket, owner])
  const moody = async () => {
    const plugs = await world.deployConnected("MoodyPlug", ({ socket, owner }) => [socket, owner])
    await plugs.beta.write.refuse(["0x12", true])
    return plugs
  }
  const reverting = [
    "  MoodyPlug on alpha → MoodyPlug on beta",
    "    RECEIVED → SEALED → PROPOSED → ATTESTED → VERIFIED → INBOUND_REVERTING",
    "    inbound of MoodyPlug on beta reverts at contracts/fixtures/MoodyPlug.sol:55: InABadMood(payload: 0x12).",
    "    It was tried once. world.time.increase(1) lets it be tried again.",
  ]

  describe("revertInbound and revertInboundWith", () => {
    let alpha: WorldContract<"MoodyPlug">
    let beta: WorldContract<"MoodyPlug">
    beforeEach(async () => {
      ;({ alpha, beta } = await world.loadFixture(moody))
    })
    const sendRefused = () => alpha.send.send([beta.slug, "0x12"])
    const sendAccepted = () => alpha.send.send([beta.slug, "0x34"])

    it("hold for the error, with equal arguments, some that a function accepts, or any", async () => {
      await expect(sendRefused()).to.revertInbound
      await expect(sendRefused()).to.revertInboundWith(beta, "InABadMood", ["0x12"])
      await expect(sendRefused()).to.revertInboundWith(beta, "InABadMood", [(payload) => payload.length === 4])
      await world.assertions.revertInboundWith(sendRefused(), beta, "InABadMood")
    })

    it("hold negated for a message that is delivered, or reverts with something else", async () => {
      await expect(sendAccepted()).to.not.revertInbound
      await expect(sendRefused()).to.not.revertInboundWith(beta, "InABadMood", ["0x34"])
      await world.assertions.not.revertInboundWith(sendRefused(), beta, "Error", ["no"])
    })

    it("fail for other arguments with what it reverts with, at which line, and how it can go on", async () => {
      const sent = await sendRefused()
      const text = ["Expected its inbound to revert with InABadMood(0x34), but it does not:", ...reverting].join("\n")
      expect(await failureText(expect(sent).to.revertInboundWith(beta, "InABadMood", ["0x34"]))).to.equal(text)
      expect(await failureText(world.assertions.revertInboundWith(sent, beta, "InABadMood", ["0x34"]))).to.equal(text)
    })

    it("name the line of an inbound that spends most of a million gas before it reverts", async () => {
      const costly = await world.deployConnected("CostlyPlug", ({ socket, owner }) => [socket, owner])
      const sent = costly.alpha.send.send([costly.beta.slug])
      const text = await failureText(expect(sent).to.revertInboundWith(costly.beta, "Error"))
      expect(text).to.match(/ of CostlyPlug on beta reverts at contracts\/fixtures\/CostlyPlug\.sol:24: NotToday\(\)\./)
    })

    it("fail for a message that is delivered", async () => {
      expect(await failureText(expect(sendAccepted()).to.revertInbound)).to.match(
        /^Expected its inbound to revert, but it does not:\n {2}MoodyPlug on alpha → MoodyPlug on beta\n {4}RECEIVED .* EXECUTION_SUCCESS\n/,
      )
    })

    it("fail negated", async () => {
      expect(await failureText(expect(sendRefused()).to.not.revertInboundWith(beta, "InABadMood"))).to.equal(
        ["Expected its inbound not to revert with InABadMood, but it does:", ...reverting].join("\n"),
      )
      expect(await failureText(world.assertions.not.revertInbound(sendRefused()))).to.equal(
        ["Expected its inbound not to revert, but it does:", ...reverting].join("\n"),
      )
    })

    it("say how often a message was tried, and whether it is tried again", async () => {
      const sent = await sendRefused()
      await world.deliver()
      await world.time.increase(10)
      await beta.write.refuseAll([true])
      expect(await failureText(expect(sent).to.be.delivered)).to.match(
        /\n {4}It was tried twice\. world\.time\.increase\(1\) lets it be tried again\.$/,
      )
      await beta.write.refuseAll([false])
      await beta.write.refuse(["0x12", false])
      await world.time.increase(10)
      await expect(sent).to.be.delivered.and.not.revertInbound
    })

    it("say how much gas inbound needs", async () => {
      const sent = alpha.send.sendRaw([beta.slug, 10_000n, zeroHash, zeroHash, "0x34"])
      await expect(sent).to.revertInbound
      expect(await failureText(expect(sent).to.be.delivered)).to.match(
        /\n {4}inbound of MoodyPlug on beta needs about [\d,]+ gas, and the message gives it 10,000\.\n/,
      )
    })

    it("say that revert data is malformed, and still where it comes from", async () => {
      const malformed = () => world.deployConnected("MalformedPlug", ({ socket, owner }) => [socket, owner])
      const plugs = await world.loadFixture(malformed)
      const word = (end: string) => end.padStart(64, "0")
      const cutOff: Hex = `0x08c379a0${word("20")}${word("40")}abcdef`
      const sent = plugs.alpha.send.send([plugs.beta.slug, cutOff])
      expect(await failureText(expect(sent).to.be.delivered)).to.match(
        /\n {4}inbound of MalformedPlug on beta reverts at contracts\/fixtures\/MalformedPlug.sol:\d+: malformed revert data\.\n/,
      )
      expect((await failure(plugs.alpha.send.fail([cutOff]))).message).to.match(
        /^MalformedPlug\.fail on alpha reverts: malformed revert data\.\n/,
      )
    })

    it("say that inbound runs out of gas, and with how much", async () => {
      const greedy = await world.deployConnected("GreedyPlug", ({ socket, owner }) => [socket, owner])
      expect(await failureText(expect(greedy.alpha.send.send([greedy.beta.slug])).to.be.delivered)).to.match(
        /\n {4}inbound of GreedyPlug on beta runs out of gas: the message gives it 100,000, and it runs out of 1,100,000 too\.\n/,
      )
    })

    it("refuse an error that the contract has not, and what is no contract", async () => {
      const unknown = world.assertions.revertInboundWith(sendRefused(), beta, "InAGoodMood" as never)
      expect((await failure(unknown)).message).to.equal(
        'Argument "errorName": MoodyPlug has no error "InAGoodMood". Use one of InABadMood, InsufficientFees, MissingPaysFees, NotASibling, NotConnected, OnlySocket, OwnableInvalidOwner, OwnableUnauthorizedAccount, PaysFeesReentered, RefundFailed. Did you mean InABadMood?',
      )
      const none = world.assertions.revertInboundWith(sendRefused(), beta.address as never, "InABadMood" as never)
      expect(await failure(none)).to.include({ code: "INVALID_INPUT", argument: "contract" })
    })
  })

  describe("causeEvent", () => {
    let alpha: WorldContract<"Counter">
    let beta: WorldContract<"Counter">
    beforeEach(async () => {
      ;({ alpha, beta } = await world.loadFixture(counters))
      world.release()
    })

    it("holds for an event of the inbound of one of the messages", async () => {
      await expect(alpha.send.add([beta.slug, 5n])).to.causeEvent(beta, "Added", [alpha.slug, 5n, 5n])
      await expect(alpha.send.add([beta.slug, 5n])).to.causeEvent(beta, "Added", [alpha.slug, 5n, (sum) => sum > 5n])
      const many = alpha.send.addMany([beta.slug, [1n, 2n]])
      await world.assertions.causeEvent(many, beta, "Added", [alpha.slug, 2n, 13n])
      expect(await failureText(world.assertions.revertInbound(many))).to.match(
        /^Expected an inbound to revert, but none does:\n {2}Counter on alpha → Counter on beta\n/,
      )
    })

    it("tells the messages of one transaction apart", async () => {
      const executions = (sent: readonly Sent[]) =>
        sent.map(({ hash }) => world.devnet.messagesFromTx(alpha.slug, hash)[0]?.executionTx ?? zeroHash)
      world.hold("execute")
      const first = await alpha.send.add([beta.slug, 1n])
      const second = await alpha.send.add([beta.slug, 2n])
      await world.deliver()
      const restore = await world.snapshot()
      world.release()
      await world.deliver()
      // A world executes each message by itself, so both executions are read first, and then sent together.
      const { publicClient, walletClient } = world.chains.beta
      const apart = await Promise.all(
        executions([first, second]).map(async (hash) => await publicClient.getTransaction({ hash })),
      )
      await restore()
      const calls = apart.flatMap(({ input }) => readCalls(input))
      await walletClient.sendTransaction(batchTransaction(apart[0]?.to ?? zeroAddress, calls))
      world.release()
      await expect(first).to.causeEvent(beta, "Added", [alpha.slug, 1n, 1n])
      await expect(second).to.causeEvent(beta, "Added", [alpha.slug, 2n, 3n])
      await expect(first).to.not.causeEvent(beta, "Added", [alpha.slug, 2n, 3n])
      await expect(second).to.not.causeEvent(beta, "Added", [alpha.slug, 1n, 1n])
      expect(new Set(executions([first, second])).size).to.equal(1)
    })

    it("fails with what was emitted instead", async () => {
      const sent = await alpha.send.add([beta.slug, 5n])
      const text = [
        "Expected inbound to make Counter on beta emit Added(41001, 6, a value that the function accepts), but it emitted:",
        "  Counter on beta: Added(srcChainSlug: 41001, amount: 5, counter: 5)",
      ].join("\n")
      expect(await failureText(expect(sent).to.causeEvent(beta, "Added", [alpha.slug, 6n, () => true]))).to.equal(text)
      expect(
        await failureText(world.assertions.causeEvent(sent, beta, "Added", [alpha.slug, 6n, () => true])),
      ).to.equal(text)
    })

    it("fails if the message went to another chain, or inbound has not run", async () => {
      const sent = await alpha.send.add([beta.slug, 5n])
      expect(await failureText(expect(sent).to.causeEvent(alpha, "Added"))).to.equal(
        "Expected inbound to make Counter on alpha emit Added, but no message went to alpha.",
      )
      world.hold("seal")
      expect(await failureText(expect(alpha.send.add([beta.slug, 5n])).to.causeEvent(beta, "Added"))).to.equal(
        [
          "Expected inbound to make Counter on beta emit Added, but it did not succeed:",
          "  Counter on alpha → Counter on beta",
          "    RECEIVED",
          '    The test holds the stage seal: world.release("seal") lets it go on.',
        ].join("\n"),
      )
    })

    it("fails if inbound has emitted nothing", async () => {
      const moodyPlugs = await world.loadFixture(moody)
      const quiet = moodyPlugs.alpha.send.send([moodyPlugs.beta.slug, "0x34"])
      expect(await failureText(expect(quiet).to.causeEvent(moodyPlugs.beta, "OwnershipTransferred"))).to.equal(
        "Expected inbound to make MoodyPlug on beta emit OwnershipTransferred, but it emitted nothing.",
      )
    })

    it("fails negated with what was emitted", async () => {
      expect(await failureText(expect(alpha.send.add([beta.slug, 5n])).to.not.causeEvent(beta, "Added"))).to.equal(
        [
          "Expected inbound not to make Counter on beta emit Added, but it did:",
          "  Counter on beta: Added(srcChainSlug: 41001, amount: 5, counter: 5)",
        ].join("\n"),
      )
    })

    it("refuses an event that the contract has not", async () => {
      const unknown = world.assertions.causeEvent(alpha.send.add([beta.slug, 5n]), beta, "Subtracted" as never)
      expect(await failure(unknown)).to.include({ code: "INVALID_INPUT", argument: "eventName" })
    })
  })
})
