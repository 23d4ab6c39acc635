import { expect } from "chai"
import { describe, it } from "mocha"
import { zeroAddress } from "viem"

import {
  faultOfConnection,
  findConnectionCauses,
  findReadingCauses,
} from "#src/messaging/explaining/finding/findReadingCauses.js"
import type { MessageCase, Wait } from "#src/messaging/explaining/MessageCase.js"
import type { Journey } from "#src/messaging/reading/Journey.js"
import {
  another,
  arrivalWith,
  journeyWith,
  messageCase,
  minedIn,
  noCode,
  proposal,
  reportedAs,
} from "#test/fixtures/wire/messageFacts.js"

const down = { problem: "down" }
const { message } = journeyWith(down)
const find = (journey: Journey, more: Partial<MessageCase> = {}) => findReadingCauses(messageCase(journey, more))
const isUnclear = (journey: Journey, more: Partial<MessageCase> = {}) => find(journey, more).length > 0

describe("findReadingCauses", () => {
  it("finds that a source that tells nothing leaves it open where the message is, unless anything else tells", () => {
    const silent = (
      arrival: Parameters<typeof arrivalWith>[1] = {},
      proposals: Parameters<typeof arrivalWith>[0] = [],
    ) => journeyWith(arrivalWith(proposals, arrival), { sealed: null })
    const [cause] = find(silent())
    expect([cause!.name, cause!.says]).to.deep.equal([
      ...["chain-not-read", "alpha does not tell whether the message was sealed into a packet."],
    ])
    expect(cause!.evidence.map(({ says }) => says)).to.deep.equal(["Whether the message was sealed is not known."])
    expect(isUnclear(silent({}, [proposal()]))).to.equal(false)
    expect(isUnclear(silent({ executed: true }))).to.equal(false)
    expect(isUnclear(silent(), { reported: reportedAs("SEALED") })).to.equal(false)
    expect(isUnclear({ ...silent(), isUnsent: true })).to.equal(false)
    for (const sealed of [minedIn(15), true, false])
      expect(isUnclear(journeyWith(arrivalWith([]), { sealed }))).to.equal(false)
  })

  it("believes the API of a destination that is not read only while the message is young and well", () => {
    const wait: Wait = { stage: "propose", since: 8_000, until: null, now: 9_000, isLate: false, isSlow: true }
    const of = (
      status: string | undefined,
      more: Partial<Wait> | null = {},
      sealed: Journey["sealed"] = minedIn(15),
    ) => {
      const reported = status === undefined ? undefined : reportedAs(status)
      return isUnclear(journeyWith(down, { sealed }), {
        reported,
        wait: more === null ? undefined : { ...wait, ...more },
      })
    }
    expect([of("PROPOSED"), of(undefined), of("PROPOSED", null)]).to.deep.equal([false, true, true])
    expect([of("PROPOSED", { isLate: true }), of("PROPOSED", { since: null })]).to.deep.equal([true, true])
    expect([of("INBOUND_REVERTING"), of("EXECUTION_FAILURE"), of("NEW")]).to.deep.equal([true, true, true])
    const unsealed = (status: string | undefined) => of(status, { isLate: true }, false)
    expect([unsealed(undefined), unsealed("RECEIVED"), unsealed("SEALED")]).to.deep.equal([false, false, true])
  })

  it("says what is not known and why, what the API claims, and what to do", () => {
    const unread = [{ chain: "beta", what: "whether it is allowed", why: "no answer" }]
    const of = (sealed: Journey["sealed"]) => {
      const [cause] = find(journeyWith({ problem: "down" }, { sealed, unread }), { reported: reportedAs("VERIFIED") })
      return cause!
    }
    expect(of(minedIn(15)).says).to.equal(
      `Chain ${message.dstChainSlug}, where the message goes, could not be read: down.`,
    )
    expect(of(minedIn(15)).evidence.map(({ says }) => says)).to.deep.equal([
      ...["It was sealed in block 15.", "The message is VERIFIED. No chain that was read shows that."],
      "It is not known whether it is allowed: no answer.",
    ])
    const sealings = [true, false, null].map((sealed) => of(sealed).evidence[0]?.says)
    expect(sealings).to.deep.equal([
      ...["It was sealed.", "The message was not sealed.", "Whether the message was sealed is not known."],
    ])
    const commandOf = (arrival: object) =>
      (find(journeyWith(arrival as never))[0]!.fix as { command: string | null }).command
    expect([commandOf(down), commandOf({ ...down, isRetired: true })]).to.deep.equal(["npx hardhat plugs doctor", null])
  })

  it("finds a node that lags before anything else, and what could not be read of why it waits", () => {
    const [behind, ...none] = find(journeyWith(down), { dispute: "They differ." })
    expect([behind!.name, behind!.evidence[0]?.source, none]).to.deep.equal(["chain-behind", "alpha", []])
    expect(find(journeyWith(arrivalWith([])), { dispute: "They differ." })[0]!.evidence[0]?.source).to.equal("beta")
    const { details } = messageCase(journeyWith(down))
    const problems = { details: { ...details, problems: ["one", "two"] } }
    const [incomplete, ...others] = find(journeyWith(arrivalWith([])), problems)
    expect([incomplete!.name, incomplete!.certainty, incomplete!.evidence, others]).to.deep.equal([
      ...["chain-not-read", "likely"],
      ["one", "two"].map((says) => ({ source: "beta", says })),
      [],
    ])
    expect(find(journeyWith(down), problems)).to.have.length(2)
  })
})

describe("findConnectionCauses", () => {
  const journey = (siblingPlug: string, more: object = {}, inboundSwitchboard = another) =>
    journeyWith(
      arrivalWith([], {
        config: { siblingPlug, inboundSwitchboard, capacitor: another, decapacitor: another } as never,
        ...more,
      }),
    )
  const says = (of: Journey) => findConnectionCauses(messageCase(of)).map(({ name, says: text }) => `${name}: ${text}`)

  it("finds a destination plug that is not connected, no longer, or to another plug than the sender", () => {
    const sender = message.srcPlug
    expect([faultOfConnection(journeyWith(down)), says(journeyWith(down))]).to.deep.equal([undefined, []])
    expect([faultOfConnection(journey(sender)), says(journey(sender))]).to.deep.equal([undefined, []])
    expect(says(journey(sender.toLowerCase()))).to.deep.equal([])
    expect(says(journey(zeroAddress))[0]).to.match(/^not-connected: .* is no longer connected to a plug on alpha/)
    expect(says(journey(zeroAddress, {}, zeroAddress))[0]).to.match(
      /^not-connected: .* is not connected to a plug on alpha/,
    )
    expect(says(journey(another))[0]).to.match(
      new RegExp(`^other-sibling: .* is connected to ${another} on alpha, not to `),
    )
    for (const more of [{ executed: true }, { executed: minedIn(50) }, { code: noCode }]) {
      expect(says(journey(another, more))).to.deep.equal([])
    }
  })
})
