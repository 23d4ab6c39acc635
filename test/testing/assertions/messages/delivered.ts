import "#src/testing/chai/index.js"

import { expect } from "chai"
import hre from "hardhat"
import { after, before, beforeEach, describe, it } from "mocha"
import { concat, type Hex, toEventSelector } from "viem"

import { socketAbi } from "#src/messaging/onchain/abi.js"
import { createWorld, type WorldContract } from "#src/testing/index.js"
import { failure } from "#test/fixtures/failure.js"
import { failureText } from "#test/fixtures/failureText.js"

describe("assertions about where messages are", () => {
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
  const addTwo = () => alpha.send.addMany([beta.slug, [1n, 2n]])
  const delivered = "RECEIVED → SEALED → PROPOSED → ATTESTED → VERIFIED → EXECUTING → EXECUTION_SUCCESS"

  describe("delivered", () => {
    it("holds for a promise and for what it resolves to, and for many messages", async () => {
      await expect(add()).to.be.delivered
      await expect(await addTwo()).to.be.delivered
      await world.assertions.delivered(add())
      expect(await beta.read.counter()).to.equal(13n)
    })

    it("fails with the route, the states and their times, and why there is no more of them", async () => {
      world.hold("attest")
      const sent = await addTwo()
      await world.deliver()
      await world.time.increase(3_725)
      expect(await failureText(expect(sent).to.be.delivered)).to.equal(
        [
          "Expected all 2 messages to be delivered, but 2 of them are not:",
          "  Counter on alpha → Counter on beta, 2 messages",
          "    RECEIVED → SEALED → PROPOSED (1 h 02 min)",
          '    The test holds the stage attest: world.release("attest") lets it go on.',
        ].join("\n"),
      )
    })

    it("fails for a transaction that sent nothing, negated or not", async () => {
      const none = () => alpha.send.addMany([beta.slug, []])
      const text = "Expected a message to be delivered, but the transaction of addMany on alpha sent none."
      expect(await failureText(expect(none()).to.be.delivered)).to.equal(text)
      expect(await failureText(expect(none()).to.not.be.delivered)).to.equal(text)
    })

    it("fails for a transaction that was set back", async () => {
      const goBack = await world.snapshot()
      const sent = await add()
      await goBack()
      expect(await failureText(expect(sent).to.be.delivered)).to.equal(
        "Expected a message to be delivered, but alpha has lost the transaction of add, by a reorg or because the world went back to a snapshot.",
      )
    })

    it("holds negated if no message is delivered", async () => {
      world.hold("seal")
      await expect(addTwo()).to.not.be.delivered
      await world.assertions.not.delivered(add())
    })

    it("fails negated with where it was delivered", async () => {
      const sent = await add()
      const text = await failureText(expect(sent).to.not.be.delivered)
      const [execution] = world.devnet.messagesFromTx(alpha.slug, sent.hash)
      expect(text).to.equal(
        [
          "Expected the message not to be delivered, but it is:",
          "  Counter on alpha → Counter on beta",
          `    ${delivered}`,
          `    It was executed on beta in transaction ${execution?.executionTx ?? ""}.`,
        ].join("\n"),
      )
      expect(await failureText(world.assertions.not.delivered(sent))).to.equal(text)
    })
  })

  describe("reach", () => {
    it("holds in the state that a held message is in, and in no other", async () => {
      world.hold("verify")
      await expect(addTwo()).to.reach("ATTESTED")
      await world.assertions.reach(add(), "ATTESTED")
      await expect(add()).to.not.reach("PROPOSED")
    })

    it("fails if the message goes further", async () => {
      const sent = await add()
      expect(await failureText(expect(sent).to.reach("ATTESTED"))).to.match(
        /^Expected the message to be in the state ATTESTED, but it is not:\n {2}Counter on alpha → Counter on beta\n {4}RECEIVED → .* → EXECUTION_SUCCESS\n/,
      )
    })

    it("fails if the message does not come that far", async () => {
      world.hold("propose")
      expect(await failureText(expect(add()).to.reach("ATTESTED"))).to.equal(
        [
          "Expected the message to be in the state ATTESTED, but it is not:",
          "  Counter on alpha → Counter on beta",
          "    RECEIVED → SEALED",
          '    The test holds the stage propose: world.release("propose") lets it go on.',
        ].join("\n"),
      )
    })

    it("fails negated if the message is there", async () => {
      world.hold("propose")
      expect(await failureText(expect(addTwo()).to.not.reach("SEALED"))).to.equal(
        [
          "Expected none of the 2 messages to be in the state SEALED, but 2 of them are:",
          "  Counter on alpha → Counter on beta, 2 messages",
          "    RECEIVED → SEALED",
          '    The test holds the stage propose: world.release("propose") lets it go on.',
        ].join("\n"),
      )
    })

    it("refuses a state that no message has", async () => {
      const { message } = await failure(world.assertions.reach(add(), "ARRIVED" as never))
      expect(message).to.contain('Argument "state": a message has no state ARRIVED. Use one of RECEIVED, SEALED,')
      const misspelt = await failure(world.assertions.reach(add(), "SEELED" as never))
      expect(misspelt.message).to.match(/ Did you mean SEALED\?$/)
    })
  })

  describe("delivered.once", () => {
    it("holds for a message that was executed once", async () => {
      await expect(addTwo()).to.be.delivered.once
      await world.assertions.deliveredOnce(add())
    })

    it("fails for one that is not delivered", async () => {
      world.hold("seal")
      expect(await failureText(expect(add()).to.be.delivered.once)).to.equal(
        [
          "Expected the message to be delivered exactly once, but it is not delivered:",
          "  Counter on alpha → Counter on beta",
          "    RECEIVED",
          '    The test holds the stage seal: world.release("seal") lets it go on.',
        ].join("\n"),
      )
    })

    it("fails if the socket has logged a second execution", async () => {
      const sent = await add()
      await world.deliver()
      const first = world.devnet.messagesFromTx(alpha.slug, sent.hash)[0]?.executionTx
      const second = await logExecution(sent.messageIds[0] as Hex)
      await expect(sent).to.be.delivered
      expect(await failureText(expect(sent).to.be.delivered.once)).to.equal(
        [
          "Expected the message to be delivered exactly once, but it is delivered several times:",
          "  Counter on alpha → Counter on beta",
          "    It was executed 2 times on beta, in the transactions",
          `      ${first ?? ""}`,
          `      ${second}`,
        ].join("\n"),
      )
    })

    it("fails if the same was delivered before the source chain lost it", async () => {
      const { testClient } = world.chains.alpha
      const id = await testClient.snapshot()
      await expect(add()).to.be.delivered
      await testClient.revert({ id })
      // Takes the id of the message that was lost.
      await alpha.send.add([beta.slug, 7n])
      const sent = await add()
      await expect(sent).to.be.delivered
      expect(await beta.read.counter()).to.equal(10n)
      expect(await failureText(expect(sent).to.be.delivered.once)).to.contain("It was executed 2 times on beta")
    })

    it("fails negated for a message that was executed once", async () => {
      expect(await failureText(expect(add()).to.not.be.delivered.once)).to.match(
        /^Expected the message not to be delivered exactly once, but it is:\n {2}Counter on alpha → Counter on beta\n/,
      )
    })

    /** Lets the socket log that a message was executed, as no call of it does twice. */
    async function logExecution(messageId: Hex): Promise<Hex> {
      const { testClient, publicClient, walletClient, contracts } = world.chains.beta
      const address = contracts.socket
      const code = (await publicClient.getCode({ address })) as Hex
      const [event] = socketAbi.filter((item) => item.type === "event" && item.name === "ExecutionSuccess")
      const topic = toEventSelector(event as never)
      // Copies what it is called with to memory, and logs it with the topic.
      await testClient.setCode({ address, bytecode: concat(["0x365f5f37", "0x7f", topic, "0x365fa100"]) })
      const hash = await walletClient.sendTransaction({ to: address, data: messageId })
      await testClient.setCode({ address, bytecode: code })
      return hash
    }
  })
})
