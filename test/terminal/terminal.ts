import { expect } from "chai"
import { describe, it } from "mocha"

import { toTerminal } from "../../src/terminal/paint.js"
import { recordTerminal } from "../fixtures/output/recordedTerminal.js"

const escape = "\u001B["

describe("openTerminal", () => {
  it("keeps results and progress apart", () => {
    const terminal = recordTerminal()
    terminal.out.line("result")
    terminal.err.line("progress")
    expect([terminal.stdout(), terminal.stderr()]).to.deep.equal(["result\n", "progress\n"])
  })

  it("colors a terminal, and neither a file nor a pipe", () => {
    expect(recordTerminal({ isTTY: true }).out.paint.red("x")).to.contain(escape)
    expect(recordTerminal({ isTTY: false }).out.paint.red("x")).to.equal("x")
  })

  it("honours NO_COLOR on a terminal, and FORCE_COLOR elsewhere", () => {
    expect(recordTerminal({ isTTY: true, env: { NO_COLOR: "1" } }).out.paint.red("x")).to.equal("x")
    expect(recordTerminal({ isTTY: false, env: { FORCE_COLOR: "1" } }).out.paint.red("x")).to.contain(escape)
    expect(recordTerminal({ isTTY: true, env: { FORCE_COLOR: "0" } }).out.paint.red("x")).to.equal("x")
  })

  it("lets NO_COLOR win over FORCE_COLOR, and takes an empty NO_COLOR for unset", () => {
    expect(recordTerminal({ env: { NO_COLOR: "1", FORCE_COLOR: "1" } }).out.paint.red("x")).to.equal("x")
    expect(recordTerminal({ isTTY: true, env: { NO_COLOR: "" } }).out.paint.red("x")).to.contain(escape)
  })

  it("neither colors nor rewrites lines on a dumb terminal", () => {
    const { out } = recordTerminal({ isTTY: true, env: { TERM: "dumb" } })
    expect(out.isLive).to.equal(false)
    expect(out.paint.red("x")).to.equal("x")
  })
})

describe("the colors", () => {
  it("have no yellow, which nobody can read on white", () => {
    const { paint } = recordTerminal({ isTTY: true }).out
    const codes = Object.values(paint).map((color) => toTerminal(color("x")))
    for (const code of codes) expect(code).to.not.match(/\[(33|93|43|103)m/)
  })
})
