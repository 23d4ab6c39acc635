import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import { findRefusalCauses, findTripCauses } from "#src/messaging/explaining/finding/findSwitchboardCauses.js"
import type { MessageCase, Wait } from "#src/messaging/explaining/MessageCase.js"
import { deployedStageTimes } from "#src/messaging/explaining/stageTimes.js"
import { packPacketId } from "#src/messaging/ids.js"
import type { Arrival, Journey, SwitchboardState } from "#src/messaging/reading/Journey.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { causeLines } from "#test/fixtures/output/causeLines.js"
import {
  another,
  arrivalWith,
  journeyWith,
  messageCase,
  proposal,
  reportedAs,
  switchboardState,
} from "#test/fixtures/wire/messageFacts.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { capacitor } from "#test/fixtures/wire/outboundLogs.js"

const watchers = ["a", "b", "c"].map((digit): Address => `0x${digit.repeat(40)}`)

/** A devnet whose stage is paused, and that has the keys of some watchers. */
const devnet = (own: readonly Address[]) => {
  const relay = { failures: [], paused: ["attest"], unmined: [], delay: 0, watchers: own }
  return fakeNode({ devnet_relay: relay }).client
}

describe("findRefusalCauses", () => {
  it("says to resume a devnet only where it has the key of every watcher that is missing", async () => {
    const mendOf = async ({ own, attested }: { own: readonly Address[]; attested: readonly Address[] }) => {
      const seen = attested.map((watcher) => ({ watcher, blockNumber: 1n, transactionHash: "0x" }))
      const proposals = [proposal({ attestations: BigInt(attested.length), attested: seen as never })]
      const journey = journeyWith(arrivalWith(proposals))
      const src = { ...journey.src, client: devnet(own) }
      const { details, ...subject } = messageCase(
        { ...journey, src },
        {
          ...{ trouble: { watchers: own } as never, stageTimes: deployedStageTimes },
          wait: { stage: "attest", since: 100, until: null, now: 90_000, isLate: true, isSlow: true },
        },
      )
      const found = findRefusalCauses({ ...subject, details: { ...details, watchers } }, arrivalWith(proposals))
      expect(found.map(({ name }) => name)).to.deep.equal(["attestations-missing"])
      const { fix } = found[0]!
      const mend = typeof fix === "function" ? await fix() : fix
      return typeof mend === "object" ? mend.command : mend
    }
    const [first, second, third] = watchers as [Address, Address, Address]
    const resume = "npx hardhat devnet resume"
    expect(await mendOf({ own: watchers, attested: [] })).to.equal(resume)
    expect(await mendOf({ own: [second, third], attested: [first] })).to.equal(resume)
    expect(await mendOf({ own: [first, second], attested: [] })).to.equal(null)
    expect(await mendOf({ own: [first, second], attested: [first] })).to.equal(null)
    expect(await mendOf({ own: [first], attested: [first] })).to.equal(null)
  })
})

const { message } = journeyWith(arrivalWith([]))
const packetId = packPacketId({ srcChainSlug: 41_001, capacitor, packetCount: 7n })

/** What a cause about a switchboard says, of the packet 7 of alpha. */
async function linesOf(
  find: typeof findRefusalCauses,
  arrival: Partial<Arrival> & Pick<Arrival, "proposals">,
  { details = {}, ...more }: Omit<Partial<MessageCase>, "details"> & { details?: Partial<MessageCase["details"]> } = {},
): Promise<string[]> {
  const whole = arrivalWith(arrival.proposals, arrival)
  const chain = { ...whole.chain, client: devnet([]) }
  const plain = journeyWith({ ...whole, chain })
  const srcConfig = { capacitor: another, outboundSwitchboard: another } as Journey["srcConfig"]
  const journey = { ...plain, srcConfig, message: { ...message, packetId }, src: { ...plain.src, client: devnet([]) } }
  const subject = messageCase(journey, { stageTimes: deployedStageTimes, ...more })
  return await causeLines(find({ ...subject, details: { ...subject.details, ...details } }, { ...whole, chain }))
}

