import { expect } from "chai"
import { describe, it } from "mocha"

import {
  type ExecutionState,
  executionStates,
  isMined,
  isOver,
  mayFollow,
} from "#extras/swap/src/execution/executionStates.js"
import { statesOf } from "#extras/swap/src/following/routeTracker.js"
import { routeStatusFromCode } from "#extras/swap/src/routeStatusFromCode.js"
import { isFinal, routeStates, stateInfo } from "#src/swap/states.js"
import type { StateTable } from "#src/tracking/states.js"
import { thrown } from "#test/fixtures/failure.js"

/** Each state with its step, and how it ends. */
const orderOf = (table: StateTable): string[] =>
  Object.entries(table).map(([name, { step, final = "" }]) => `${step} ${name} ${final}`.trim())

describe("the states of a route", () => {
  it("go in this order, and end in success, in failure, or in a refund, which is neither", () => {
    expect(orderOf(routeStates)).to.deep.equal([
      ...["0 PENDING", "1 IN_PROGRESS", "1 REFUNDING", "2 COMPLETED success"],
      ...["2 FAILED failure", "2 EXPIRED failure", "2 REFUNDED refund"],
    ])
    // What was sent cannot expire unused.
    const sent = statesOf({ origin: { txHash: "0x1" } } as never)
    expect(orderOf(sent)).to.deep.equal(orderOf({ ...routeStates, EXPIRED: routeStates.IN_PROGRESS }))
    expect(statesOf({ origin: { txHash: null } } as never)).to.equal(routeStates)
  })

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
  it("converts every number of version 2 to a state", () => {
    const names = Array.from({ length: 10 }, (_, code) => routeStatusFromCode(code))
    expect(names).to.deep.equal([
      "IN_PROGRESS",
      "IN_PROGRESS",
      "IN_PROGRESS",
      "COMPLETED",
      "COMPLETED",
      "EXPIRED",
      "FAILED",
      "REFUNDED",
      "IN_PROGRESS",
      "IN_PROGRESS",
    ])
    expect(routeStatusFromCode("4")).to.equal("COMPLETED")
  })

  it("refuses what is not a number", () => {
    for (const bad of [-1, 1.5, Number.NaN, "", "COMPLETED", "0x3", null as never]) {
      expect(thrown(() => routeStatusFromCode(bad))).to.include({ code: "INVALID_INPUT", argument: "code" })
    }
  })
})
