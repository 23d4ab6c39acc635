import { expect } from "chai"
import { describe, it } from "mocha"

import { describeItem } from "#src/messaging/explaining/describeItem.js"
import type { Wait } from "#src/messaging/explaining/MessageCase.js"
import { deployedStageTimes } from "#src/messaging/explaining/stageTimes.js"
import type { Arrival, Journey } from "#src/messaging/reading/Journey.js"
import {
  arrivalWith,
  journeyWith,
  messageCase,
  minedIn,
  proposal,
  reportedAs,
  switchboardState,
} from "#test/fixtures/wire/messageFacts.js"
import { dstPlug } from "#test/fixtures/wire/outboundLogs.js"

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
    for (const over of [2_119, 2_060]) expect(saysOf({ until: over })).to.match(/ 0 \w+ from now/)
  })

  it("has the place and the time of what was delivered", () => {
    const delivered = (executed: Arrival["executed"]) => {
      const arrival = arrivalWith([], { executed })
      return describeItem(messageCase(journeyWith(arrival)))
    }
    const says = `The message was delivered to the plug ${dstPlug} on beta`
    const item = { id: journeyWith(arrivalWith([])).message.messageId, status: "EXECUTION_SUCCESS" }
    const { transactionHash } = minedIn(44)
    expect([minedIn(44), true, { ...minedIn(44), timestamp: null }].map(delivered)).to.deep.equal([
      { ...item, says: `${says} in ${transactionHash}.`, since: 4_400 },
      { ...item, says: `${says}.`, since: null },
      { ...item, says: `${says} in ${transactionHash}.`, since: null },
    ])
  })

  it("lists the first three logs of a delivery that are known, and counts the others", () => {
    const logs = ["A()", "0x77", "B()", "C()", "D()"].map((says) => ({
      address: dstPlug,
      says,
      isDecoded: says !== "0x77",
    }))
    const subject = messageCase(journeyWith(arrivalWith([], { executed: true })))
    const details = { ...subject.details, outcome: { logs, sent: [] } as never }
    const plug = "The plug logged"
    expect(describeItem({ ...subject, details }).says).to.match(
      new RegExp(`beta\\. ${plug} A\\(\\)\\. ${plug} B\\(\\)\\. ${plug} C\\(\\)\\. Further logs: 2\\.$`),
    )
  })

  it("says what is only a claim of the API, and of which chain", () => {
    const unread = (status: string, sealed: Journey["sealed"]) => {
      const journey = journeyWith({ problem: "it is down" }, { sealed })
      const wait: Wait = { stage: "execute", since: null, until: null, now: 2_120, isLate: false, isSlow: false }
      return describeItem(messageCase(journey, { wait, reported: reportedAs(status), stageTimes: deployedStageTimes }))
        .says
    }
    expect([
      unread("SEALED", minedIn(15)),
      unread("INBOUND_REVERTING", minedIn(15)),
      unread("EXECUTING", false),
    ]).to.deep.equal([
      "The message was sealed into a packet on alpha, which is not proposed on chain 41002 yet. Chain 41002 could not be read, so its state there is not known: it is down. This takes up to 2 min 00 s.",
      "The messaging API reports that inbound of the plug 0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512 on chain 41002 reverts, and that the message is tried again. Chain 41002 could not be read, so only the messaging API reports this: it is down. Executors try for 2 to 3 hours.",
      "The message is being executed on chain 41002. Chain 41002 could not be read, so only the messaging API reports this: it is down. This takes up to 2 min 00 s.",
    ])
  })

  it("counts the watchers of the proposal that has most, and only where there are any", () => {
    const counted = (attestations: readonly (bigint | null)[], totalWatchers: bigint | null) => {
      const proposals = attestations.map((count) => proposal({ attestations: count }))
      const arrival = arrivalWith(proposals, { switchboard: switchboardState({ totalWatchers }) })
      const wait: Wait = { stage: "attest", since: 2_000, until: null, now: 2_120, isLate: false, isSlow: false }
      return /\S+ of \S+ watchers/.exec(describeItem(messageCase(journeyWith(arrival), { wait })).says)?.[0]
    }
    expect([
      counted([3n, null, 7n, 5n], 9n),
      counted([null], 9n),
      counted([0n], 1n),
      counted([1n], 0n),
      counted([1n], null),
    ]).to.deep.equal(["7 of 9 watchers", "0 of 9 watchers", "0 of 1 watchers", undefined, undefined])
  })

  it("announces nothing more of a message that the API calls over, however it ended", () => {
    for (const status of ["EXECUTION_SUCCESS", "EXECUTION_FAILURE"]) {
      expect(saysOf({}, status), status).to.contain("messaging API reports").and.to.not.contain("takes up to")
    }
    expect(saysOf({}, "EXECUTING")).to.contain("takes up to")
  })
})
