import { expect } from "chai"
import { describe, it } from "mocha"
import { zeroAddress } from "viem"

import {
  findActorCauses,
  findPathCauses,
  findSlowness,
} from "../../../../src/messaging/explaining/finding/findPathCauses.js"
import type { MessageCase, Wait } from "../../../../src/messaging/explaining/MessageCase.js"
import { deployedStageTimes } from "../../../../src/messaging/explaining/stageTimes.js"
import type { Arrival, Journey } from "../../../../src/messaging/reading/Journey.js"
import {
  another,
  arrivalWith,
  inbound,
  journeyWith,
  messageCase,
  minedIn,
  proposal,
  switchboardState,
} from "../../../fixtures/wire/messageFacts.js"

const { message } = journeyWith({ problem: "down" })
const connected = (more: Partial<Arrival["config"]> = {}): Partial<Arrival> => ({
  config: { siblingPlug: message.srcPlug, inboundSwitchboard: inbound, ...more } as never,
})
const late = (stage: Wait["stage"], more: Partial<Wait> = {}): Wait => {
  return { stage, since: 100, until: null, now: 900, isLate: true, isSlow: true, ...more }
}
const evidenceAt = (blocks: readonly number[], more = {}) =>
  blocks.map((block) => proposal({ mined: minedIn(block), ...more }))

describe("findPathCauses", () => {
  const causesOf = (journey: Journey, more: Partial<MessageCase> = {}) =>
    findPathCauses(messageCase(journey, more)).map(({ name, certainty = "certain" }) => [name, certainty])

  it("calls a packet unsealed where it is late, and surely so only where the chain says it", () => {
    const journey = (sealed: Journey["sealed"]) => journeyWith(arrivalWith([], connected()), { sealed })
    const wait = late("seal")
    expect(causesOf(journey(false), { wait })).to.deep.equal([["not-sealed", "certain"]])
    expect(causesOf(journey(null), { wait })).to.deep.equal([["not-sealed", "possible"]])
    expect(causesOf(journey(false), { wait: { ...wait, isLate: false } })).to.deep.equal([])
    expect(causesOf(journeyWith({ problem: "down" }, { sealed: false }), { wait })).to.deep.equal([
      ["not-sealed", "certain"],
    ])
    const withoutPacket = { ...journey(false), message: { ...message, packetId: null } } as Journey
    expect(causesOf(withoutPacket, { wait })).to.deep.equal([])
  })

  it("counts the packets before it, and names the message that blocks them", () => {
    const says = (nextToSeal: bigint | null, blocking?: object) => {
      const { details, ...rest } = messageCase(journeyWith(arrivalWith([]), { sealed: false, nextToSeal }))
      const [cause] = findPathCauses({ ...rest, wait: late("seal"), details: { ...details, blocking } as never })
      return [cause!.says.match(/\d+ packets? stands?/)?.[0], cause!.evidence.length]
    }
    const count = BigInt(message.packetId!) & 0xffffffffffffffffn
    expect(count > 0n).to.equal(true)
    expect(says(null)).to.deep.equal([undefined, 1])
    expect(says(count + 1n)).to.deep.equal([undefined, 2])
    expect(says(count)).to.deep.equal([undefined, 2])
    expect(says(count - 1n)).to.deep.equal(["1 packet stands", 2])
    expect(says(0n, { blockNumber: 3n, srcTxHash: "0x", messageId: undefined })[1]).to.equal(3)
  })

  it("calls a packet unproposed where it is late and the plug is connected to the sender", () => {
    const wait = late("propose")
    const none = journeyWith(arrivalWith([], connected()))
    expect(causesOf(none, { wait })).to.deep.equal([["not-proposed", "certain"]])
    expect(causesOf(none, { wait: { ...wait, isLate: false } })).to.deep.equal([])
    expect(causesOf(journeyWith(arrivalWith([], connected({ siblingPlug: another }))), { wait })).to.deep.equal([])
    const unconnected = connected({ inboundSwitchboard: zeroAddress })
    expect(causesOf(journeyWith(arrivalWith([], unconnected)), { wait })).to.deep.equal([])
  })

  it("tells a wrong root, which a new proposal can mend, from another switchboard", () => {
    const wrong = journeyWith(arrivalWith([proposal({ isRootOfMessage: false })], connected()))
    expect(causesOf(wrong, { wait: late("propose") })).to.deep.equal([["wrong-root", "certain"]])
    expect(causesOf(wrong)).to.deep.equal([])
    const other = journeyWith(arrivalWith([proposal({ isForPlug: false, switchboard: another })], connected()))
    const { details } = messageCase(other)
    const by = (sibling: string | null) => ({
      details: { ...details, path: { switchboard: another, sibling } } as never,
    })
    const elsewhere = [["proposed-for-another-switchboard", "certain"]]
    expect(causesOf(other)).to.deep.equal(elsewhere)
    expect(causesOf(other, by(null))).to.deep.equal(elsewhere)
    expect(causesOf(other, by(inbound))).to.deep.equal(elsewhere)
    expect(causesOf(other, by(another))).to.deep.equal([["switchboards-do-not-fit", "certain"]])
    const neither = journeyWith(arrivalWith([proposal({ isForPlug: false, isRootOfMessage: false })], connected()))
    expect(causesOf(neither, { wait: late("propose") })).to.deep.equal([["not-proposed", "certain"]])
  })

  it("shows the last four proposals", () => {
    const proposals = evidenceAt([20, 21, 22, 23, 24], { isForPlug: false })
    const [cause] = findPathCauses(messageCase(journeyWith(arrivalWith(proposals, connected()))))
    const blocks = cause!.evidence.map(({ source }) => source)
    expect(blocks).to.deep.equal(["beta, block 90", ...[21, 22, 23, 24].map((block) => `beta, block ${block}`)])
  })

  it("is sure of a trip, and less so of what stands behind it", () => {
    const tripped = (isTripped: boolean, proposals = [proposal()]) =>
      journeyWith(arrivalWith(proposals, { ...connected(), switchboard: switchboardState({ isTripped }) }))
    const wait = late("attest")
    const attested = proposal({ attestations: 1n })
    expect(causesOf(tripped(false, [attested]), { wait })).to.deep.equal([["attestations-missing", "certain"]])
    expect(causesOf(tripped(true, [attested]), { wait })).to.deep.equal([
      ["everything-tripped", "certain"],
      ["attestations-missing", "likely"],
    ])
    expect(causesOf(tripped(true, []), { wait })).to.deep.equal([["everything-tripped", "certain"]])
    expect(causesOf(tripped(true, [proposal({ isAllowed: true })]), { wait })).to.deep.equal([])
    const executed = arrivalWith([], { executed: true, switchboard: switchboardState({ isTripped: true }) })
    expect(causesOf(journeyWith(executed))).to.deep.equal([])
  })
})

