import { mock } from "node:test"
import { stripVTControlCharacters } from "node:util"

import { expect } from "chai"
import { describe, it } from "mocha"

import { besideOrBelow, createLiveLines } from "#src/terminal/live/liveLines.js"
import { paint } from "#src/terminal/paint.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"

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

  it("keep in mind what was written where they cannot be rewritten, though it is removed", () => {
    const terminal = recordTerminal()
    const lines = createLiveLines(terminal.err)
    lines.set("a", line("a SEALED"))
    lines.remove("a")
    lines.set("a", line("a SEALED"))
    lines.close()
    expect(terminal.stderr()).to.equal("a SEALED\n")
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

  it("redraws every second by itself, as long as it is open", () => {
    mock.timers.enable({ apis: ["setInterval"] })
    try {
      const terminal = recordTerminal({ isTTY: true })
      const lines = createLiveLines(terminal.err)
      let draws = 0
      lines.set("a", { plain: "", live: () => `drawn ${(draws += 1)} times` })
      mock.timers.tick(999)
      expect(draws).to.equal(1)
      mock.timers.tick(1)
      expect(draws).to.equal(2)
      lines.close()
      expect(draws).to.equal(3)
      mock.timers.tick(5_000)
      expect(draws).to.equal(3)
    } finally {
      mock.timers.reset()
    }
  })

  it("cuts a line that would wrap, because a wrapped one cannot be found again", () => {
    const terminal = recordTerminal({ isTTY: true, columns: 10 })
    const lines = createLiveLines(terminal.err)
    lines.set("a", line("0123456789abcdef"))
    lines.close()
    expect(screen(terminal.stderr())).to.deep.equal(["01234567…"])
  })

  it("breaks a sentence and a command, which nobody could read to their ends otherwise, and cuts columns alone", () => {
    const terminal = recordTerminal({ isTTY: true, columns: 20 })
    const lines = createLiveLines(terminal.err)
    lines.set("a", line("The node is away. npx hardhat devnet"))
    lines.set("b", line("one column   another column"))
    lines.close()
    expect(screen(terminal.stderr())).to.deep.equal([
      ...["The node is away.", "  npx hardhat", "  devnet", "one column   anoth…"],
    ])
  })

  it("has parts beside each other where they fit to the column before the last, and else below", () => {
    const parts = ["kind", "it says", "next"]
    expect(besideOrBelow(parts, 20)).to.deep.equal(["kind  it says  next"])
    expect(besideOrBelow(parts, 19)).to.deep.equal(["kind", "  it says", "  next"])
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

  it("has one line at least, however low the window is", () => {
    const shown = (rows: number, ...names: readonly string[]): string[] => {
      const terminal = recordTerminal({ isTTY: true, rows })
      const lines = createLiveLines(terminal.err)
      for (const name of names) lines.set(name, line(name))
      lines.close()
      return screen(terminal.stderr())
    }
    for (const rows of [1, 2]) {
      expect(shown(rows, "a")).to.deep.equal(["a"])
      expect(shown(rows, "a", "b")).to.deep.equal(["… and 2 more"])
    }
    expect(shown(3, "a", "b")).to.deep.equal(["a", "b"])
  })

  it("takes a line away on a terminal as long as lines are drawn, and writes nothing for one that is not there", () => {
    const terminal = recordTerminal({ isTTY: true })
    const lines = createLiveLines(terminal.err, { everySecond: () => () => undefined })
    lines.set("a", line("a"))
    lines.set("b", line("b"))
    lines.remove("a")
    expect(screen(terminal.stderr())).to.deep.equal(["b"])
    const before = terminal.stderr()
    lines.remove("a")
    lines.remove("never set")
    expect(terminal.stderr()).to.equal(before)
    lines.close()
    const closed = terminal.stderr()
    lines.remove("b")
    lines.close()
    expect(terminal.stderr()).to.equal(closed)
  })

  it("shows the last of a line when it is closed, and begins below it again with the next", () => {
    const terminal = recordTerminal({ isTTY: true })
    let draws = 0
    const everySecond = (): (() => void) => {
      draws += 1
      return () => (draws -= 1)
    }
    const lines = createLiveLines(terminal.err, { everySecond })
    let seconds = 0
    const counted = { plain: "", live: () => `${seconds} s` }
    lines.set("a", counted)
    seconds = 7
    lines.close()
    expect(draws).to.equal(0)
    expect(screen(terminal.stderr())).to.deep.equal(["7 s"])
    lines.set("b", line("b"))
    expect(draws).to.equal(1)
    lines.close()
    expect(draws).to.equal(0)
    expect(screen(terminal.stderr())).to.deep.equal(["7 s", "7 s", "b"])
    expect(terminal.stderr().match(/\u001B\[\?25[lh]/g)).to.deep.equal(
      ["l", "h", "l", "h"].map((end) => `\u001B[?25${end}`),
    )
  })

  it("keeps the colors of a line that it cuts, and ends them", () => {
    const terminal = recordTerminal({ isTTY: true, columns: 10 })
    const { cyan } = paint
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
