import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, zeroHash } from "viem"

import { findRefusalCauses } from "#src/messaging/explaining/finding/findSwitchboardCauses.js"
import { listEvents } from "#src/messaging/explaining/listEvents.js"
import { findWait, type MessageCase } from "#src/messaging/explaining/MessageCase.js"
import { deployedStageTimes } from "#src/messaging/explaining/stageTimes.js"
import { readOutboundMessages } from "#src/messaging/onchain/events.js"
import type { Arrival, Journey } from "#src/messaging/reading/Journey.js"
import { outboundLogs, socket } from "#test/fixtures/wire/outboundLogs.js"

const address: Address = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
const proposedAt = 1_700_000_000n
const timeout = 7_200n

const [message] = readOutboundMessages(outboundLogs(1), { socket })

/** The journey of a message whose packet was proposed and is not attested, at a time of the destination chain. */
function journeyAt(time: bigint, isAllowed: boolean): Journey & { arrival: Arrival } {
  const mined = { blockNumber: 9n, transactionHash: zeroHash, timestamp: proposedAt }
  const chain = { name: "beta", slug: 41002, socket: address, client: {} as never }
  const proposal = { proposalCount: 0n, switchboard: address, root: zeroHash, isForPlug: true, isRootOfMessage: true }
  const state = { proposedAt, mined, isAllowed, isTripped: false, attestations: null, isRootValid: null, attested: [] }
  const switchboard = { address, totalWatchers: null, timeoutInSeconds: timeout, initialPacketCount: 0n }
  const head = { number: 12n, timestamp: time }
  return {
    message,
    src: { ...chain, name: "alpha" },
    srcHead: head,
    sent: mined,
    sealed: true,
    arrival: { chain, head, switchboard, proposals: [{ ...proposal, ...state }], executed: false },
  } as unknown as Journey & { arrival: Arrival }
}

function caseAt(time: bigint, { isAllowed = false } = {}): MessageCase & { journey: { arrival: Arrival } } {
  const journey = journeyAt(time, isAllowed)
  const now = Number(time) * 1_000
  const wait = findWait(journey, { stageTimes: deployedStageTimes, now })
  return { journey, now, wait, details: {}, stageTimes: deployedStageTimes } as never
}

describe("an optimistic timeout, to the second", () => {
  // The switchboard allows a packet when more than the timeout has passed.
  const rows = [
    [timeout - 1n, "attest", ["optimistic-timeout"]],
    [timeout, "attest", ["optimistic-timeout"]],
    [timeout + 1n, "execute", undefined],
  ] as const
  for (const [passed, stage, causes] of rows) {
    it(`is ${causes === undefined ? "over" : "not over"} when ${String(passed)} of ${String(timeout)} s have passed`, () => {
      const subject = caseAt(proposedAt + passed)
      expect(subject.wait).to.include({ stage })
      expect(subject.wait?.since).to.equal(Number(causes === undefined ? proposedAt + timeout : proposedAt))
      const found = findRefusalCauses(subject, subject.journey.arrival).map(({ name }) => name)
      if (causes === undefined) expect(found).to.not.include("optimistic-timeout")
      else expect(found).to.deep.equal(causes)
    })
  }

  it("is over in the timeline from the first second in which a block could have allowed the packet", () => {
    const allowedAt = (passed: bigint) =>
      listEvents(caseAt(proposedAt + passed, { isAllowed: true })).find(({ title }) => title === "Allowed")?.at
    expect(allowedAt(timeout)).to.equal(undefined)
    expect(allowedAt(timeout + 1n)).to.equal(Number(proposedAt + timeout) + 1)
    expect(allowedAt(timeout + 900n)).to.equal(Number(proposedAt + timeout) + 1)
  })
})
