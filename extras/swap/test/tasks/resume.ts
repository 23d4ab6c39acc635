import { expect } from "chai"
import { after, afterEach, before, describe, it } from "mocha"
import { keccak256, toHex } from "viem"

import { swapData } from "#extras/swap/test/fixtures/swapData.js"
import { createLaterClock } from "#test/fixtures/clocks/laterClock.js"
import { deepIt } from "#test/fixtures/depth.js"
import { expectGoldenCommand } from "#test/fixtures/golden/expectGoldenCommand.js"
import { changeRequest, damageEntry } from "#test/fixtures/wire/journalEntries.js"
import {
  createExplainedSwapWorld,
  type ExplainedSwapWorld,
  overPool,
} from "#test/fixtures/worlds/swap/explainedSwapWorld.js"

describe("hardhat swap resume", function () {
  let world: ExplainedSwapWorld
  before(async () => {
    world = await createExplainedSwapWorld()
  })
  afterEach(() => world.reset())
  after(() => world[Symbol.asyncDispose]())

  const leave = async (amount: string) => {
    world.devnet.relay.pause()
    const quoteId = await world.leaveAt("IN_PROGRESS", overPool(amount))
    world.devnet.relay.resume()
    return quoteId
  }

  it("goes on with the only unfinished swap, and sends nothing twice", async () => {
    const before = await world.balanceOf(world.alpha, "usdc")
    const quoteId = await leave("40")
    const { code, stderr, events } = await world.run(["swap", "resume", "--json"])
    expect(code, stderr).to.equal(0)
    expect(events[0]).to.include({ event: "resumed", quoteId })
    expect(events.at(-1)).to.include({ event: "end", outcome: "success", quoteId })
    expect(before - (await world.balanceOf(world.alpha, "usdc"))).to.equal(40_000_000n)
  })

  deepIt("lists several unfinished swaps, and resumes the one that is named", async () => {
    const one = await leave("41")
    const two = await leave("42")
    const several = await world.run(["swap", "resume"])
    expect(several.code).to.equal(1)
    expect(several.error).to.include({ code: "INVALID_INPUT", argument: "quoteId" })
    for (const quoteId of [one, two]) expect(several.stderr).to.contain(quoteId)
    for (const quoteId of [one, two]) {
      const { code, stdout, stderr } = await world.run(["swap", "resume", quoteId])
      expect(code, stderr).to.equal(0)
      expect(stdout).to.match(/COMPLETED/)
    }
    const none = await world.run(["swap", "resume"])
    expect(none.code).to.equal(1)
    expect(none.error).to.include({ code: "INVALID_INPUT", argument: "quoteId" })
  })

  deepIt("ends the command that began it, which then swaps again", async () => {
    const before = await world.balanceOf(world.alpha, "usdc")
    await leave("43")
    expect((await world.run(["swap", "resume"])).code).to.equal(0)
    const again = await world.run(["swap", "execute", ...overPool("43"), "--yes", "--json"])
    expect(again.code, again.stderr).to.equal(0)
    expect(again.events.some(({ event }) => event === "resumed")).to.equal(false)
    expect(before - (await world.balanceOf(world.alpha, "usdc"))).to.equal(86_000_000n)
  })

  deepIt("has the exit codes of swap execute", async () => {
    world.devnet.relay.pause()
    await world.leaveAt("IN_PROGRESS", overPool("44"))
    const late = await world.run(["swap", "resume", "--timeout", "300ms", "--json"])
    expect(late.code).to.equal(3)
    await using waiting = world.start(["swap", "resume", "--json"])
    await waiting.event(({ status }) => status === "IN_PROGRESS")
    waiting.interrupt()
    const ended = await waiting.ended
    expect(ended.code).to.equal(130)
    expect(ended.stderr).to.match(/npx hardhat swap resume 0x[0-9a-f]{64}/)
  })

  it("begins nothing: a swap that was not signed, and one that nobody knows, are refused", async () => {
    const before = await world.balanceOf(world.alpha, "usdc")
    const unsent = await world.leaveUnsent(overPool("45"), "approval")
    const notSigned = await world.run(["swap", "resume", unsent])
    expectGoldenCommand("swap/resume-refused", notSigned)
    expectGoldenCommand("swap/resume-refused", await world.run(["swap", "resume", unsent, "--json"]))
    expect(notSigned.error).to.include({ code: "INVALID_INPUT", argument: "quoteId" })
    const unknown = await world.run(["swap", "resume", keccak256(toHex("nothing"))])
    expect(unknown.code).to.equal(1)
    expect(unknown.error).to.include({ code: "INVALID_INPUT", argument: "quoteId" })
    expect(await world.balanceOf(world.alpha, "usdc")).to.equal(before)
  })

  const stranger = "0x00000000000000000000000000000000000000F7"

  deepIt("shows what the account has not signed, and asks before it signs", async () => {
    const before = await world.balanceOf(world.alpha, "usdc")
    const quoteId = await world.leaveUnsent(overPool("46", "--receiver", stranger))
    for (const answer of [undefined, () => "n"]) {
      const refused = await world.run(["swap", "resume"], answer === undefined ? {} : { answer })
      expectGoldenCommand(answer === undefined ? "swap/resume-not-asked" : "swap/resume-declined", refused)
      expect(refused.code).to.equal(answer === undefined ? 1 : 130)
      expect(refused.stderr).to.contain("46 USDC on alpha")
      expect(refused.stderr).to.match(new RegExp(`receiver +${stranger}`, "i"))
      expect(refused.stderr).to.contain(`from ${world.user} to ${world.devnet.market.alpha.router}`)
      expect(refused.stderr).to.contain(answer === undefined ? "Add --yes" : "Nothing was sent.")
    }
    // The chain with beta's id is configured as gamma, which the devnet does not serve.
    const unread = await world.run(["swap", "resume"], { env: { PLUGS_TEST_CHAINS: "alpha,gamma" } })
    expect(unread.code).to.equal(1)
    expect(unread.stderr).to.match(/token +0x\w+, USDC with 6 decimals on gamma, as the swap API claims/)
    const again = await world.run(["swap", "execute", "--resume", quoteId, "--from", "alpha"])
    expect(again.stderr).to.contain("Add --yes")
    expect(await world.balanceOf(world.alpha, "usdc")).to.equal(before)
    const resumed = await world.run(["swap", "resume", "--yes", "--json"])
    expect(resumed.code, resumed.stderr).to.equal(0)
    expectGoldenCommand("swap/resume", resumed, { withoutSteps: true, replaced: swapData })
    expect(before - (await world.balanceOf(world.alpha, "usdc"))).to.equal(46_000_000n)
  })

  deepIt(
    "asks about a swap whose quote has expired before it takes a new one, and without --requote only gives it up",
    async () => {
      const before = await world.balanceOf(world.alpha, "usdc")
      const quoteId = await world.leaveUnsent(overPool("50"))
      const later = { clock: createLaterClock(3_600_000) }
      const resume = async (...more: string[]) => {
        const asked: string[] = []
        const answer = (question: string): string => {
          asked.push(question.split(" ")[0]!)
          return "n"
        }
        const { code, stderr } = await world.run(["swap", "execute", "--resume", quoteId, "--from", "alpha", ...more], {
          ...later,
          answer,
        })
        return { code, asked, isShown: stderr.includes("50 USDC on alpha") }
      }
      expect(await resume("--requote")).to.deep.equal({ code: 130, asked: ["Swap"], isShown: true })
      expect(await resume()).to.deep.equal({ code: 130, asked: ["Use"], isShown: false })
      expect(await world.balanceOf(world.alpha, "usdc")).to.equal(before)
    },
  )

  deepIt("goes on when the same command is run again, and refuses another request in its place", async () => {
    const before = await world.balanceOf(world.alpha, "usdc")
    const quoteId = await world.leaveUnsent(overPool("47"))
    await changeRequest(world.root(), quoteId, { receiverAddress: stranger })
    const planted = await world.run(["swap", "execute", ...overPool("47"), "--yes", "--json"])
    expect(planted.code).to.equal(1)
    expect(planted.events.at(-1)).to.have.nested.property("error.code", "JOURNAL_MISMATCH")
    expect(await world.balanceOf(world.alpha, "usdc")).to.equal(before)
    await changeRequest(world.root(), quoteId, { receiverAddress: world.user })
    const { code, stderr, events } = await world.run(["swap", "execute", ...overPool("47"), "--yes", "--json"])
    expect(code, stderr).to.equal(0)
    expect(events[0]).to.include({ event: "resumed", quoteId })
    expect(before - (await world.balanceOf(world.alpha, "usdc"))).to.equal(47_000_000n)
  })

  deepIt("sends nothing under another nonce when the swap's was used for something else", async () => {
    const before = await world.balanceOf(world.alpha, "usdc")
    await world.leaveUnsent(overPool("48"))
    await world.transfer(world.alpha, "native", world.user, 0n)
    const sent = await world.alpha.publicClient.getTransactionCount({ address: world.user })
    const { code, events } = await world.run(["swap", "resume", "--yes", "--json"])
    expect(code).to.equal(1)
    expect(events.at(-1)).to.have.nested.property("error.code", "SUBMISSION_REPLACED")
    expect(await world.alpha.publicClient.getTransactionCount({ address: world.user })).to.equal(sent)
    expect(await world.balanceOf(world.alpha, "usdc")).to.equal(before)
  })

  deepIt("says that a journal is damaged instead of finding nothing", async () => {
    const quoteId = await world.leaveUnsent(overPool("49"))
    await damageEntry(world.root(), quoteId)
    for (const args of [[], [quoteId]]) {
      const { code, events } = await world.run(["swap", "resume", ...args, "--json"])
      expect(code).to.equal(1)
      expect(events.at(-1)).to.have.nested.property("error.code", "JOURNAL_FOREIGN")
    }
  })
})
