import { expect } from "chai"
import { describe, it } from "mocha"

import { formatHistory } from "#src/tracking/DeadlinePassedError.js"

/** The states in their order, each reported 1.5 s after the one before. */
function stepsThrough(...states: string[]): { state: string; inState: number }[] {
  return states.map((state, index) => ({ state, inState: index === 0 ? 0 : 1_500 }))
}

describe("formatHistory", () => {
  it("shows the states in order, each with the time that it lasted", () => {
    const steps = [...stepsThrough("RECEIVED", "SEALED"), { state: "EXECUTION_FAILURE", inState: 3_000 }]
    expect(formatHistory(steps)).to.equal("RECEIVED (1.5 s) → SEALED (3 s) → EXECUTION_FAILURE")
  })

  it("adds up the time of a state in which something else changed", () => {
    const steps = [
      { state: "EXECUTING", inState: 0 },
      { state: "EXECUTING", inState: 400 },
      { state: "EXECUTION_SUCCESS", inState: 600 },
    ]
    expect(formatHistory(steps)).to.equal("EXECUTING (1 s) → EXECUTION_SUCCESS")
  })

  it("shows twelve states, and says how many came before, to the millisecond", () => {
    const lasting = (count: number) =>
      formatHistory(Array.from({ length: count }, (_, index) => ({ state: `S${index}`, inState: 7 })))
    expect(lasting(2)).to.equal("S0 (7 ms) → S1")
    const shown = [12, 15].map((count) => lasting(count).split(" → "))
    expect(shown.map((states) => [...states.slice(0, 2), states.at(-1)])).to.deep.equal([
      ["S0 (7 ms)", "S1 (7 ms)", "S11"],
      ["3 earlier", "S3 (7 ms)", "S14"],
    ])
  })

  it("says so if there were no steps", () => {
    expect(formatHistory([])).to.equal("never seen")
  })
})
