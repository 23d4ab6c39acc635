import { expect } from "chai"
import { describe, it } from "mocha"

import {
  type ExecutionState,
  executionStates,
  isMined,
  isOver,
  mayFollow,
} from "#extras/swap/src/execution/executionStates.js"
import { routeStatusFromCode } from "#extras/swap/src/routeStatusFromCode.js"
import { isFinal, stateInfo } from "#src/swap/states.js"
import type { StateTable } from "#src/tracking/states.js"
import { thrown } from "#test/fixtures/failure.js"

/** Each state with its step, and how it ends. */
const orderOf = (table: StateTable): string[] =>
  Object.entries(table).map(([name, { step, final = "" }]) => `${step} ${name} ${final}`.trim())

describe("the states of a route", () => {
  it("are not final if they are unknown", () => {
    for (const unknown of ["", "DONE", "toString", "__proto__"]) {
      expect(isFinal(unknown)).to.equal(false)
      expect(stateInfo(unknown)).to.equal(undefined)
    }
  })
})

describe("the states of an execution", () => {
  it("go in this order, and back only before the transaction is sent", () => {
    expect(orderOf(executionStates)).to.deep.equal([
      ...["0 CHECKED", "1 APPROVED", "2 SIGNED", "3 SENT", "4 MINED"],
      ...["4 REVERTED failure", "4 REPLACED failure", "5 FINISHED success"],
    ])
    const names = Object.keys(executionStates) as ExecutionState[]
    const following = names.map((before) => names.filter((after) => mayFollow(before, after)).join(" "))
    expect(following).to.deep.equal([
      "CHECKED APPROVED",
      "CHECKED APPROVED SIGNED",
      "CHECKED SIGNED SENT REPLACED",
      "SENT MINED REVERTED REPLACED",
      "MINED FINISHED",
      "MINED REVERTED REPLACED",
      "REPLACED",
      "FINISHED",
    ])
    expect(names.filter((state) => mayFollow(undefined, state))).to.deep.equal(["CHECKED"])
    expect(names.filter(isMined)).to.deep.equal(["MINED", "FINISHED"])
    expect(names.filter(isOver)).to.deep.equal(["REVERTED", "REPLACED", "FINISHED"])
  })
})

describe("routeStatusFromCode", () => {
  it("refuses what is not a number", () => {
    for (const bad of [-1, 1.5, Number.NaN, "", "COMPLETED", "0x3", null as never]) {
      expect(thrown(() => routeStatusFromCode(bad))).to.include({ code: "INVALID_INPUT", argument: "code" })
    }
  })
})
