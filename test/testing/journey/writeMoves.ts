import { expect } from "chai"
import { describe, it } from "mocha"

import { messagingStages } from "../../../src/devnet/messaging/stages.js"
import { messageStates } from "../../../src/messaging/states.js"
import { stageAfter } from "../../../src/testing/journey/writeMoves.js"

describe("the stage that takes something on", () => {
  it("is that of its kind, or that which takes its state", () => {
    for (const kind of ["deposit", "timeout", "trigger"] as const) {
      expect(stageAfter({ kind, status: "CREDITED" })).to.equal(kind)
    }
    const payloads = ["NO", "FINALIZING", "FINALIZED", "EXECUTING", "EXECUTED", "PROMISE_RESOLVING"]
    expect(payloads.map((status) => stageAfter({ kind: "payload", status }))).to.deep.equal([
      ...["accept", "finalize", "simulatePayload", "executePayload", "simulateCallback", "resolve"],
    ])
    const messages = Object.keys(messageStates).map((status) => [status, stageAfter({ kind: "message", status })])
    const takes = Object.entries(messagingStages).flatMap(([stage, { takes }]) =>
      takes.map((status) => [status, stage]),
    )
    expect(messages.filter(([, stage]) => stage !== undefined)).to.have.deep.members(takes)
  })
})
