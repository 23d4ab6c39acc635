import { expect } from "chai"
import { describe, it } from "mocha"

import { describeItem } from "../../../src/messaging/explaining/describeItem.js"
import type { Wait } from "../../../src/messaging/explaining/MessageCase.js"
import { arrivalWith, journeyWith, messageCase, proposal } from "../../fixtures/wire/messageFacts.js"

describe("describeItem", () => {
  const saysOf = (more: Partial<Wait>) => {
    const wait: Wait = { stage: "attest", since: 2_000, until: null, now: 2_120, isLate: false, isSlow: false, ...more }
    return describeItem(messageCase(journeyWith(arrivalWith([proposal({ attestations: 1n })])), { wait })).says
  }

  it("says how long a message has waited, or how long it will, to the second after a timeout", () => {
    expect(saysOf({})).to.contain("1 of 2 watchers").and.to.contain("waited for 2 min")
    expect(saysOf({ until: 2_179 }))
      .to.contain(" 1 min 00 s from now")
      .and.to.not.contain("waited")
    expect(saysOf({ until: 2_120 })).to.contain(" 1 s from now")
  })
})
