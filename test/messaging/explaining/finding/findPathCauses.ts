import { expect } from "chai"
import { describe, it } from "mocha"
import { zeroAddress } from "viem"

import { findActorCauses, findPathCauses, findSlowness } from "#src/messaging/explaining/finding/findPathCauses.js"
import type { MessageCase, Wait } from "#src/messaging/explaining/MessageCase.js"
import { deployedStageTimes } from "#src/messaging/explaining/stageTimes.js"
import type { Arrival, Journey } from "#src/messaging/reading/Journey.js"
import { causeLines } from "#test/fixtures/output/causeLines.js"
import {
  another,
  arrivalWith,
  inbound,
  journeyWith,
  messageCase,
  minedIn,
  proposal,
  switchboardState,
} from "#test/fixtures/wire/messageFacts.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const { message } = journeyWith({ problem: "down" })
const connected = (more: Partial<Arrival["config"]> = {}): Partial<Arrival> => ({
  config: {
    siblingPlug: message.srcPlug,
    inboundSwitchboard: inbound,
    capacitor: inbound,
    decapacitor: inbound,
    ...more,
  } as never,
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

describe("what findPathCauses says", () => {
  const wait = (stage: Wait["stage"]) => late(stage, { since: 0, now: 1_000_000 })
  const linesOf = async (journey: Journey, more: Partial<MessageCase> = {}, details: object = {}) => {
    const subject = messageCase(journey, more)
    const causes = findPathCauses({ ...subject, details: { ...subject.details, ...details } })
    return await causeLines(causes.map((cause) => ({ ...cause, fix: undefined })))
  }

  it("is how long a packet waits to be sealed, behind which others", async () => {
    const count = BigInt(message.packetId!) & 0xffffffffffffffffn
    const journey = (nextToSeal: bigint) => journeyWith(arrivalWith([], connected()), { sealed: false, nextToSeal })
    const blocking = { blockNumber: 3n, srcTxHash: bytes32(0x44), messageId: bytes32(0x45) }
    expect(await linesOf(journey(count - 1n), { wait: wait("seal") }, { blocking })).to.deep.equal([
      "not-sealed, certain",
      "Packet 1 was not sealed on alpha in the 277 h 47 min since the message was sent: 1 packet stands before it in its capacitor, the first of which is packet 0.",
      "alpha, block 80: The socket 0xCf7Ed3AccA5a467e9e704C703E8D87F634fB0Fc9 has logged no Sealed of packet 0x0000a0299fe46736679d2d9a65f0992f2272de9f3c7fa6e00000000000000001.",
      "alpha, block 80: getNextPacketToBeSealed of the capacitor 0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0 is packet 0.",
      "alpha, block 3: Packet 0 holds message 0x0000000000000000000000000000000000000000000000000000000000000045, which transaction 0x0000000000000000000000000000000000000000000000000000000000000044 sent.",
    ])
    expect(
      await linesOf(journey(count), { wait: wait("seal") }, { blocking: { ...blocking, messageId: undefined } }),
    ).to.deep.equal([
      "not-sealed, certain",
      "Packet 1 was not sealed on alpha in the 277 h 47 min since the message was sent, though it is the next one in its capacitor.",
      "alpha, block 80: The socket 0xCf7Ed3AccA5a467e9e704C703E8D87F634fB0Fc9 has logged no Sealed of packet 0x0000a0299fe46736679d2d9a65f0992f2272de9f3c7fa6e00000000000000001.",
      "alpha, block 80: getNextPacketToBeSealed of the capacitor 0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0 is packet 1.",
      "alpha, block 3: Packet 1 holds a message, which transaction 0x0000000000000000000000000000000000000000000000000000000000000044 sent.",
    ])
  })

  it("is how long it waits to be proposed, and where it was", async () => {
    const none = journeyWith(arrivalWith([], connected()))
    expect(await linesOf(none, { wait: wait("propose") })).to.deep.equal([
      "not-proposed, certain",
      "The packet was sealed on alpha, and has not been proposed on beta for 277 h 47 min.",
      "beta, block 90: The socket 0xCf7Ed3AccA5a467e9e704C703E8D87F634fB0Fc9 has no proposal of packet 0x0000a0299fe46736679d2d9a65f0992f2272de9f3c7fa6e00000000000000001 with the root 0x68f90f698dae38da2d2e3e40f0b87750492676ff5646a532112485b8645661b0.",
    ])
    const [one, two] = [
      proposal({ isForPlug: false, switchboard: another, proposalCount: 4n, mined: null }),
      proposal({ isForPlug: false, switchboard: inbound, proposalCount: 6n }),
    ]
    expect(await linesOf(journeyWith(arrivalWith([one, two], connected())))).to.deep.equal([
      "proposed-for-another-switchboard, certain",
      "The packet was proposed on beta for switchboard 0x2222222222222222222222222222222222222222 only, and the plug 0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512 accepts packets of 0x1111111111111111111111111111111111111111 only.",
      "beta, block 90: The inbound switchboard of the plug 0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512 is 0x1111111111111111111111111111111111111111.",
      "beta, block 90: Proposal 4 is for switchboard 0x2222222222222222222222222222222222222222 and has the root 0x0000000000000000000000000000000000000000000000000000000000000005.",
      "beta, block 20: Proposal 6 is for switchboard 0x1111111111111111111111111111111111111111 and has the root 0x0000000000000000000000000000000000000000000000000000000000000005 in transaction 0x0000000000000000000000000000000000000000000000000000000000000014.",
    ])
    const path = { switchboard: bytes32(0x5b), sibling: another }
    expect(await linesOf(journeyWith(arrivalWith([one], connected())), {}, { path })).to.deep.equal([
      "switchboards-do-not-fit, certain",
      "The switchboards of the two plugs do not fit: 0x000000000000000000000000000000000000000000000000000000000000005b on alpha sends to 0x2222222222222222222222222222222222222222 on beta, and the plug 0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512 accepts packets of 0x1111111111111111111111111111111111111111 only.",
      "beta, block 90: The inbound switchboard of the plug 0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512 is 0x1111111111111111111111111111111111111111.",
      "alpha: The switchboard 0x000000000000000000000000000000000000000000000000000000000000005b names 0x2222222222222222222222222222222222222222 as its sibling on beta, by SiblingSwitchboardUpdated.",
      "beta, block 90: Proposal 4 is for switchboard 0x2222222222222222222222222222222222222222 and has the root 0x0000000000000000000000000000000000000000000000000000000000000005.",
    ])
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
    const stages = { ...deployedStageTimes, seal: { typical: 100_000, stuckAfter: 1_000_000 } }
    const subject = { wait: waited(600_000), stageTimes: stages }
    expect(findSlowness(messageCase(journeyWith(arrivalWith([])), subject))?.says).to.equal(
      "The message has waited for 166 h 40 min, and this takes up to 27 h 47 min. It is called stuck after 277 h 47 min.",
    )
    expect(slow(waited(601, { stage: "propose" }))).to.equal(undefined)
    expect(slow(waited(601, { isLate: true }))).to.equal(undefined)
    expect(slow(waited(601, { since: null }))).to.equal(undefined)
    expect(slow(waited(601, { until: 5_000 }))).to.equal(undefined)
    expect(slow(undefined)).to.equal(undefined)
  })
})
