import "#src/testing/chai/index.js"

import { expect } from "chai"
import hre from "hardhat"
import { after, before, beforeEach, describe, it } from "mocha"
import { zeroHash } from "viem"

import { createWorld, type WorldContract } from "#src/testing/index.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { failure } from "#test/fixtures/failure.js"
import { failureText } from "#test/fixtures/failureText.js"

describe("assertions about fees", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta"] })
  before(world.start)
  after(world.stop)
  const plugs = () => world.deployConnected("MoodyPlug", ({ socket, owner }) => [socket, owner])
  const foreignPlugs = () =>
    world.deployConnected("ForeignPlug", ({ socket, owner }) => [socket, owner], { connectBy: "linkTo" })
  let alpha: WorldContract<"MoodyPlug">
  let beta: WorldContract<"MoodyPlug">
  let fee: bigint
  beforeEach(async () => {
    ;({ alpha, beta } = await world.loadFixture(plugs))
    fee = await alpha.read.minFees([beta.slug, 100_000n, 2n])
  })
  const send = (options?: { attached: bigint }) => alpha.send.send([beta.slug, "0x1234"], options)
  /** Hands everything on that is attached, so that nothing is refunded. */
  const sendRaw = (options?: { attached: bigint }) =>
    alpha.send.sendRaw([beta.slug, 100_000n, zeroHash, zeroHash, "0x1234"], options)

  describe("refusedBelowFee", () => {
    it("holds for a call that requires exactly its fee, whatever was attached", async () => {
      await expect(send()).to.be.refusedBelowFee
      await world.assertions.refusedBelowFee(send({ attached: fee + 7n }))
    })

    it("fails for a call that passes without its fee", async () => {
      const foreign = await world.loadFixture(foreignPlugs)
      await world.chains.alpha.testClient.setBalance({ address: foreign.alpha.address, value: 10n ** 18n })
      const sent = await foreign.alpha.send.announceForFree([foreign.beta.slug])
      expect(sent.fee > 0n).to.equal(true)
      const text = `Expected announceForFree of ForeignPlug on alpha to be refused below its fee of ${sent.fee} wei, but it passes without it.`
      expect(await failureText(expect(sent).to.be.refusedBelowFee)).to.equal(text)
      expect(await failureText(world.assertions.refusedBelowFee(sent))).to.equal(text)
      await expect(sent).to.not.be.refusedBelowFee
    })

    it("fails negated with how it is refused", async () => {
      expect(await failureText(expect(send()).to.not.be.refusedBelowFee)).to.equal(
        `Expected send of MoodyPlug on alpha not to be refused below its fee of ${fee} wei, but with one wei less it reverts: InsufficientFees(required: ${fee}, provided: ${fee - 1n}).`,
      )
    })
  })

  describe("payFee", () => {
    it("holds for the exact amount and for bounds", async () => {
      await expect(send()).to.payFee(fee)
      await expect(send()).to.payFee({ atMost: fee })
      await world.assertions.payFee(send(), { atLeast: fee, atMost: fee + 1n })
      await expect(send()).to.not.payFee(fee + 1n)
      await world.assertions.not.payFee(send(), { atMost: fee - 1n })
    })

    it("fails with what the messages cost", async () => {
      const cost = `but they cost ${fee} wei:\n  ${fee} wei for the message to MoodyPlug on beta`
      const bound = { atLeast: 1n, atMost: fee - 1n }
      expect(await failureText(expect(send()).to.payFee(1n))).to.equal(`Expected the messages to cost 1 wei, ${cost}`)
      expect(await failureText(world.assertions.payFee(send(), bound))).to.equal(
        `Expected the messages to cost at least 1 wei and at most ${fee - 1n} wei, ${cost}`,
      )
      expect(await failureText(expect(send()).to.not.payFee({ atMost: fee }))).to.equal(
        `Expected the messages not to cost at most ${fee} wei, ${cost}`,
      )
    })

    it("refuses what is no amount", async () => {
      for (const amount of [5, {}, undefined, null, "5", { atMost: 5 }, { atLeast: 5, atMost: 5n }]) {
        expect(await failure(world.assertions.payFee(send(), amount as never))).to.include({
          code: "INVALID_INPUT",
          argument: "amount",
        })
      }
    })
  })

  describe("refund", () => {
    it("holds for all that was attached too much, for an amount, and for bounds", async () => {
      await expect(send({ attached: fee + 7n })).to.refund()
      await expect(send({ attached: fee + 7n })).to.refund(7n)
      await world.assertions.refund(send({ attached: fee + 7n }), { atLeast: 1n })
      await expect(sendRaw({ attached: fee + 7n })).to.not.refund(7n)
      await world.assertions.not.refund(send({ attached: fee + 7n }), 8n)
    })

    it("fails if nothing was left that could come back, negated or not", async () => {
      const text = `Expected a refund, but nothing was left: ${fee} wei were attached, the messages cost ${fee} wei.`
      expect(await failureText(expect(send()).to.refund())).to.equal(text)
      expect(await failureText(expect(send()).to.not.refund())).to.equal(text)
      await world.assertions.refund(send(), 0n)
      await world.assertions.not.refund(send(), { atLeast: 1n })
    })

    for (const [who, isOwn] of [
      ["holds if two others have", false],
      ["says that it cannot tell if the sender has", true],
    ] as const) {
      it(`${who} sent more in the same block`, async () => {
        const { accounts, provider, publicClient, testClient } = world.chains.alpha
        await testClient.setAutomine(false)
        try {
          const sending = send({ attached: fee + 7n })
          const [own, ...others] = accounts
          const pay = { to: others[0], value: "0x5", gas: "0x5208", maxFeePerGas: "0x174876e800" }
          for (const from of isOwn ? [own] : others.slice(0, 2)) {
            await provider.request({ method: "eth_sendTransaction", params: [{ ...pay, from }] })
          }
          const pending = () => publicClient.getBlock({ blockTag: "pending" })
          await eventually(async () => (await pending()).transactions.length === (isOwn ? 2 : 3))
          await testClient.mine({ blocks: 1 })
          if (!isOwn) {
            await world.assertions.refund(sending, 7n)
            return
          }
          const text = await failureText(world.assertions.refund(sending, 7n))
          expect(text).to.contain("sender has sent other transactions in the same block")
        } finally {
          await testClient.setAutomine(true)
        }
      })
    }

    it("fails with what came back", async () => {
      expect(await failureText(expect(sendRaw({ attached: fee + 7n })).to.refund(7n))).to.equal(
        `Expected 7 wei to be refunded, but 0 wei came back: ${fee + 7n} wei were attached, the messages cost ${fee + 7n} wei.`,
      )
      expect(await failureText(expect(send({ attached: fee + 7n })).to.not.refund())).to.equal(
        `Expected 7 wei not to be refunded, but 7 wei came back: ${fee + 7n} wei were attached, the messages cost ${fee} wei.`,
      )
    })
  })
})
