import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"

import { escapeError } from "#src/plugin/run/runTask.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import { createLiveLines } from "#src/terminal/live/liveLines.js"
import { paint } from "#src/terminal/paint.js"
import { toJson } from "#src/terminal/printJson.js"
import { facts, prose, right, table, whole } from "#src/terminal/report.js"
import { createDevnetPrinter } from "#tasks/devnet/output/createDevnetPrinter.js"
import type { DevnetFacts } from "#tasks/devnet/output/devnetBanner.js"
import { expectHarmless, hostileText, worstText } from "#test/fixtures/output/hostileText.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"

class LostError extends PlugsError {
  readonly code = "LOST"
}

describe("what a printer writes", () => {
  it("escapes what a terminal would obey, and keeps what it shows", () => {
    const terminal = recordTerminal({ isTTY: true })
    terminal.out.line("é 😀 → a\u001B[2Kb\u009B1Ac\u202Ed\u{E0041}e\uD800f\tg")
    expect(terminal.stdout()).to.equal("é 😀 → a\\u001b[2Kb\\u009b1Ac\\u202ed\\udb40\\udc41e\\ud800f\\u0009g\n")
  })

  it("tells its own colors from the same ones in text from outside", () => {
    const terminal = recordTerminal({ isTTY: true })
    const { out } = terminal
    const { red, bold } = paint
    out.line(red(`a ${bold("b")} \u001B[32mc\u001B[39m d ${red("e")} f`))
    expect(terminal.stdout()).to.equal(
      "\u001B[31ma \u001B[1mb\u001B[22m \\u001b[32mc\\u001b[39m d \u001B[31me\u001B[39m\u001B[31m f\u001B[39m\n",
    )
  })

  it("takes no color from text that was printed before", () => {
    const terminal = recordTerminal({ isTTY: true })
    const { out } = terminal
    out.line(paint.red("x"))
    const copied = terminal.stdout().trimEnd()
    out.line(copied)
    expect(terminal.stdout().split("\n")[1]).to.equal("\\u001b[31mx\\u001b[39m")
  })

  it("is harmless, painted or not, on a terminal or elsewhere", () => {
    fc.assert(
      fc.property(hostileText, hostileText, fc.boolean(), (text, other, isTerminal) => {
        const terminal = recordTerminal({ isTTY: isTerminal, columns: 60 })
        const { out } = terminal
        const cells = [text, paint.red(other), paint.bold(paint.cyan(text))]
        const columns = { a: right(String), [`${text} b`]: String, c: String }
        out.show([
          table(cells, columns),
          facts([[text, paint.magenta(other)]]),
          prose(text, "", "  "),
          text,
          whole(other),
        ])
        const lines = createLiveLines(terminal.err, { everySecond: () => () => undefined })
        lines.set("a", { plain: text, live: () => paint.dim(other) })
        lines.set("b", { plain: paint.dim(other), live: () => text })
        lines.close()
        expectHarmless(terminal.stdout(), { isTerminal })
        expectHarmless(terminal.stderr(), { isTerminal })
      }),
    )
  })

  it("cuts a live line by what is shown of it", () => {
    const terminal = recordTerminal({ isTTY: true, columns: 12 })
    const lines = createLiveLines(terminal.err, { everySecond: () => () => undefined })
    lines.set("a", { plain: "", live: () => "\u001B\u001B\u001B" })
    lines.close()
    expect(terminal.stderr()).to.contain("\\u001b\\u00…")
  })

  it("is harmless for what contracts say on a devnet", () => {
    for (const isTerminal of [true, false]) {
      const terminal = recordTerminal({ isTTY: isTerminal })
      const { out } = terminal
      const [alpha, gateway] = [
        { slug: 1, name: "alpha" },
        { slug: 2, name: "gateway" },
      ]
      const facts = { chains: [alpha], gateway: { chain: gateway } } as unknown as DevnetFacts
      const revert = { attempts: 1, reason: worstText }
      for (const json of [false, true]) {
        const printer = createDevnetPrinter({ out, json, facts })
        const common = { status: worstText, at: 0, revert }
        const ends = { srcPlug: worstText, dstPlug: worstText, outboundTx: worstText }
        const message = { messageId: worstText, srcChainSlug: 1, dstChainSlug: 1, executionTxHash: null }
        printer.message({ ...common, ...ends, ...message })
        const contracts = { appGateway: worstText, target: worstText }
        const payload = { ...contracts, payloadId: worstText, requestCount: 1, callType: worstText, chainSlug: 1 }
        printer.payload({ ...common, ...payload, executeTxHash: worstText, callbackTxHash: null })
      }
      expectHarmless(terminal.stdout(), { isTerminal })
    }
  })
})

describe("errors and JSON", () => {
  it("have nothing of text from outside that a terminal would obey, whoever prints them", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const error = new LostError(`It is ${text}.`, { facts: { [text]: text }, next: `Look at ${text}.` })
        expectHarmless(error.message)
        expectHarmless(new InvalidInputError({ argument: text, problem: text, fix: text }).message)
        expectHarmless(toJson({ error, [text]: [text] }))
        expectHarmless(toJson({ [text]: text }, { indent: 2 }))
        expect(JSON.parse(toJson({ [text]: text }))).to.deep.equal({ [text]: text })
      }),
    )
    expect(new LostError("x", { facts: { a: "1\n  b: 2" } }).message).to.equal("x\n  a: 1\\u000a  b: 2")
  })

  it("are made safe when a library throws them, with their causes", () => {
    const cause = new Error(`reverted with ${worstText}`)
    const error = new Error("a call failed: \u001B[2K", { cause })
    escapeError(error)
    for (const { message, stack = "" } of [error, cause]) {
      expect(message + stack).to.not.match(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202E]/)
    }
    for (const other of [undefined, null, "text", Object.freeze(new Error("\u001B"))]) escapeError(other)
  })
})
