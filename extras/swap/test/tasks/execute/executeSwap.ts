import { expect } from "chai"
import { afterEach, beforeEach, describe, it } from "mocha"
import { numberToHex, parseGwei } from "viem"

import type { SwapCommand } from "#extras/swap/tasks/arguments/readExecuteArguments.js"
import type { SwapLimits } from "#extras/swap/tasks/arguments/readSwapLimits.js"
import { canAsk, executeSwap } from "#extras/swap/tasks/execute/executeSwap.js"
import { openSwapRun } from "#extras/swap/tasks/execute/openSwapRun.js"
import type { SwapStep } from "#extras/swap/tasks/execute/SwapStep.js"
import {
  createOneChainWorld,
  type OneChainWorld,
  quoteOf,
  routeTarget,
  unattendedIo,
  usualLimits,
} from "#extras/swap/test/fixtures/oneChainWorld.js"
import type { Clock } from "#src/primitives/clock.js"
import { JournalUnusableError } from "#src/primitives/files/fileErrors.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { createLaterClock } from "#test/fixtures/clocks/laterClock.js"
import { deepIt } from "#test/fixtures/depth.js"
import { changeRequest } from "#test/fixtures/wire/journalEntries.js"

describe("canAsk", () => {
  it("needs a terminal, and neither --yes nor --json", () => {
    const asked = [true, false].flatMap((yes) =>
      [true, false].flatMap((json) =>
        [true, false, undefined].map((isTTY) => [yes, json, isTTY, canAsk({ yes, json }, { isTTY } as never)] as const),
      ),
    )
    expect(asked.filter(([, , , can]) => can)).to.deep.equal([[false, false, true, true]])
  })
})

type Swapping = {
  readonly limits?: Partial<SwapLimits>
  readonly canAsk?: boolean
  readonly requote?: boolean
  readonly startedAt?: number
  /** A swap to resume in place of the command. */
  readonly resumed?: string | undefined
  /** What is answered to each question, by its kind; `null` for no answer at all. Default: yes. */
  readonly says?: Readonly<Partial<Record<SwapStep["kind"], boolean | null>>>
  /** Whether the command cannot be recorded. */
  readonly isUnwritten?: boolean
  /** What happens before a question is answered. */
  readonly meanwhile?: () => Promise<unknown>
  /** Default: the machine's own. */
  readonly clock?: Clock
  /** The state at which the command is left, as Ctrl-C does. */
  readonly leaveAt?: string
}

