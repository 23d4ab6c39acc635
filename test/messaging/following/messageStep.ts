import { expect } from "chai"
import { describe, it } from "mocha"

import { createMessageTracker } from "../../../src/messaging/following/messageTracker.js"
import type { MessageStep } from "../../../src/messaging/following/messageStep.js"
import { formatHistory } from "../../../src/tracking/formatHistory.js"
import { messageAt } from "../../fixtures/wire/messages.js"

function journeyThrough(...states: string[]): readonly MessageStep[] {
  const journey = createMessageTracker({})
  states.forEach((state, index) => journey.observe([messageAt(state)], index * 1_500))
  return journey.history
}

describe("formatHistory", () => {
  it("shows the states in order, each with the time that it lasted", () => {
    expect(formatHistory(journeyThrough("RECEIVED", "SEALED", "SEALED", "EXECUTION_FAILURE"))).to.equal(
      "RECEIVED (1.5 s) → SEALED (3 s) → EXECUTION_FAILURE",
    )
  })

  it("adds up a state whose inbound status changed", () => {
    const journey = createMessageTracker({})
    journey.observe([messageAt("EXECUTING")], 0)
    journey.observe([messageAt("EXECUTING", { inboundStatus: "EXECUTING" })], 400)
    journey.observe([messageAt("EXECUTION_SUCCESS", { inboundStatus: "SUCCESS" })], 1_000)
    expect(formatHistory(journey.history)).to.equal("EXECUTING (1 s) → EXECUTION_SUCCESS")
  })

  it("shows the end of a long one", () => {
    const turns = Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? "EXECUTING" : "INBOUND_REVERTING"))
    const history = formatHistory(journeyThrough(...turns))
    expect(history).to.match(/^38 earlier → EXECUTING /)
    expect(history.split(" → ")).to.have.length(13)
  })

  it("says when there was nothing", () => {
    expect(formatHistory([])).to.equal("never seen")
  })
})