describe("findTripCauses", () => {
  it("names each trip: of all chains, of the path, and of each proposal that counts", async () => {
    const [one, other] = [
      proposal({ isTripped: true, proposalCount: 3n }),
      proposal({ isTripped: true, proposalCount: 8n }),
    ]
    const foreign = proposal({ isTripped: false, isForPlug: false })
    const state = (more: object) => ({ switchboard: switchboardState(more) })
    expect(
      await linesOf(findTripCauses, { proposals: [one, foreign], ...state({ isTripped: true, isPathTripped: true }) }),
    ).to.deep.equal([
      "everything-tripped, certain",
      "The switchboard 0x1111111111111111111111111111111111111111 on beta is tripped for packets of every chain, so it accepts none.",
      "beta, block 90: isGlobalTipped() of the switchboard 0x1111111111111111111111111111111111111111 is true.",
      "fix by others: the holders of UN_TRIP_ROLE at the switchboard 0x1111111111111111111111111111111111111111 on beta untrip it",
      "path-tripped, certain",
      "The switchboard 0x1111111111111111111111111111111111111111 on beta is tripped for packets of alpha, so it accepts none of them.",
      "beta, block 90: isPathTripped(41001) of the switchboard 0x1111111111111111111111111111111111111111 is true.",
      "fix by others: the holders of UN_TRIP_ROLE at the switchboard 0x1111111111111111111111111111111111111111 on beta untrip it",
      "proposal-tripped, certain",
      "The switchboard 0x1111111111111111111111111111111111111111 on beta is tripped for the proposal of the packet, and never accepts it: the packet has to be proposed again.",
      "beta, block 90: isProposalTripped(0x0000a0299fe46736679d2d9a65f0992f2272de9f3c7fa6e00000000000000007, 3) of the switchboard 0x1111111111111111111111111111111111111111 is true.",
      "fix by others: the transmitter of beta proposes the packet",
    ])
    expect(await linesOf(findTripCauses, { proposals: [one, other] })).to.deep.equal([
      "proposal-tripped, certain",
      "The switchboard 0x1111111111111111111111111111111111111111 on beta is tripped for each proposal of the packet, and never accepts it: the packet has to be proposed again.",
      "beta, block 90: isProposalTripped(0x0000a0299fe46736679d2d9a65f0992f2272de9f3c7fa6e00000000000000007, 3) of the switchboard 0x1111111111111111111111111111111111111111 is true.",
      "beta, block 90: isProposalTripped(0x0000a0299fe46736679d2d9a65f0992f2272de9f3c7fa6e00000000000000007, 8) of the switchboard 0x1111111111111111111111111111111111111111 is true.",
      "fix by others: the transmitter of beta proposes the packet",
    ])
    for (const nothing of [
      { proposals: [one, proposal()] },
      { proposals: [one, proposal({ isTripped: null })], ...state({ isTripped: null, isPathTripped: null }) },
      { proposals: [foreign] },
      { proposals: [one], switchboard: null },
    ]) {
      expect(await linesOf(findTripCauses, nothing)).to.deep.equal([])
    }
  })
})

