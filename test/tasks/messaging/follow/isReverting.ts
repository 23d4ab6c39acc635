import { expect } from "chai"
import { describe, it } from "mocha"

import { inboundStates, messageStates } from "#src/messaging/states.js"
import { isReverting } from "#tasks/messaging/follow/watchSteps.js"

describe("isReverting", () => {
  it("is said by the state, or by the inbound status alone", () => {
    const asked = (steps: readonly (readonly [string, string])[]) =>
      steps.filter(([state, inboundStatus]) => isReverting({ state, inboundStatus })).map((step) => step.join())
    const [states, statuses] = [Object.keys(messageStates), Object.keys(inboundStates)]
    expect(asked(states.map((state) => [state, "NO"]))).to.deep.equal(["INBOUND_REVERTING,NO", "EXECUTION_FAILURE,NO"])
    expect(asked(statuses.map((status) => ["EXECUTING", status]))).to.deep.equal(["EXECUTING,REVERTING"])
  })
})
