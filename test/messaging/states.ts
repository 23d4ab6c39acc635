import { expect } from "chai"
import { describe, it } from "mocha"

import { compareStates, inboundStates, isFailure, isFinal, messageStates, stateInfo } from "#src/messaging/states.js"

describe("message states", () => {
  it("have delivery and failure as the only final states", () => {
    const final = Object.keys(messageStates).filter((state) => isFinal(state))
    expect(final).to.have.members(["EXECUTION_SUCCESS", "EXECUTION_FAILURE"])
    expect(final.filter((state) => isFailure(state))).to.deep.equal(["EXECUTION_FAILURE"])
  })

  it("treat an unknown state as not final, even if it is named like a property of every object", () => {
    for (const state of ["SOMETHING_NEW", "", "toString", "constructor", "__proto__"]) {
      expect(stateInfo(state), state).to.equal(undefined)
      expect(isFinal(state), state).to.equal(false)
      expect(compareStates(state, "RECEIVED"), state).to.equal(0)
    }
  })

  it("place CONFIRMED between PROPOSED and execution, in no order with attestation", () => {
    expect(compareStates("CONFIRMED", "PROPOSED")).to.equal(1)
    expect(compareStates("CONFIRMED", "ATTESTED")).to.equal(0)
    expect(compareStates("ATTESTED", "CONFIRMED")).to.equal(0)
    expect(compareStates("CONFIRMED", "VERIFIED")).to.equal(0)
    expect(compareStates("VERIFIED", "CONFIRMED")).to.equal(0)
    expect(compareStates("CONFIRMED", "EXECUTING")).to.equal(-1)
  })

  it("let a reverting inbound recover", () => {
    expect(isFinal("INBOUND_REVERTING")).to.equal(false)
    expect(compareStates("INBOUND_REVERTING", "EXECUTING")).to.equal(0)
    expect(compareStates("REVERTING", "EXECUTING", inboundStates)).to.equal(0)
  })
})