describe("findRefusalCauses, of each kind of switchboard", () => {
  const late: Wait = { stage: "attest", since: 2_000, until: null, now: 1_002_000, isLate: true, isSlow: true }
  const onTime = { ...late, isLate: false }
  const board = (more: Partial<SwitchboardState>) => ({ proposals: [proposal()], switchboard: switchboardState(more) })
  const optimistic = board({ totalWatchers: null, timeoutInSeconds: 7_000n })

  it("says of a packet that comes before the first which the switchboard takes that it never will", async () => {
    expect(await linesOf(findRefusalCauses, board({ initialPacketCount: 8n }))).to.deep.equal([
      "below-initial-packet, certain",
      "The switchboard 0x1111111111111111111111111111111111111111 on beta accepts packets of alpha from number 8 on, and this is packet 7.",
      "beta, block 90: initialPacketCount(41001) of the switchboard 0x1111111111111111111111111111111111111111 is 8.",
      "fix: send the message again",
    ])
    expect(await linesOf(findRefusalCauses, board({ initialPacketCount: 7n }), { wait: onTime })).to.deep.equal([])
  })

  it("says why the switchboard fails, for the proposal that is not tripped", async () => {
    const proposals = [proposal({ isTripped: true }), ...[6n, 9n].map((proposalCount) => proposal({ proposalCount }))]
    const details = { failure: "it reverts" }
    expect(await linesOf(findRefusalCauses, { proposals }, { details })).to.deep.equal([
      "switchboard-fails, certain",
      "allowPacket of the switchboard 0x1111111111111111111111111111111111111111, which the plug 0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512 on beta uses, fails: it reverts.",
      "simulation on beta, block 90: allowPacket for proposal 6 fails: it reverts.",
      "fix by others: the operator of the switchboard 0x1111111111111111111111111111111111111111 on beta makes it accept the packet",
    ])
    expect(await linesOf(findRefusalCauses, { proposals: proposals.slice(0, 1) }, { details })).to.deep.equal([])
    expect(await linesOf(findRefusalCauses, { proposals, switchboard: null }, { details })).to.deep.equal([])
  })

  it("says when the timeout of an optimistic one is over, or that its chain stands still or is behind", async () => {
    expect(await linesOf(findRefusalCauses, optimistic, { now: 9_000_000 })).to.deep.equal([
      "optimistic-timeout, certain",
      "The optimistic switchboard 0x1111111111111111111111111111111111111111 on beta accepts the packet 7000 s after its proposal: in the first block after 1970-01-01 02:30:00 UTC.",
      "beta, block 90: timeoutInSeconds() of the switchboard 0x1111111111111111111111111111111111111111 is 7000, and rootProposedAt of the socket is 1970-01-01 00:33:20 UTC.",
      "beta, block 90: The time of the block is 1970-01-01 02:30:00 UTC.",
    ])
    const { stuckAfter } = deployedStageTimes.attest
    const stuck = (seconds: number) => linesOf(findRefusalCauses, optimistic, { now: (9_000 + seconds) * 1_000 })
    expect(await stuck(stuckAfter)).to.deep.equal(await linesOf(findRefusalCauses, optimistic, { now: 9_000_000 }))
    expect(await stuck(stuckAfter + 1)).to.deep.equal([
      "chain-stands-still, likely",
      "The timeout of the switchboard 0x1111111111111111111111111111111111111111 on beta was over 30 min 01 s ago, and the chain has mined no block since.",
      "beta, block 90: The time of the block is 1970-01-01 02:30:00 UTC.",
      "fix by others: the operator of beta mines a block; if it does, use another node",
    ])
    const reported = (status: string) => linesOf(findRefusalCauses, optimistic, { reported: reportedAs(status) })
    expect(await reported("PROPOSED")).to.deep.equal(await stuck(0))
    expect(await reported("VERIFIED")).to.deep.equal([
      "chain-behind, likely",
      "The messaging API says VERIFIED, and in the newest block of beta the timeout of the switchboard 0x1111111111111111111111111111111111111111 is not over: the node lags behind, follows another fork, or mines no block.",
      "the messaging API: The message is VERIFIED.",
      "beta, block 90: The time of the block is 1970-01-01 02:30:00 UTC.",
      "fix: try again when the node of beta has caught up, or use another one: npx hardhat messaging explain 0x0000000000000000000000000000000000000000000000000000000000000001",
    ])
    const over = board({ totalWatchers: null, timeoutInSeconds: 6_999n })
    expect(await linesOf(findRefusalCauses, over, { wait: late })).to.deep.equal([
      "own-switchboard, certain",
      "No watcher attests packets of alpha at the switchboard 0x1111111111111111111111111111111111111111, which the plug 0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512 on beta uses: it refuses it 6999 s after its proposal, too, and does not accept this one.",
      "beta, block 90: allowPacket of the switchboard 0x1111111111111111111111111111111111111111 is false for proposal 0.",
      "fix by others: the operator of the switchboard 0x1111111111111111111111111111111111111111 on beta makes it accept the packet",
    ])
    expect(await linesOf(findRefusalCauses, over, { wait: onTime })).to.deep.equal([])
  })

  it("counts attestations of a fast one, and names who has attested and who has not", async () => {
    const [first, second, third] = watchers as [Address, Address, Address]
    const attested = [
      { watcher: second, blockNumber: 33n, transactionHash: bytes32(0x33), timestamp: 3_300n },
      { watcher: another, blockNumber: 44n, transactionHash: bytes32(0x44), timestamp: 4_400n },
    ]
    const with_ = (attestations: bigint | null, more: Partial<SwitchboardState> = {}) => ({
      proposals: [proposal({ attestations, attested: attested })],
      switchboard: switchboardState({ totalWatchers: 3n, ...more }),
    })
    const details = { watchers: [first, second, third] }
    const of = (arrival: Parameters<typeof linesOf>[1], more = details) =>
      linesOf(findRefusalCauses, arrival, { wait: late, details: more })
    expect(await of(with_(1n, { timeoutInSeconds: 7_200n }))).to.deep.equal([
      "attestations-missing, certain",
      "1 of 3 watchers have attested the packet at the switchboard 0x1111111111111111111111111111111111111111 on beta in the 277 h 47 min since it was proposed, and all of them must. It is accepted without them after 1970-01-01 02:33:20 UTC.",
      "beta, block 90: attestations(0x0000000000000000000000000000000000000000000000000000000000000005) is 1, and totalWatchers(41001) is 3.",
      "beta, block 33: The watcher 0xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb attested it in transaction 0x0000000000000000000000000000000000000000000000000000000000000033.",
      "beta, block 44: The watcher 0x2222222222222222222222222222222222222222 attested it in transaction 0x0000000000000000000000000000000000000000000000000000000000000044.",
      "beta, block 90: The watcher 0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, who has WATCHER_ROLE for alpha, has not attested it.",
      "beta, block 90: The watcher 0xcccccccccccccccccccccccccccccccccccccccc, who has WATCHER_ROLE for alpha, has not attested it.",
      "fix: the devnet is paused, also its stage attest: let it go on: npx hardhat devnet resume",
    ])
    expect(await of(with_(1n, { timeoutInSeconds: 0n }), { watchers: [second, third] })).to.deep.equal([
      "attestations-missing, certain",
      "1 of 3 watchers have attested the packet at the switchboard 0x1111111111111111111111111111111111111111 on beta in the 277 h 47 min since it was proposed, and all of them must.",
      "beta, block 90: attestations(0x0000000000000000000000000000000000000000000000000000000000000005) is 1, and totalWatchers(41001) is 3.",
      "beta, block 33: The watcher 0xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb attested it in transaction 0x0000000000000000000000000000000000000000000000000000000000000033.",
      "beta, block 44: The watcher 0x2222222222222222222222222222222222222222 attested it in transaction 0x0000000000000000000000000000000000000000000000000000000000000044.",
      "beta, block 90: The watcher 0xcccccccccccccccccccccccccccccccccccccccc, who has WATCHER_ROLE for alpha, has not attested it.",
      "fix: the devnet is paused, also its stage attest: let it go on: npx hardhat devnet resume",
    ])
    expect(await of(with_(3n), { watchers: [second] })).to.deep.equal([
      "attestations-missing, certain",
      "3 of 3 watchers have attested the packet at the switchboard 0x1111111111111111111111111111111111111111 on beta, but the number of watchers fell after the last attestation, and the switchboard counts again only when another watcher attests.",
      "beta, block 90: attestations(0x0000000000000000000000000000000000000000000000000000000000000005) is 3, and totalWatchers(41001) is 3.",
      "beta, block 33: The watcher 0xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb attested it in transaction 0x0000000000000000000000000000000000000000000000000000000000000033.",
      "beta, block 44: The watcher 0x2222222222222222222222222222222222222222 attested it in transaction 0x0000000000000000000000000000000000000000000000000000000000000044.",
      "fix by others: the owner of the switchboard 0x1111111111111111111111111111111111111111 on beta grants the role to another watcher, who attests the packet",
    ])
    expect(await of(with_(null))).to.deep.equal([])
    // A devnet does not have the keys of others.
    const fixOf = async (more: readonly Address[], totalWatchers: bigint) => {
      const options = { wait: late, details: { watchers: more }, trouble: { watchers: [] } as never }
      return (await linesOf(findRefusalCauses, with_(0n, { totalWatchers }), options)).at(-1)
    }
    const where = "of the switchboard 0x1111111111111111111111111111111111111111 on beta"
    expect(await fixOf([second, third], 1n)).to.equal(`fix by others: the watcher ${third} ${where} attests the packet`)
    expect(await fixOf([first, third], 3n)).to.equal(
      `fix by others: the watchers ${first} and ${third} ${where} attest the packet`,
    )
    expect(await linesOf(findRefusalCauses, with_(1n), { wait: onTime, details })).to.deep.equal([])
  })

  it("says of any other what it lacks", async () => {
    expect(await linesOf(findRefusalCauses, board({ totalWatchers: 0n }), { wait: onTime })).to.deep.equal([
      "own-switchboard, certain",
      "No watcher attests packets of alpha at the switchboard 0x1111111111111111111111111111111111111111, which the plug 0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512 on beta uses: it has no watchers for them, and does not accept this one.",
      "beta, block 90: allowPacket of the switchboard 0x1111111111111111111111111111111111111111 is false for proposal 0.",
      "beta, block 90: totalWatchers(41001) of the switchboard 0x1111111111111111111111111111111111111111 is 0.",
      "fix by others: the operator of the switchboard 0x1111111111111111111111111111111111111111 on beta makes it accept the packet",
    ])
    const unknown = board({ totalWatchers: null })
    expect(await linesOf(findRefusalCauses, unknown, { wait: late })).to.deep.equal([
      "own-switchboard, certain",
      "No watcher attests packets of alpha at the switchboard 0x1111111111111111111111111111111111111111, which the plug 0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512 on beta uses: it is neither a fast nor an optimistic one, and does not accept this one.",
      "beta, block 90: allowPacket of the switchboard 0x1111111111111111111111111111111111111111 is false for proposal 0.",
      "fix by others: the operator of the switchboard 0x1111111111111111111111111111111111111111 on beta makes it accept the packet",
    ])
    expect(await linesOf(findRefusalCauses, unknown, { wait: onTime })).to.deep.equal([])
  })
})
