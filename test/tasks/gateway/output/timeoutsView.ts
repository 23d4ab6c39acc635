import { expect } from "chai"
import { describe, it } from "mocha"

import type { TimeoutStep } from "#src/gateway/following/trackers.js"
import { timeoutSchema } from "#src/gateway/wire/schemas.js"
import { paint } from "#src/terminal/paint.js"
import { dueText, timeoutsView } from "#tasks/gateway/output/timeouts.js"
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
