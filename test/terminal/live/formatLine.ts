import { expect } from "chai"
import { describe, it } from "mocha"

import { formatLine, type LineParts } from "#src/terminal/live/showSteps.js"
import { toTerminal } from "#src/terminal/paint.js"

const parts: LineParts = {
  name: { long: "0x1234567890", short: "…90" },
  place: "alpha → beta",
  state: "SEALED  ",
  isFinal: false,
  explanation: "it is sealed",
}
const [first, last] = [
  { kind: "state", state: "RECEIVED", at: 1_000 },
  { kind: "state", state: "SEALED", previousState: "RECEIVED", at: 1_340 },
] as const

function line(more: Partial<LineParts> = {}, { columns = 200, isReorg = false } = {}) {
  const widths = new Map([parts.name.short, parts.place].map((part) => [part, part.length + 2]))
  const text = formatLine(
    { first, last: { ...last, kind: isReorg ? "reorg" : "state" } },
    { ...parts, ...more },
    { columns, clock: { now: () => 9_000 }, widest: (part) => widths.get(part(parts))! },
  )
  const [plain, ...live] = [text.plain, text.live()].flat().map((one) => toTerminal(one, false))
  return { plain, live: live.length === 1 ? live[0] : live }
}

describe("the line of a step", () => {
  const plain = "+340 ms    0x1234567890  alpha → beta  SEALED  "
  const live = "…90    alpha → beta    SEALED  "

  it("has the time since the first step, where and what it is, and what that means", () => {
    expect(line()).to.deep.equal({
      plain: `${plain}  it is sealed`,
      live: `${live}  7.7 s of 8 s  it is sealed`,
    })
    expect(line({ isFinal: true }).live).to.equal(`${live}  after 340 ms  it is sealed`)
    expect(line({ detail: "0xee" })).to.deep.equal({
      plain: `${plain}  it is sealed  0xee`,
      live: `${live}  7.7 s of 8 s  0xee`,
    })
    expect(line({ problem: "No()" })).to.deep.equal({
      plain: `${plain}  it is sealed  No()`,
      live: `${live}  7.7 s of 8 s  No()`,
    })
  })

  it("has a time of its own instead", () => {
    expect(line({ time: () => "due in 3 s", isFinal: true })).to.deep.equal({
      plain: `${plain}  due in 3 s  it is sealed`,
      live: `${live}  due in 3 s  it is sealed`,
    })
  })

  it("says where it was before a reorg", () => {
    expect(line({}, { isReorg: true })).to.deep.equal({
      plain: "+340 ms    0x1234567890  alpha → beta  reorg: back from RECEIVED to SEALED    it is sealed",
      live: `${live}  after a reorg  7.7 s of 8 s  it is sealed`,
    })
  })

  it("has its problem below it where the window is one column too narrow", () => {
    const whole = `${live}  7.7 s of 8 s  No()`
    const shown = (columns: number) => line({ problem: "No()" }, { columns }).live
    expect(shown(whole.length + 2)).to.equal(whole)
    expect(shown(whole.length + 1)).to.equal(whole)
    expect(shown(whole.length)).to.deep.equal([`${live}  7.7 s of 8 s`, "  No()"])
    expect(line({}, { columns: 10 }).live).to.equal(`${live}  7.7 s of 8 s  it is sealed`)
  })
})
