import { expect } from "chai"
import { afterEach, beforeEach, describe, it } from "mocha"
import type { Address } from "viem"

import { executeDeposit } from "#extras/swap/tasks/deposits/executeDeposit.js"
import {
  createOneChainWorld,
  type OneChainWorld,
  quoteOf,
  unattendedIo,
  usualLimits,
} from "#extras/swap/test/fixtures/oneChainWorld.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { readEvents } from "#test/fixtures/commands/endedCommand.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"
import { depositAddress, refundAddress } from "#test/fixtures/wire/depositRecords.js"

describe("executeDeposit", () => {
  let world: OneChainWorld
  beforeEach(async () => {
    world = await createOneChainWorld()
  })
  afterEach(() => world[Symbol.asyncDispose]())

  /** Runs the command until its route ends. Under way, Ctrl-C ends it once it has shown something. */
  async function run({ json = true, to }: { json?: boolean; to?: Address } = {}) {
    const stop = new AbortController()
    const terminal = recordTerminal({
      onWrite: () => {
        if (world.api.status === "PENDING" && terminal.stdout() !== "") stop.abort()
      },
    })
    const begun = { command: world.commandOf(to && { receiver: to }), limits: usualLimits, json }
    const ended: unknown = await executeDeposit(world.hre, begun, unattendedIo(stop.signal, terminal)).catch(
      (error: unknown) => error,
    )
    const [first, ...others] = json ? readEvents(terminal.stdout()) : []
    return {
      shown: [first?.["event"], first?.["quoteId"], first?.["isResumed"]],
      isShownOnce: others.every(({ event }) => event !== "deposit" && event !== "paid"),
      code: isPlugsError(ended) ? ended.code : ended,
      terminal,
      first,
    }
  }

  it("shows a new deposit, and the same one again until its route has ended", async () => {
    const waited = { isShownOnce: true, code: "ABORTED" }
    expect(await run()).to.deep.include({ ...waited, shown: ["deposit", quoteOf(1), false] })
    expect(await run()).to.deep.include({ ...waited, shown: ["deposit", quoteOf(1), true] })
    // Another swap has a deposit of its own.
    expect(await run({ to: refundAddress })).to.deep.include({ ...waited, shown: ["deposit", quoteOf(2), false] })
    world.api.status = "FAILED"
    expect((await run()).code).to.equal("ROUTE_FAILED")
    world.api.status = "PENDING"
    expect(await run()).to.deep.include({ ...waited, shown: ["deposit", quoteOf(3), false] })
  })

  it("never shows again what to pay where it is paid in full, and says how that is known", async () => {
    await run()
    await world.pay(world.amount - 1n)
    expect((await run()).shown).to.deep.equal(["deposit", quoteOf(1), true])
    await world.pay(1n)
    const paid = await run()
    expect(paid).to.deep.include({ shown: ["paid", quoteOf(1), undefined], isShownOnce: true, code: "ABORTED" })
    expect(paid.first?.["says"]).to.contain(String(world.amount)).and.to.contain(depositAddress)
    world.api.status = "COMPLETED"
    const { terminal } = await run({ json: false })
    expect(terminal.stdout()).to.not.contain("ethereum:")
    expect(terminal.stderr()).to.contain("already paid").and.to.contain(quoteOf(1))
    expect(world.api.offered).to.equal(1)
  })

  it("stops at a deposit that others have recorded, paid or not, and neither shows nor opens one", async () => {
    await run()
    await world.forge()
    for (const isPaid of [false, true]) {
      if (isPaid) await world.pay(world.amount)
      const { code, first } = await run()
      expect({ code, first }).to.deep.equal({ code: "JOURNAL_FOREIGN", first: undefined })
    }
    expect(world.api.offered).to.equal(1)
  })
})