describe("executeSwap, to its end", () => {
  let world: OneChainWorld
  /** The message of the latest error. */
  let said: string
  beforeEach(async () => {
    world = await createOneChainWorld()
  })
  afterEach(() => world[Symbol.asyncDispose]())

  /** Swaps, and returns what was asked, what was done, and what ended it. The API sees the payment once it is mined. */
  async function swap(swapping: Swapping = {}) {
    const { limits = {}, canAsk: can = true, requote = false, startedAt = Date.now(), resumed, says = {} } = swapping
    const begin = world.commandOf({ pays: "tx", receiver: undefined })
    const { source } = begin
    const command: SwapCommand =
      resumed === undefined ? begin : { kind: "resume", source, quoteId: resumed, argument: "--resume" }
    const usual = unattendedIo(new AbortController().signal)
    const io = { ...usual, clock: swapping.clock ?? usual.clock }
    await using opened = await openSwapRun(world.hre, { source, limits: { ...usualLimits, yes: false, ...limits } }, io)
    const full = new JournalUnusableError({ folder: "/", file: undefined, reason: "full", advice: "" })
    const commands = { ...opened.commands, write: () => Promise.reject(full) }
    const run = swapping.isUnwritten === true ? { ...opened, commands } : opened
    const [asked, done]: [unknown[], string[]] = [[], []]
    try {
      for await (const step of executeSwap(run, command, { requote, canAsk: can, startedAt })) {
        if ("answer" in step) {
          asked.push(step.kind === "confirmTarget" ? `${step.target.kind} ${step.target.address}` : step.kind)
          await swapping.meanwhile?.()
          const answer = says[step.kind]
          if (answer !== null) step.answer(answer ?? true)
          continue
        }
        const name = step.kind === "execution" ? step.step.state : step.kind
        if (name !== "FOLLOWING" && name !== "NOT_SIMULATED") done.push(name)
        if (name === swapping.leaveAt) return { asked, done, sent: await world.owned(routeTarget) }
        if (name === "MINED") world.api.status = "COMPLETED"
      }
    } catch (error) {
      if (!isPlugsError(error)) throw error
      const code = error.code === "ROUTE_REFUSED" ? error.facts["reason"] : error.code
      said = error.message
      return { asked, done, code, sent: await world.owned(routeTarget) }
    }
    return { asked, done, sent: await world.owned(routeTarget) }
  }
  const toTheEnd = ["CHECKED", "APPROVED", "SIGNED", "SENT", "MINED", "FINISHED", "end"]
  const target = `target ${routeTarget}`

  it("asks about the plan, then about a contract that is in no list, and sends once", async () => {
    expect(await swap()).to.deep.equal({ asked: ["confirm", target], done: toTheEnd, sent: world.amount })
  })

  it("sends nothing without a yes to both, and begins anew when it is run again", async () => {
    const nothing = { code: "SWAP_DECLINED", sent: 0n }
    const unplanned = await swap({ says: { confirm: false } })
    expect(unplanned).to.deep.equal({ ...nothing, asked: ["confirm"], done: [] })
    for (const confirmTarget of [false, null]) {
      const untrusted = await swap({ says: { confirmTarget } })
      expect(untrusted).to.deep.include({ ...nothing, asked: ["confirm", target] })
    }
    expect(await swap()).to.deep.equal({ asked: ["confirm", target], done: toTheEnd, sent: world.amount })
    expect(world.api.offered).to.equal(4)
  })

  it("calls only what is named, and only what it can decode or was told to, where nobody can be asked", async () => {
    const refused = { asked: [], done: [], sent: 0n }
    const allowed = [routeTarget]
    expect(await swap({ canAsk: false })).to.deep.equal({ ...refused, code: "TARGET_NOT_ALLOWED" })
    expect(await swap({ canAsk: false, limits: { allowed } })).to.deep.equal({ ...refused, code: "NOT_DECODED" })
    const limits = { allowed, acceptUndecoded: true }
    expect(await swap({ canAsk: false, limits })).to.deep.equal({
      asked: ["confirm"],
      done: toTheEnd,
      sent: world.amount,
    })
  })

  it("asks nobody about what gives less than the user accepts, and pays no more for gas than the plan has said", async () => {
    const refused = { done: [], sent: 0n }
    const limits = { minOut: "0.00001991" }
    expect(await swap({ limits })).to.deep.equal({ ...refused, asked: [], code: "BELOW_MIN_OUT" })
    const meanwhile = () => world.request("hardhat_setNextBlockBaseFeePerGas", numberToHex(parseGwei("5")))
    // Less than what is refused by itself.
    const dearer = await swap({ meanwhile })
    expect(dearer).to.deep.include({ code: "GAS_PRICE_TOO_HIGH", sent: 0n })
  })

  it("goes on with what the same command has sent, or the quote that is named, and sends nothing twice", async () => {
    let count = 0
    // A quote that has expired is no reason for another one, once it was sent.
    const clock = createLaterClock(10 ** 14)
    for (const again of [{}, { resumed: quoteOf(2), requote: true, clock }]) {
      world.api.status = "PENDING"
      const sent = BigInt((count += 1)) * world.amount
      expect(await swap({ leaveAt: "SENT" })).to.deep.include({ asked: ["confirm", target], sent })
      world.api.status = "COMPLETED"
      const { asked, done, ...ended } = await swap(again)
      expect([asked, done[0], done.at(-1), ended]).to.deep.equal([[], "resumed", "end", { sent }])
      expect(world.api.offered).to.equal(count)
    }
    // It is over, so the same command is another swap, unless it was started before.
    const early = await swap({ startedAt: 0 })
    expect(early).to.deep.equal({ asked: [], done: [], code: "SWAP_BUSY", sent: 2n * world.amount })
    expect((await swap({ startedAt: clock.now() })).sent).to.equal(3n * world.amount)
  })

  it("names the swap in progress to nobody else who runs the same command", async () => {
    world.api.status = "PENDING"
    const during: unknown[] = []
    const meanwhile = async () => {
      if (during.length === 0) during.push("asked", (await swap()).code)
    }
    expect((await swap({ meanwhile })).sent).to.equal(world.amount)
    expect(during).to.deep.equal(["asked", "SWAP_BUSY"])
  })

  it("resumes no quote of which nothing was begun or sent from here", async () => {
    const refused = { asked: [], done: [], code: "INVALID_INPUT", sent: 0n }
    expect(await swap({ resumed: quoteOf(1) })).to.deep.equal(refused)
    // Where it would be found, if at all.
    expect(said).to.contain("begun").and.contain("--from")
    await swap({ leaveAt: "APPROVED" })
    expect(await swap({ resumed: quoteOf(1) })).to.deep.equal(refused)
    expect(said).to.contain("sent").and.not.contain("--from").and.not.contain("begun")
  })

  it("sends nothing that the same command could not find again", async () => {
    const unwritten = await swap({ isUnwritten: true })
    expect(unwritten).to.deep.equal({ asked: ["confirm"], done: [], code: "JOURNAL_UNUSABLE", sent: 0n })
  })

  it("begins no swap under the quote of an earlier one, whatever the API says", async () => {
    await swap()
    world.api.more = { quoteId: quoteOf(1) }
    world.api.status = "PENDING"
    expect(await swap()).to.deep.equal({ asked: ["confirm"], done: [], code: "JOURNAL_MISMATCH", sent: world.amount })
  })

  deepIt("asks again before it sends what was signed and not sent, and begins nothing beside it", async () => {
    expect(await swap({ leaveAt: "SIGNED" })).to.deep.include({ asked: ["confirm", target], sent: 0n })
    const asked = [target, "confirm"]
    const declined = await swap({ says: { confirm: false } })
    expect(declined).to.deep.equal({ asked, done: ["resumed", "failed"], code: "SWAP_DECLINED", sent: 0n })
    const untrusted = await swap({ says: { confirmTarget: false } })
    expect(untrusted).to.deep.include({ asked: [target], code: "SWAP_DECLINED", sent: 0n })
    const sent = await swap()
    expect(sent).to.deep.equal({ asked, done: ["resumed", "SENT", "MINED", "FINISHED", "end"], sent: world.amount })
    expect(world.api.offered).to.equal(1)
  })

  it("refuses to go on with a record of the command that is of another request", async () => {
    await swap({ leaveAt: "SENT" })
    await changeRequest(world.hre.config.paths.root, quoteOf(1), { slippage: "0.6" })
    const refused = { asked: [], done: [], code: "JOURNAL_MISMATCH", sent: world.amount }
    expect(await swap()).to.deep.equal(refused)
  })

  deepIt("keeps the quote of what it resumes while that is valid, or has been sent", async () => {
    await swap({ leaveAt: "SIGNED" })
    const resumed = quoteOf(1)
    const valid = await swap({ resumed, requote: true, leaveAt: "SENT" })
    expect(valid).to.deep.equal({ asked: [target, "confirm"], done: ["resumed", "SENT"], sent: world.amount })
    world.api.status = "COMPLETED"
    const sent = await swap({ resumed, requote: true, clock: createLaterClock(10 ** 14) })
    expect([sent.asked, sent.done[0], sent.done.at(-1), sent.sent]).to.deep.equal([[], "resumed", "end", world.amount])
    expect(world.api.offered).to.equal(1)
  })

  describe("once what was signed and not sent has expired", () => {
    const clock = createLaterClock(3_600_000)
    beforeEach(async () => {
      world.api.more = { expiresAt: Math.floor(Date.now() / 1_000) + 600 }
      expect(await swap({ leaveAt: "SIGNED" })).to.deep.include({ asked: ["confirm", target], sent: 0n })
      world.api.more = {}
    })

    for (const requote of [false, true]) {
      deepIt(
        `begins anew, after its nonce is used up with a yes, ${requote ? "also where a new quote may replace one" : "and asks for all of it again"}`,
        async () => {
          const declined = await swap({ clock, requote, says: { confirmNonce: false } })
          expect(declined).to.deep.equal({ asked: ["confirmNonce"], done: [], code: "SWAP_DECLINED", sent: 0n })
          const done = ["REPLACED", "replaced", ...toTheEnd]
          const anew = await swap({ clock, requote })
          expect(anew).to.deep.equal({ asked: ["confirmNonce", "confirm", target], done, sent: world.amount })
          expect(world.api.offered).to.equal(2)
        },
      )
    }

    it("only gives up the one that is named without being told to take a new quote", async () => {
      const given = await swap({ clock, resumed: quoteOf(1) })
      expect(given).to.deep.equal({
        ...{ asked: ["confirmNonce"], done: ["resumed", "REPLACED", "failed"] },
        ...{ code: "SUBMISSION_REPLACED", sent: 0n },
      })
    })

    it("takes a new quote in place of the one that is named if it is told to, after a plan of what was recorded", async () => {
      const resumed = quoteOf(1)
      const declined = await swap({ clock, resumed, requote: true, says: { confirm: false } })
      expect(declined).to.deep.equal({ asked: ["confirm"], done: ["resumed"], code: "SWAP_DECLINED", sent: 0n })
      const done = ["resumed", "REQUOTED", "APPROVED", "SIGNED", "SENT", "MINED", "FINISHED", "end"]
      const anew = await swap({ clock, resumed, requote: true })
      expect(anew).to.deep.equal({ asked: ["confirm", "confirmNonce", target], done, sent: world.amount })
      expect(world.api.offered).to.equal(2)
    })
  })
})
