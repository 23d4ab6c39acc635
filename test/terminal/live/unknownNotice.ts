import { expect } from "chai"
import { describe, it } from "mocha"

import { createLiveLines } from "#src/terminal/live/liveLines.js"
import { createUnknownNotice } from "#src/terminal/live/notices.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"

/** How long nothing is shown. Milliseconds. */
const silence = 700

function open({ json = false, isTTY = false, start = 0 } = {}) {
  const terminal = recordTerminal({ isTTY, columns: 120, env: { NO_COLOR: "1" } })
  const clock = createManualClock(start)
  const lines = createLiveLines(terminal.err, { everySecond: () => () => undefined })
  const notice = createUnknownNotice("nobody knows it", { lines, terminal, json, clock })
  /** What each event or line says. */
  const said = () =>
    terminal.stdout() === "" ? terminal.stderr().split("\n").slice(0, -1) : terminal.stdout().trim().split("\n")
  return { terminal, clock, notice, said }
}

describe("the notice that something is not known yet", () => {
  it("comes after a silence, once", async () => {
    const { clock, notice, said } = open()
    notice.set(true)
    await clock.advance(silence - 1)
    notice.set(true)
    expect(said()).to.deep.equal([])
    await clock.advance(1)
    expect(said()).to.have.lengthOf(1)
    expect(said()[0]).to.match(/^waiting since [\d:]+: nobody knows it$/)
    notice.set(true)
    await clock.advance(silence)
    expect(said()).to.have.lengthOf(1)
    notice.close()
  })

  it("does not come if it was seen or closed before, and not again", async () => {
    for (const end of ["seen", "close"] as const) {
      const { clock, notice, said } = open()
      notice[end]()
      await clock.advance(silence)
      expect(said(), end).to.deep.equal([])
    }
    const known = open()
    known.notice.set(false)
    await known.clock.advance(silence)
    expect(known.said()).to.deep.equal([])
    known.notice.set(true)
    expect(known.said()).to.have.lengthOf(1)
  })

  it("stays although some was seen, where it is said to be unknown", async () => {
    const { clock, notice, said } = open()
    notice.set(true, "Reading the chain.")
    notice.seen()
    await clock.advance(silence)
    expect(said()).to.have.lengthOf(1)
    expect(said()[0]).to.include("nobody knows it. Reading the chain.")
    notice.set(true, "Reading it again.")
    expect(said()).to.have.lengthOf(2)
    notice.close()
    expect(said()).to.have.lengthOf(2)
  })

  it("is said at the end, however soon, if all that was seen came from elsewhere, and only then", () => {
    const elsewhere = open()
    elsewhere.notice.set(true, "Reading the chain.")
    elsewhere.notice.close()
    expect(elsewhere.said()).to.have.lengthOf(1)
    const known = open()
    known.notice.set(false, "Reading the chain.")
    known.notice.close()
    expect(known.said()).to.deep.equal([])
  })

  it("stays on a terminal as long as nothing changes", async () => {
    const { terminal, clock, notice } = open({ isTTY: true })
    await clock.advance(silence)
    const before = terminal.stderr().length
    notice.set(true)
    expect(terminal.stderr().slice(before)).to.equal("")
    notice.close()
  })

  it("says on a terminal for how long", async () => {
    const { terminal, clock, notice } = open({ isTTY: true, start: 50_000 })
    await clock.advance(90_000)
    notice.set(true, "Reading the chain.")
    expect(terminal.stderr()).to.match(/waiting since [\d:]+, 700 ms: nobody knows it/)
    expect(terminal.stderr()).to.match(/waiting since [\d:]+, 1 min 30 s: nobody knows it. Reading the chain./)
    notice.close()
  })

  it("is an event in JSON, with its time", async () => {
    const { terminal, clock, notice } = open({ json: true })
    await clock.advance(silence)
    notice.set(true)
    notice.close()
    expect(JSON.parse(terminal.stdout())).to.deep.include({ event: "unknown", since: 0, says: "nobody knows it" })
    expect(terminal.stderr()).to.equal("")
  })

  for (const end of ["seen", "close"] as const) {
    it(`goes from a terminal once it is ${end === "seen" ? "known" : "closed"}`, async () => {
      const { terminal, clock, notice } = open({ isTTY: true })
      await clock.advance(silence)
      expect(terminal.stderr()).to.include("nobody knows it")
      const before = terminal.stderr().length
      notice[end]()
      expect(terminal.stderr().slice(before)).to.not.equal("").and.not.include("nobody knows it")
    })
  }
})
