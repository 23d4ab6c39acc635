import { expect } from "chai"
import { describe, it } from "mocha"

import { routeStatusFromCode } from "../../src/swap/routeStatusFromCode.js"
import { isFinal, routeStates, stateInfo } from "../../src/swap/states.js"
import { compareStates } from "../../src/tracking/states.js"
import { thrown } from "../fixtures/failure.js"

describe("the states of a route", () => {
  it("are those of the specification, and the one that was seen in responses", () => {
    expect(Object.keys(routeStates)).to.have.members([
      "PENDING",
      "IN_PROGRESS",
      "COMPLETED",
      "FAILED",
      "EXPIRED",
      "REFUNDED",
      "REFUNDING",
    ])
  })

  it("end in success, in failure, or in a refund, which is neither", () => {
    const ends = Object.keys(routeStates).map((state) => [state, stateInfo(state)?.final])
    expect(Object.fromEntries(ends)).to.deep.equal({
      PENDING: undefined,
      IN_PROGRESS: undefined,
      REFUNDING: undefined,
      COMPLETED: "success",
      FAILED: "failure",
      EXPIRED: "failure",
      REFUNDED: "refund",
    })
  })

  it("are not final if they are unknown", () => {
    for (const unknown of ["", "DONE", "toString", "__proto__"]) {
      expect(isFinal(unknown)).to.equal(false)
      expect(stateInfo(unknown)).to.equal(undefined)
    }
  })

  it("go from pending to in progress to an end", () => {
    for (const [before, after] of [
      ["PENDING", "IN_PROGRESS"],
      ["PENDING", "EXPIRED"],
      ["IN_PROGRESS", "COMPLETED"],
      ["REFUNDING", "REFUNDED"],
    ] as const) {
      expect(compareStates(before, after, routeStates), `${before}, ${after}`).to.equal(-1)
    }
    expect(compareStates("IN_PROGRESS", "REFUNDING", routeStates), "no order is known").to.equal(0)
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
