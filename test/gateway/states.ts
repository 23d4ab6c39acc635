import { expect } from "chai"
import { describe, it } from "mocha"

import {
  callTypes,
  deploymentStates,
  payloadStates,
  timeoutStates,
  transactionStates,
  triggerStates,
} from "#src/gateway/states.js"
import { isFinal, stateInfo, type StateTable } from "#src/tracking/states.js"

describe("the gateway's states", () => {
  it("are those of the specification, in its order", () => {
    const orderOf = (table: StateTable) =>
      Object.entries(table).map(([name, { step, final = "" }]) => `${step} ${name} ${final}`.trim())
    const tables = [transactionStates, payloadStates, timeoutStates, triggerStates, deploymentStates]
    expect(tables.map(orderOf)).to.deep.equal([
      ["0 IN_PROGRESS", "0 REVERTING", "1 COMPLETED success"],
      [
        ...["0 NO", "1 FINALIZING", "2 FINALIZED", "3 EXECUTING", "4 EXECUTED", "5 PROMISE_RESOLVING"],
        "6 PROMISE_RESOLVED success",
      ],
      ["0 ADDED_TO_QUEUE", "1 RESOLVED success"],
      ["0 Queued", "0 Reverting", "1 Executed success"],
      ["0 IN_PROGRESS", "1 DEPLOYED", "2 FORWARDER_DEPLOYED success"],
    ])
    expect(Object.keys(callTypes)).to.deep.equal(["READ", "WRITE", "DISTRIBUTE_FEE", "WITHDRAW", "DEPLOY", "SCHEDULE"])
  })

  it("are not final if they are unknown", () => {
    for (const unknown of ["", "DONE", "toString", "__proto__"]) {
      expect(isFinal(unknown, payloadStates)).to.equal(false)
      expect(stateInfo(unknown, payloadStates)).to.equal(undefined)
    }
  })
})
