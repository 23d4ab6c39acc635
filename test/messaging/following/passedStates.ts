import { expect } from "chai"
import { describe, it } from "mocha"

import { statesBetween } from "#src/messaging/following/messageTracker.js"
import type { MessageStatus } from "#src/messaging/states.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

describe("the looks between two looks at messages", () => {
  const passes: readonly MessageStatus[] = ["RECEIVED", "SEALED", "PROPOSED", "EXECUTION_SUCCESS"]
  const message = (id: number, status: string) =>
    ({ messageId: bytes32(id), status, inboundTx: bytes32(9), executionDetails: { inboundStatus: "SUCCESS" } }) as never
  const between = (before: unknown[], after: unknown[]) =>
    statesBetween(before as never, after as never, passes).map((look) => look.map(({ status }) => status).join())

  it("have each state that a message has passed, and not what it has not", () => {
    expect(between([message(1, "RECEIVED")], [message(1, "EXECUTION_SUCCESS")])).to.deep.equal([
      ...["SEALED", "PROPOSED", "EXECUTION_SUCCESS"],
    ])
    expect(between([], [message(1, "PROPOSED")])).to.deep.equal(["RECEIVED", "SEALED", "PROPOSED"])
    expect(between([message(1, "SEALED")], [message(1, "SEALED")])).to.deep.equal(["SEALED"])
    expect(between([message(1, "PROPOSED")], [message(1, "SEALED")])).to.deep.equal(["SEALED"])
    expect(between([message(1, "SEALED")], [message(1, "NEW")])).to.deep.equal(["NEW"])
    expect(
      between(
        [message(2, "PROPOSED"), message(1, "RECEIVED")],
        [message(1, "SEALED"), message(2, "EXECUTION_SUCCESS")],
      ),
    ).to.deep.equal(["SEALED,EXECUTION_SUCCESS"])
    expect(between([], [message(1, "PROPOSED"), message(2, "RECEIVED")])).to.deep.equal([
      ...["RECEIVED,RECEIVED", "SEALED,RECEIVED", "PROPOSED,RECEIVED"],
    ])
    expect(between([], [message(1, "RECEIVED")])).to.deep.equal(["RECEIVED"])
    expect(between([], [])).to.deep.equal([""])
    const [first] = statesBetween([], [message(1, "SEALED")], passes)[0]!
    expect(first).to.deep.include({
      ...{ inboundTx: null },
      executionDetails: { inboundStatus: "NOT_TRIED", isExecuted: false, executionTxHash: null },
    })
  })
})
