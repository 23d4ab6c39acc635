import { expect } from "chai"
import { describe, it } from "mocha"

import { createHoldMessages, type HoldReason, MessageHeldError } from "../../../src/devnet/messaging/holdMessages.js"
import type { Hold, MessageRecord } from "../../../src/devnet/messaging/MessageRecord.js"

describe("createHoldMessages", () => {
  /** Holds one message so many times in a row, and returns how long each time. */
  function delays(reason: HoldReason, times: number): { delays: number[]; reported: unknown[] } {
    const reported: unknown[] = []
    let hold: Hold | undefined
    const held = createHoldMessages({
      ledger: {
        hold: (_, next) => {
          hold = next
        },
      },
      clock: { now: () => 1_000 },
      report: (error) => reported.push(error),
    })
    const seen: number[] = []
    for (let time = 0; time < times; time += 1) {
      held.hold({ outbound: { packedMessage: "0x1" }, status: "PROPOSED", hold } as unknown as MessageRecord, reason)
      seen.push((hold?.retryAt ?? 0) - 1_000)
    }
    return { delays: seen, reported }
  }

  it("waits twice as long each time, up to a limit that suits what a retry costs", () => {
    expect(delays("NOT_ALLOWED", 7).delays).to.deep.equal([50, 100, 200, 400, 800, 1000, 1000])
    expect(delays("NOT_ALLOWED_BY_FOREIGN", 20).delays.at(-1)).to.equal(10_000)
    expect(delays("REFUSED", 2_000).delays.at(-1)).to.equal(30_000)
  })

  it("tries no more where only a fact can help", () => {
    expect(delays("NOT_CONNECTED", 1).delays).to.deep.equal([Infinity])
    expect(delays("OTHER_SIBLING", 1).delays).to.deep.equal([Infinity])
  })

  it("reports a message once for each reason", () => {
    const { reported } = delays("REFUSED", 50)
    expect(reported).to.have.length(1)
    expect(reported[0]).to.be.instanceOf(MessageHeldError)
  })
})