describe("findActorCauses", () => {
  it("names the chain of the stage whose actor fails", () => {
    const trouble = { failure: { stage: "x", reason: "no gas." }, isPaused: false, isUnmined: false, watchers: [] }
    const sourceOf = (stage: Wait["stage"], arrival: Journey["arrival"] = arrivalWith([])) =>
      findActorCauses(messageCase(journeyWith(arrival), { wait: late(stage), trouble }))[0]?.evidence[0]?.source
    expect(sourceOf("seal")).to.contain("alpha")
    expect(sourceOf("propose")).to.contain("beta")
    expect(sourceOf("execute", { problem: "down" })).to.contain("alpha")
    const calm = { ...trouble, failure: undefined }
    expect(findActorCauses(messageCase(journeyWith(arrivalWith([])), { trouble: calm }))).to.deep.equal([])
  })
})

describe("findSlowness", () => {
  it("calls a stage slow after five times what nearly every message takes, until it is late", () => {
    const slow = (wait: Wait | undefined, stageTimes = deployedStageTimes) =>
      findSlowness(messageCase(journeyWith(arrivalWith([])), { wait, stageTimes }))?.name
    // Sealing takes 120 s at most.
    const waited = (seconds: number, more: Partial<Wait> = {}) =>
      late("seal", { isLate: false, since: 100, now: 100 + seconds, ...more })
    expect(slow(waited(600))).to.equal(undefined)
    expect(slow(waited(601))).to.equal("slow-stage")
    expect(slow(waited(601, { stage: "propose" }))).to.equal(undefined)
    expect(slow(waited(601, { isLate: true }))).to.equal(undefined)
    expect(slow(waited(601, { since: null }))).to.equal(undefined)
    expect(slow(waited(601, { until: 5_000 }))).to.equal(undefined)
    expect(slow(undefined)).to.equal(undefined)
  })
})
