import { expect } from "chai"
import { describe, it } from "mocha"

import { createLiveLines } from "#src/terminal/live/liveLines.js"
import { createWaitNotice } from "#src/terminal/live/notices.js"
import { type RecordedTerminal, recordTerminal } from "#test/fixtures/output/recordedTerminal.js"

function notice(
  terminal: RecordedTerminal,
  json = false,
): { tell: (ms: number) => void; draw: () => void; pass: (ms: number) => void } {
  let now = 0
  let draw: () => void = () => undefined
  const everySecond = (redraw: () => void): (() => void) => {
    draw = redraw
    return () => undefined
  }
  const lines = createLiveLines(terminal.err, { everySecond })
  const tell = createWaitNotice("the swap API", { lines, terminal, json, clock: { now: () => now } })
  return {
    tell,
    draw: () => {
      draw()
    },
    pass: (ms) => {
      now += ms
    },
  }
}

describe("the notice of the next request", () => {
  it("is a line where the wait is long, and a new one only where it changes much", () => {
    const terminal = recordTerminal()
    const { tell } = notice(terminal)
    for (const ms of [500, 4_999, 5_000, 60_000, 66_000, 61_000, 300_000, 299_000]) tell(ms)
    expect(terminal.stderr()).to.equal(
      ["5 s", "1 min 00 s", "5 min 00 s"].map((time) => `asking the swap API again in ${time}\n`).join(""),
    )
    expect(terminal.stdout()).to.equal("")
  })

  it("changes where a wait differs by more than a third, either way", () => {
    const terminal = recordTerminal()
    const { tell } = notice(terminal)
    for (const ms of [60_000, 80_000, 40_000, 81_000, 54_000, 53_000]) tell(ms)
    expect(terminal.stderr().match(/\d+ (min|s).*/g)).to.deep.equal(["1 min 00 s", "1 min 21 s", "53 s"])
  })

  it("counts down on a terminal, and goes when the wait is short", () => {
    const terminal = recordTerminal({ isTTY: true, env: { NO_COLOR: "1" } })
    const { tell, draw, pass } = notice(terminal)
    tell(60_000)
    pass(20_000)
    draw()
    expect(terminal.stderr()).to.match(/again in 1 min 00 s[^]*again in 40 s/)
    const before = terminal.stderr().length
    tell(100)
    expect(terminal.stderr().slice(before)).to.not.equal("").and.to.not.contain("again in")
  })

  it("is an event in JSON, with its milliseconds", () => {
    const terminal = recordTerminal()
    const { tell } = notice(terminal, true)
    for (const ms of [500, 60_000.4]) tell(ms)
    expect(terminal.stdout()).to.equal('{"schemaVersion":1,"event":"waiting","milliseconds":60000}\n')
    expect(terminal.stderr()).to.equal("")
  })
})
