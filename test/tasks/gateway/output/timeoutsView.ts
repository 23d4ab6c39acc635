import { expect } from "chai"
import { describe, it } from "mocha"

import type { TimeoutStep } from "#src/gateway/following/trackers.js"
import { timeoutSchema } from "#src/gateway/wire/schemas.js"
import { showSteps } from "#src/terminal/live/showSteps.js"
import { paint } from "#src/terminal/paint.js"
import { plainText } from "#src/terminal/renderText.js"
import { dueText, timeoutReport, timeoutsView } from "#tasks/gateway/output/timeouts.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const due = 1_000
const wire = { timeoutId: bytes32(1), status: "ADDED_TO_QUEUE", executeAt: due, isResolved: false }
const queued = timeoutSchema.parse(wire)
const ran = (executedAt: number | null) =>
  timeoutSchema.parse({ ...wire, status: "RESOLVED", isResolved: true, executedAt, resolveTxHash: bytes32(9) })

describe("dueText", () => {
  it("counts down to the moment, then says how late it is", () => {
    expect(dueText(queued, 820_000)).to.equal("in 3 min 00 s")
    expect(dueText(queued, 1_000_000)).to.equal("late by 0 ms")
    expect(dueText(queued, 1_007_000)).to.equal("late by 7 s")
  })

  it("says how late it ran, if the API gives the time", () => {
    expect(dueText(ran(1_007), 0)).to.equal("ran 7 s late")
    expect(dueText(ran(1_000), 0)).to.equal("ran in time")
    expect(dueText(ran(null), 0)).to.equal("ran")
  })
})

describe("timeoutsView", () => {
  it("redraws the countdown on a terminal while nothing else happens", async () => {
    let now = 820_000
    let draw: () => void = () => undefined
    const terminal = recordTerminal({ isTTY: true, columns: 200, env: { NO_COLOR: "1" } })
    async function* steps(): AsyncGenerator<TimeoutStep> {
      yield await Promise.resolve({ kind: "state", state: "ADDED_TO_QUEUE", at: 0, inState: 0, timeout: queued })
      now = 999_000
      draw()
      yield { kind: "state", state: "RESOLVED", at: 9, inState: 9, timeout: ran(1_002) }
    }
    await showSteps(() => steps(), timeoutsView({ abis: [], now: () => now }), {
      terminal,
      json: false,
      clock: { now: () => now },
      everySecond: (redraw) => {
        draw = redraw
        return () => undefined
      },
    })
    expect(terminal.stderr()).to.match(/in 3 min 00 s[^]*in 1 s[^]*ran 2 s late/)
    expect(terminal.stdout()).to.contain("ran 2 s late").and.to.contain(bytes32(9))
  })

  it("names the transaction beside what has run, and why it reverts beside what has not", () => {
    const { lineParts } = timeoutsView({ abis: [], now: () => 0 })
    const partsOf = (timeout: TimeoutStep["timeout"], revert?: TimeoutStep["revert"]) => {
      const step = {
        kind: "state",
        state: timeout.status,
        at: 0,
        inState: 0,
        timeout,
        ...(revert && { revert }),
      } as const
      const { detail, problem, isFinal } = lineParts(step)
      return [detail, problem, isFinal]
    }
    expect(partsOf(queued)).to.deep.equal([undefined, undefined, false])
    expect(partsOf(ran(1_000))).to.deep.equal([`in ${bytes32(9)}`, undefined, true])
    expect(partsOf(queued, { reason: "low" })).to.deep.equal([undefined, paint.magenta("reverts: low"), false])
    expect(partsOf(ran(1_000), { reason: "low" })[0]).to.equal(undefined)
  })
})

describe("timeoutReport", () => {
  const report = (...timeouts: Parameters<typeof timeoutReport>[0]) =>
    plainText(timeoutReport(timeouts, { abis: [], now: () => 0 })).split("\n")

  it("has a line of each timeout, and one of each value that could not be read below", () => {
    expect(report(queued, ran(1_000))).to.have.length(report(queued).length + 1)
    const foreign = [{ path: "target", received: 7, expected: "an address" }]
    const noted = report(queued, { ...queued, foreign })
    expect(noted).to.have.length(report(queued, queued).length + 2)
    expect(noted.at(-1)).to.contain("target").and.to.contain("7")
    expect(report()).to.have.length(1)
  })
})
