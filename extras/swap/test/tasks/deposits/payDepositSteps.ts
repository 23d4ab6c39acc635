import { expect } from "chai"
import { afterEach, beforeEach, describe, it } from "mocha"
import { numberToHex, parseGwei } from "viem"

import { beginDeposit } from "#extras/swap/tasks/deposits/executeDeposit.js"
import { openDepositRun } from "#extras/swap/tasks/deposits/openDepositRun.js"
import { payDeposit } from "#extras/swap/tasks/deposits/payDeposit.js"
import { openSwapRun } from "#extras/swap/tasks/execute/openSwapRun.js"
import type { SwapStep } from "#extras/swap/tasks/execute/SwapStep.js"
import {
  createOneChainWorld,
  type OneChainWorld,
  quoteOf,
  unattendedIo,
  usualLimits,
} from "#extras/swap/test/fixtures/oneChainWorld.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { depositAddress } from "#test/fixtures/wire/depositRecords.js"

type Paying = {
  /** What `--allow-target` names. */
  readonly allowed?: typeof usualLimits.allowed
  readonly canAsk?: boolean
  /** What is answered to each question, by its kind. Default: yes. */
  readonly says?: Readonly<Partial<Record<SwapStep["kind"], boolean>>>
  /** What happens before a question is answered. */
  readonly meanwhile?: () => Promise<unknown>
}

describe("payDeposit, to its end", () => {
  let world: OneChainWorld
  const io = unattendedIo(new AbortController().signal)
  beforeEach(async () => {
    world = await createOneChainWorld()
    const command = world.commandOf()
    await using run = await openDepositRun(world.hre, command, io)
    await beginDeposit(world.hre, run, { command, limits: usualLimits }, io)
  })
  afterEach(() => world[Symbol.asyncDispose]())

  /** Pays the deposit, and returns what was asked, what was done, and what ended it. The API sees the payment once it is mined. */
  async function pay({ allowed = [], canAsk = true, says = {}, meanwhile }: Paying = {}) {
    const { source } = world.commandOf()
    const opened = { source, limits: { ...usualLimits, allowed, yes: false }, pays: "deposit" } as const
    await using run = await openSwapRun(world.hre, opened, io)
    const asked: unknown[] = []
    const done: string[] = []
    const steps = payDeposit(run, quoteOf(1), { origin: { name: "alpha", chainId: 41001 }, canAsk })
    try {
      for await (const step of steps) {
        if ("answer" in step) {
          asked.push(step.kind === "confirmTarget" ? step.target.address : step.kind)
          await meanwhile?.()
          step.answer(says[step.kind] ?? true)
        } else done.push(step.kind === "execution" ? step.step.state : step.kind)
        if (step.kind === "execution" && step.step.state === "MINED") world.api.status = "COMPLETED"
      }
    } catch (error) {
      if (!isPlugsError(error)) throw error
      const code = error.code === "ROUTE_REFUSED" ? error.facts["reason"] : error.code
      return { asked, code, isSent: (await world.owned()) > 0n }
    }
    return { asked, done: done.filter((step) => step !== "FOLLOWING"), arrived: await world.owned() }
  }
  const paid = () => ({
    done: ["CHECKED", "APPROVED", "SIGNED", "SENT", "MINED", "FINISHED", "end"],
    arrived: world.amount,
  })

  it("asks once for what this user has opened, because the plan names the address", async () => {
    expect(await pay()).to.deep.equal({ ...paid(), asked: ["confirm"] })
    // What was sent is followed, and not sent again.
    const again = await pay()
    expect([again.asked, again.done?.[0], again.arrived]).to.deep.equal([[], "resumed", world.amount])
  })

  it("pays nothing that others have recorded, and asks nothing", async () => {
    await world.forge()
    expect(await pay()).to.deep.equal({ asked: [], code: "JOURNAL_FOREIGN", isSent: false })
  })

  it("pays only an address that is named where nobody can be asked", async () => {
    const refused = { asked: ["confirm"], code: "DEPOSIT_NOT_ALLOWED", isSent: false }
    for (const allowed of [[], [at(9)]]) expect(await pay({ allowed, canAsk: false })).to.deep.equal(refused)
    expect(await pay({ allowed: [at(9), depositAddress], canAsk: false })).to.deep.equal({
      ...paid(),
      asked: ["confirm"],
    })
  })

  it("pays no more for gas than the plan has said", async () => {
    const meanwhile = () => world.request("hardhat_setNextBlockBaseFeePerGas", numberToHex(parseGwei("5")))
    expect(await pay({ meanwhile })).to.deep.equal({ asked: ["confirm"], code: "GAS_PRICE_TOO_HIGH", isSent: false })
  })
})
