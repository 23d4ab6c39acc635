import { expect } from "chai"
import { describe, it } from "mocha"

import { createHoldMessages, type HoldReason, MessageHeldError } from "#src/devnet/messaging/holdMessages.js"
import type { Hold, MessageRecord } from "#src/devnet/messaging/MessageRecord.js"

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

  it("says which message of whom it is, and for what its packet is proposed only where that is the reason", () => {
    const outbound = {
      ...{ messageId: "0xid", srcChainSlug: 41_001, dstChainSlug: 41_002, srcPlug: "0xsrc", dstPlug: "0xdst" },
    }
    const record = {
      ...{ outbound, status: "PROPOSED", sibling: "0xsibling", connection: { inboundSwitchboard: "0xinbound" } },
    } as unknown as MessageRecord
    const factsOf = (reason: HoldReason, detail?: string) => new MessageHeldError({ record, reason, detail }).facts
    const common = {
      ...{ message: "0xid", "source chain": "41001", "destination chain": "41002", sender: "0xsrc", receiver: "0xdst" },
      "inbound switchboard": "0xinbound",
    }
    expect(factsOf("OTHER_SWITCHBOARD")).to.deep.equal({ ...common, "proposed for": "0xsibling" })
    expect(factsOf("REFUSED", "0xdead")).to.deep.equal({ ...common, "refused with": "0xdead" })
  })

  it("reports nothing that is as it should be, each reason of a message apart, and all again once it has forgotten", () => {
    const reported: string[] = []
    const held = createHoldMessages({
      ledger: { hold: () => undefined },
      clock: { now: () => 0 },
      report: (error) => reported.push((error as Error).message),
    })
    const record = (message: string) =>
      ({ outbound: { packedMessage: message, messageId: message }, status: "PROPOSED" }) as unknown as MessageRecord
    const reportAll = () => {
      held.hold(record("0x1"), "NOT_ALLOWED", { isExpected: true })
      for (const reason of ["NOT_ALLOWED", "REFUSED"] as const) held.hold(record("0x1"), reason, { isExpected: false })
      held.reportOnce(record("0x1"), "REFUSED")
      held.reportOnce(record("0x2"), "UNKNOWN_CHAIN")
      return reported.splice(0).length
    }
    expect([reportAll(), reportAll()]).to.deep.equal([3, 0])
    held.forget()
    expect(reportAll()).to.equal(3)
  })

  it("reports a message once for each reason", () => {
    const { reported } = delays("REFUSED", 50)
    expect(reported).to.have.length(1)
    expect(reported[0]).to.be.instanceOf(MessageHeldError)
  })
})
