import { PassThrough } from "node:stream"

import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import { confirmSwitchboard } from "../../../../tasks/messaging/call/requireSwitchboard.js"
import { failure } from "../../../fixtures/failure.js"
import { recordTerminal } from "../../../fixtures/output/recordedTerminal.js"

const switchboard: Address = `0x${"6".repeat(40)}`

describe("confirmSwitchboard", () => {
  const confirm = async (yes: boolean, isTTY: boolean, typed = "y") => {
    const stream = new PassThrough()
    const terminal = recordTerminal({
      onWrite: () => {
        // What is typed before the question answers nothing.
        if (terminal.stderr().endsWith("Use it? (y/N) ")) setImmediate(() => stream.end(`${typed}\n`))
      },
    })
    const io = { terminal, input: Object.assign(stream, { isTTY }), signal: new AbortController().signal }
    return await confirmSwitchboard({ switchboard, chain: "beta" }, { yes, ...io })
  }

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
