import { expect } from "chai"
import { describe, it } from "mocha"

import { compareStates, defineStates, isFinal, stateInfo, type StateTable } from "#src/tracking/states.js"

const doors = {
  OPEN: { step: 0, says: "open" },
  SHUT: { step: 1, final: "success", says: "shut" },
  BROKEN: { step: 1, final: "failure", says: "broken" },
  RETURNED: { step: 1, final: "refund", says: "given back" },
} as const satisfies StateTable
const lights = { OFF: { step: 0, says: "off" }, OPEN: { step: 2, final: "success", says: "lit" } } as const

describe("defineStates", () => {
  const states = defineStates(doors)

  it("binds every function to its table", () => {
    expect(states.stateInfo("SHUT")).to.equal(doors.SHUT)
    expect(states.isFinal("OPEN")).to.equal(false)
    expect(states.isFailure("BROKEN")).to.equal(true)
    expect(states.compareStates("OPEN", "SHUT")).to.equal(-1)
    expect(states.hasReached("SHUT", "OPEN")).to.equal(true)
    expect(states.hasReached("OPEN", "SHUT")).to.equal(false)
    expect([states.hasReached("SHUT", "SHUT"), states.hasReached("SHUT", "BROKEN")]).to.deep.equal([true, false])
    expect([states.hasReached("LOST", "OPEN"), states.hasReached("LOST", "LOST")]).to.deep.equal([false, true])
  })

  it("uses another table if it is given one", () => {
    expect(states.stateInfo("OPEN", lights)).to.equal(lights.OPEN)
    expect(states.isFinal("OPEN", lights)).to.equal(true)
    expect(states.compareStates("OPEN", "OFF", lights)).to.equal(1)
    expect(states.hasReached("OFF", "OPEN", lights)).to.equal(false)
  })
})

describe("the order of states", () => {
  it("is known where one is over before the other begins", () => {
    const table: StateTable = {
      FIRST: { step: 0, says: "" },
      EARLY: { step: 1, lastStep: 2, says: "" },
      LATE: { step: 2, lastStep: 4, says: "" },
      END: { step: 4, says: "" },
      AFTER: { step: 5, says: "" },
    }
    const names = Object.keys(table)
    const order = names.map((left) => names.map((right) => compareStates(left, right, table)))
    expect(order).to.deep.equal([
      [0, -1, -1, -1, -1],
      [1, 0, 0, -1, -1],
      [1, 0, 0, 0, -1],
      [1, 1, 0, 0, -1],
      [1, 1, 1, 1, 0],
    ])
    expect([compareStates("NEW", "END", table), compareStates("END", "NEW", table)]).to.deep.equal([0, 0])
    expect(stateInfo("toString", table)).to.equal(undefined)
    expect(isFinal("toString", table)).to.equal(false)
  })
})
