import { PassThrough } from "node:stream"

import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import { devnetSocket } from "#src/devnet/addresses.js"
import { devnetSwitchboard } from "#src/messaging/switchboardKinds.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { confirmSwitchboard, requireSwitchboard } from "#tasks/messaging/call/requireSwitchboard.js"
import { failure } from "#test/fixtures/failure.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"
import { at } from "#test/fixtures/wire/addresses.js"

const switchboard: Address = `0x${"6".repeat(40)}`

/** Answers every question with a text, and writes down what was asked. */
function person(isTTY: boolean, typed: string) {
  const stream = new PassThrough()
  const asked: string[] = []
  const terminal = recordTerminal({
    onWrite: () => {
      // What is typed before the question answers nothing.
      if (!terminal.stderr().endsWith("Use it? (y/N) ")) return
      asked.push(terminal.stderr())
      setImmediate(() => stream.end(`${typed}\n`))
    },
  })
  return { io: { terminal, input: Object.assign(stream, { isTTY }), signal: new AbortController().signal }, asked }
}

describe("confirmSwitchboard", () => {
  const confirm = async (yes: boolean, isTTY: boolean, typed = "y") =>
    await confirmSwitchboard({ switchboard, chain: "beta" }, { yes, ...person(isTTY, typed).io })

  it("asks about a switchboard that is not known at a terminal, and takes nobody's word for it anywhere else", async () => {
    expect([await confirm(false, true), await confirm(false, true, "n")]).to.deep.equal([true, false])
    for (const [yes, isTTY] of [
      [true, true],
      [true, false],
      [false, false],
    ] as const) {
      expect((await failure(confirm(yes, isTTY))).code).to.equal("SWITCHBOARD_NOT_KNOWN")
    }
  })
})

describe("requireSwitchboard", () => {
  const fast = devnetSwitchboard("FAST")
  const chains = ["alpha", "beta"].map((name, index): ChainEntry => {
    return { name, slug: 41_001 + index, network: name, socket: devnetSocket }
  })
  /** The kind of a switchboard, how often somebody was asked about it, and how that ended, before the call is shown or after. */
  async function require(board: Address, allowed: readonly Address[], isTTY: boolean, typed = "y") {
    const { io, asked } = person(isTTY, typed)
    const path = { switchboard: board, chain: "alpha", siblingChain: "beta", chains }
    let isShown = false
    try {
      const found = await requireSwitchboard(path, { plugs: { messaging: {} } as never, allowed, io: io as never })
      expect(asked, "asked only when the call is shown").to.deep.equal([])
      isShown = true
      await found.confirm()
      return [found.switchboardKind, asked.length]
    } catch (error) {
      if (!isPlugsError(error)) throw error
      return [error.code, isShown ? asked.length : "at once"]
    }
  }

  it("takes one that is known or allowed without a question, and any other one only from a person, who can say no", async () => {
    const other = at(0xb7)
    for (const isTTY of [true, false]) {
      expect(await require(fast, [], isTTY)).to.deep.equal(["FAST", 0])
      expect(await require(fast, [other], isTTY)).to.deep.equal(["FAST", 0])
      expect(await require(other, [at(0xb8), other], isTTY)).to.deep.equal([undefined, 0])
    }
    expect(await require(other, [at(0xb8)], true)).to.deep.equal([undefined, 1])
    expect(await require(other, [at(0xb8)], true, "n")).to.deep.equal(["ABORTED", 1])
    expect(await require(other, [at(0xb8)], false)).to.deep.equal(["SWITCHBOARD_NOT_KNOWN", "at once"])
  })
})
