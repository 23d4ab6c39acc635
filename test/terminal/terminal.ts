import { PassThrough } from "node:stream"
import { setImmediate } from "node:timers/promises"
import { stripVTControlCharacters } from "node:util"

import { expect } from "chai"
import { describe, it } from "mocha"

import { createLiveLines } from "#src/terminal/live/liveLines.js"
import { paint, toTerminal } from "#src/terminal/paint.js"
import { openTerminal } from "#src/terminal/terminal.js"
import { recordTerminal, type RecordTerminalOptions } from "#test/fixtures/output/recordedTerminal.js"

const escape = "\u001B["

/** What a terminal shows of a red letter. */
function redAt(options: RecordTerminalOptions): string {
  const terminal = recordTerminal(options)
  terminal.out.line(paint.red("x"))
  return terminal.stdout().trimEnd()
}

describe("openTerminal", () => {
  it("keeps results and progress apart", () => {
    const terminal = recordTerminal()
    terminal.out.line("result")
    terminal.err.line("progress")
    expect([terminal.stdout(), terminal.stderr()]).to.deep.equal(["result\n", "progress\n"])
  })

  it("waits for a reader that is slower, so that nothing gathers in memory", async () => {
    const slow = new PassThrough({ highWaterMark: 4 })
    const { out } = openTerminal({ stdout: slow, stderr: slow, env: {} })
    await out.taken()
    out.write("a long text")
    let isTaken = false
    const taken = out.taken().then(() => (isTaken = true))
    await setImmediate()
    expect(isTaken).to.equal(false)
    slow.read()
    await taken
  })

  it("colors a terminal, and neither a file nor a pipe", () => {
    expect(redAt({ isTTY: true })).to.contain(escape)
    expect(redAt({ isTTY: false })).to.equal("x")
  })

  it("honours NO_COLOR on a terminal, and FORCE_COLOR elsewhere", () => {
    expect(redAt({ isTTY: true, env: { NO_COLOR: "1" } })).to.equal("x")
    expect(redAt({ isTTY: false, env: { FORCE_COLOR: "1" } })).to.contain(escape)
    for (const none of ["0", "false"]) expect(redAt({ isTTY: true, env: { FORCE_COLOR: none } }), none).to.equal("x")
  })

  it("lets NO_COLOR win over FORCE_COLOR, and takes an empty NO_COLOR for unset", () => {
    expect(redAt({ env: { NO_COLOR: "1", FORCE_COLOR: "1" } })).to.equal("x")
    expect(redAt({ isTTY: true, env: { NO_COLOR: "" } })).to.contain(escape)
  })

  it("neither colors nor rewrites lines on a dumb terminal", () => {
    const dumb = { isTTY: true, env: { TERM: "dumb" } }
    expect(recordTerminal(dumb).out.isLive).to.equal(false)
    expect(redAt(dumb)).to.equal("x")
  })

  it("moves no cursor where no terminal says what it is, and takes Windows' for one", () => {
    const liveWith = (env: Record<string, string>) =>
      recordTerminal({ isTTY: true, env: { TERM: "", ...env } }).err.isLive
    expect(liveWith({})).to.equal(false)
    expect(liveWith({ OS: "Windows_NT" })).to.equal(true)
    expect(liveWith({ OS: "Windows_NT", TERM: "dumb" })).to.equal(false)
    expect(liveWith({ TERM: "xterm-256color" })).to.equal(true)
    const recorded = recordTerminal({ isTTY: true, env: { TERM: "" } })
    const lines = createLiveLines(recorded.err)
    lines.set("a", { plain: "waiting", live: () => "waiting, 1 s" })
    lines.close()
    expect(recorded.stderr()).to.equal("waiting\n")
  })

  it("takes no columns for a width that is not known", () => {
    const { out } = recordTerminal({ isTTY: true, columns: 0, rows: 0 })
    expect([out.columns, out.rows]).to.deep.equal([80, 24])
    const sized = recordTerminal({ isTTY: true, columns: 33, rows: 7 })
    expect([sized.err.columns, sized.err.rows]).to.deep.equal([33, 7])
    const file = recordTerminal({ columns: 33, rows: 7 })
    expect([file.err.columns, file.err.rows], "a file has no width").to.deep.equal([Infinity, Infinity])
  })

  it("cuts a line that would fill the window, with one ellipsis, and leaves colors and whole characters", () => {
    const drawn = (line: string, columns = 10) => {
      const terminal = recordTerminal({ isTTY: true, columns })
      terminal.err.redraw([line], { drawnBefore: 0 })
      return stripVTControlCharacters(terminal.stderr()).trim()
    }
    expect(drawn("123456789")).to.equal("123456789")
    expect(drawn("1234567890")).to.equal("12345678\u2026")
    expect(drawn(`12345${paint.red("67890")}`)).to.equal("12345678\u2026")
    expect(drawn("1234567\u{1F600}90")).to.equal("1234567\u2026")
    expect([3, 2, 1].map((columns) => drawn("1234567890", columns))).to.deep.equal(["1\u2026", "", ""])
  })

  it("draws lines over as many as were drawn before, and first moves nowhere", () => {
    const drawnAfter = (drawnBefore: number): string => {
      const terminal = recordTerminal({ isTTY: true })
      terminal.err.redraw(["a", "b"], { drawnBefore })
      return terminal.stderr()
    }
    const lines = `${escape}2Ka\n${escape}2Kb\n${escape}0J`
    expect([0, 1, 12].map(drawnAfter)).to.deep.equal([lines, `\r${escape}1A${lines}`, `\r${escape}12A${lines}`])
  })

  it("breaks prose between words on standard error, and neither a command nor columns", () => {
    const recorded = recordTerminal({ isTTY: true, columns: 40, env: { NO_COLOR: "1" } })
    const { err } = recorded
    err.line(
      "The relay that carries messages from alpha to beta was paused at a terminal. Run npx hardhat messaging explain Greeter --from alpha",
    )
    err.line("name of a very long column   another very long column")
    expect(recorded.stderr().split("\n")).to.deep.equal([
      "The relay that carries messages from",
      "  alpha to beta was paused at a",
      "  terminal. Run",
      "  npx hardhat messaging explain Greeter --from alpha",
      "name of a very long column   another very long column",
      "",
    ])
    const file = recordTerminal({ columns: 40 })
    file.err.line("The relay that carries messages from alpha to beta was paused at a terminal.")
    expect(file.stderr().split("\n")).to.have.length(2)
  })
})

describe("the colors", () => {
  it("begin and end with the codes of a terminal", () => {
    const shown = Object.entries(paint).map(([name, color]) => [name, toTerminal(color("x"))])
    expect(Object.fromEntries(shown)).to.deep.equal({
      bold: "\u001B[1mx\u001B[22m",
      dim: "\u001B[2mx\u001B[22m",
      red: "\u001B[31mx\u001B[39m",
      green: "\u001B[32mx\u001B[39m",
      magenta: "\u001B[35mx\u001B[39m",
      cyan: "\u001B[36mx\u001B[39m",
    })
  })

  it("have no yellow, which nobody can read on white", () => {
    const codes = Object.values(paint).map((color) => toTerminal(color("x")))
    for (const code of codes) expect(code).to.not.match(/\[(33|93|43|103)m/)
  })
})
