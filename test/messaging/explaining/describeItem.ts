import { expect } from "chai"
import { describe, it } from "mocha"

import { describeItem } from "../../../src/messaging/explaining/describeItem.js"
import type { Wait } from "../../../src/messaging/explaining/MessageCase.js"
import { arrivalWith, journeyWith, messageCase, proposal, reportedAs } from "../../fixtures/wire/messageFacts.js"

describe("describeItem", () => {
  const saysOf = (more: Partial<Wait>, status?: string) => {
    const wait: Wait = { stage: "attest", since: 2_000, until: null, now: 2_120, isLate: false, isSlow: false, ...more }
    // A chain that is read is believed before the API.
    const arrival = status === undefined ? arrivalWith([proposal({ attestations: 1n })]) : { problem: "it is down" }
    const reported = status === undefined ? undefined : reportedAs(status)
    return describeItem(messageCase(journeyWith(arrival), { wait, reported })).says
  }

  it("says how long a message has waited, or how long it will, to the second after a timeout", () => {
    expect(saysOf({})).to.contain("1 of 2 watchers").and.to.contain("waited for 2 min")
    expect(saysOf({ until: 2_179 }))
      .to.contain(" 1 min 00 s from now")
      .and.to.not.contain("waited")
    expect(saysOf({ until: 2_120 })).to.contain(" 1 s from now")
  })

  it("announces nothing more of a message that the API calls over, however it ended", () => {
    for (const status of ["EXECUTION_SUCCESS", "EXECUTION_FAILURE"]) {
      expect(saysOf({}, status), status).to.contain("messaging API reports").and.to.not.contain("takes up to")
    }
    expect(saysOf({}, "EXECUTING")).to.contain("takes up to")
  })
})
