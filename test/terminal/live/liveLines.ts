import { stripVTControlCharacters } from "node:util"

import { expect } from "chai"
import { describe, it } from "mocha"

import { createLiveLines } from "../../../src/terminal/live/liveLines.js"
import { recordTerminal } from "../../fixtures/output/recordedTerminal.js"

const line = (text: string) => ({ plain: text, live: () => text })

/** Returns what a terminal shows in the end. It interprets the control sequences that live lines use. */
function screen(written: string): string[] {
  const rows: string[] = [""]
  let row = 0
  for (const part of written.split(/(\u001B\[\d*A|\u001B\[0J|\u001B\[2K|\n)/)) {
    const up = /^\u001B\[(\d+)A$/.exec(part)?.[1]
    if (up !== undefined) row -= Number(up)
    else if (part === "\u001B[0J") rows.splice(row, rows.length, "")
    else if (part === "\u001B[2K") rows[row] = ""
    else if (part === "\n") rows[(row += 1)] ??= ""
    else rows[row] = (rows[row] ?? "") + stripVTControlCharacters(part).replace("\r", "")
  }
  return rows.filter((text) => text !== "")
}

describe("createLiveLines", () => {
  it("rewrites each line in place on a terminal", () => {
    const terminal = recordTerminal({ isTTY: true })
    const lines = createLiveLines(terminal.err)
    lines.set("a", line("a SEALED"))
    lines.set("b", line("b SEALED"))
    lines.set("a", line("a PROPOSED"))
    lines.close()
    expect(screen(terminal.stderr())).to.deep.equal(["a PROPOSED", "b SEALED"])
  })

  it("appends every change where lines cannot be rewritten, and no control sequence", () => {
    const terminal = recordTerminal()
    const lines = createLiveLines(terminal.err)
    lines.set("a", line("a SEALED"))
    lines.set("a", line("a SEALED"))
    lines.set("a", line("a PROPOSED"))
    lines.close()
    expect(terminal.stderr()).to.equal("a SEALED\na PROPOSED\n")
  })

  it("redraws between changes, and stops when it is closed", () => {
    const terminal = recordTerminal({ isTTY: true })
    let draw: (() => void) | undefined
    let seconds = 0
    const lines = createLiveLines(terminal.err, { everySecond: (call) => ((draw = call), () => (draw = undefined)) })
    lines.set("a", { plain: "", live: () => `${seconds} s` })
    seconds = 7
    draw?.()
    expect(screen(terminal.stderr())).to.deep.equal(["7 s"])
    lines.close()
    expect(draw).to.equal(undefined)
  })

  it("cuts a line that would wrap, because a wrapped one cannot be found again", () => {
    const terminal = recordTerminal({ isTTY: true, columns: 10 })
    const lines = createLiveLines(terminal.err)
    lines.set("a", line("0123456789abcdef"))
    lines.close()
    expect(screen(terminal.stderr())).to.deep.equal(["01234567…"])
  })

  it("draws no more lines than the window has, and says how many it leaves out", () => {
    const terminal = recordTerminal({ isTTY: true, rows: 4 })
    const lines = createLiveLines(terminal.err)
    for (const name of ["a", "b", "c", "d", "e"]) lines.set(name, line(name))
    lines.close()
    expect(screen(terminal.stderr())).to.deep.equal(["a", "b", "… and 3 more"])
    const full = recordTerminal({ isTTY: true, rows: 4 })
    const three = createLiveLines(full.err)
    for (const name of ["a", "b", "c"]) three.set(name, line(name))
    three.close()
    expect(screen(full.stderr())).to.deep.equal(["a", "b", "c"])
  })

  it("keeps the colors of a line that it cuts, and ends them", () => {
    const terminal = recordTerminal({ isTTY: true, columns: 10 })
    const { cyan } = terminal.err.paint
    const lines = createLiveLines(terminal.err)
    lines.set("a", line(`ab${cyan("cdef")}ghijklm${cyan("n")}`))
    lines.close()
    expect(terminal.stderr()).to.contain(`ab\u001B[36mcdef\u001B[39mgh…`)
    expect(screen(terminal.stderr())).to.deep.equal(["abcdefgh…"])
  })

  it("restores the cursor", () => {
    const terminal = recordTerminal({ isTTY: true })
    const lines = createLiveLines(terminal.err)
    lines.set("a", line("a"))
    lines.close()
    expect(terminal.stderr().endsWith("\u001B[?25h")).to.equal(true)
  })
})
