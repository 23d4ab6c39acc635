import { expect } from "chai"
import { describe, it } from "mocha"

import {
  callTypes,
  deploymentStates,
  hasReached,
  payloadStates,
  timeoutStates,
  transactionStates,
} from "../../src/gateway/states.js"
import { isFinal, stateInfo } from "../../src/tracking/states.js"

describe("the gateway's states", () => {
  it("are those of the specification, in its order", () => {
    expect(Object.keys(transactionStates)).to.deep.equal(["IN_PROGRESS", "REVERTING", "COMPLETED"])
    expect(Object.keys(payloadStates)).to.deep.equal([
      "NO",
      "FINALIZING",
      "FINALIZED",
      "EXECUTING",
      "EXECUTED",
      "PROMISE_RESOLVING",
      "PROMISE_RESOLVED",
    ])
    expect(Object.keys(timeoutStates)).to.deep.equal(["ADDED_TO_QUEUE", "RESOLVED"])
    expect(Object.keys(callTypes)).to.deep.equal(["READ", "WRITE", "DISTRIBUTE_FEE", "WITHDRAW", "DEPLOY", "SCHEDULE"])
  })

  it("have only the last of each kind as a final state, and no revert", () => {
    for (const table of [transactionStates, payloadStates, timeoutStates, deploymentStates]) {
      const names = Object.keys(table)
      expect(names.filter((name) => isFinal(name, table))).to.deep.equal(names.slice(-1))
    }
    for (const unknown of ["", "DONE", "toString", "__proto__"]) {
      expect(isFinal(unknown, payloadStates)).to.equal(false)
      expect(stateInfo(unknown, payloadStates)).to.equal(undefined)
    }
  })

  it("say whether a payload has reached a state, and not for an unknown state", () => {
    expect(hasReached("EXECUTED", "EXECUTED")).to.equal(true)
    expect(hasReached("PROMISE_RESOLVING", "EXECUTED")).to.equal(true)
    expect(hasReached("EXECUTING", "EXECUTED")).to.equal(false)
    expect(hasReached("BEAMED", "NO")).to.equal(false)
  })
})
