import { expect } from "chai"
import { describe, it } from "mocha"
import { numberToHex, pad } from "viem"

import { listEvents } from "#src/messaging/explaining/listEvents.js"
import type { Arrival, Journey } from "#src/messaging/reading/Journey.js"
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

/** Execution parameters of a type, with a value. */
const params = (type: bigint, value: bigint) => pad(numberToHex((type << 248n) | value), { size: 32 })

const storyOf = (journey: Journey) => listEvents(messageCase(journey))
const story = (arrival: Partial<Arrival>, proposals: Parameters<typeof arrivalWith>[0] = []) =>
  storyOf(journeyWith(arrivalWith(proposals, arrival)))
    .slice(2)
    .map(({ title, at, place, details }) => [title, at, place, details[1] ?? details[0] ?? ""].join(" "))

describe("the story of a message", () => {
  it("begins with what was sent, what it costs, and its packet once that is sealed", () => {
    const { message, ...rest } = journeyWith({ problem: "down" })
    const fees = { transmissionFees: 2n * 10n ** 18n, executionFee: 10n ** 17n, switchboardFees: 3n }
    const paid = { ...message, fees, executionParams: params(1n, 5n * 10n ** 18n) }
    const [sent, sealed] = storyOf({ ...rest, message: paid })
    expect([sent!.title, sent!.place, sent!.details.length]).to.deep.equal(["Sent", "alpha", 5])
    expect(sent!.details[0]).to.match(new RegExp(` on chain ${message.dstChainSlug}$`))
    expect(sent!.details.slice(1, 3)).to.deep.equal([
      "Fee: 2.100000000000000003 of the native token of alpha: 0.1 for the execution, 2 for the transmission, 0.000000000000000003 for the switchboards",
      `Value for the plug: 5 of the native token of chain ${message.dstChainSlug}`,
    ])
    expect(sealed!.title).to.equal("Sealed")
    const payloadOf = (bytes: number) => {
      const [event] = storyOf({ ...rest, message: { ...message, payload: `0x${"ab".repeat(bytes)}` } })
      return event!.details.find((fact) => fact.startsWith("Payload: "))?.length
    }
    expect([payloadOf(99), payloadOf(100)]).to.deep.equal(["Payload: ".length + 200, "Payload: ".length + 200])
    const free = storyOf({ ...rest, message: { ...message, executionParams: params(0n, 9n) } })
    expect(free[0]!.details).to.have.length(4)
    for (const unsealed of [null, false, true])
      expect(storyOf({ ...rest, message, sealed: unsealed })).to.have.length(1)
    expect(storyOf({ ...rest, message: { ...message, packetId: null } })).to.have.length(1)
  })

  it("goes on with proposals, attestations of the first root that has any, and the execution", () => {
    const attested = [4, 5].map((digit) => ({ ...minedIn(30 + digit), watcher: `0x${String(digit).repeat(40)}` }))
    const proposals = [
      proposal({ mined: null }),
      proposal({ proposalCount: 1n, isForPlug: false, switchboard: another }),
      proposal({ proposalCount: 2n, isRootOfMessage: false, attested: attested as never }),
      proposal({ proposalCount: 3n, attested: [attested[0]] as never }),
    ]
    const whole = story({ executed: minedIn(50) }, proposals)
    expect(whole.map((text) => text.split(" ").slice(0, 3).join(" "))).to.deep.equal([
      ...["Proposed 2000 beta", "Proposed 2000 beta", "Proposed 2000 beta"],
      ...["Attested 3400 beta", "Attested 3500 beta", "Executed 5000 beta"],
    ])
    const single = story({}, [proposal({ attested: [attested[0]] as never })])
    expect(single.map((text) => text.split(" ")[0])).to.deep.equal(["Proposed", "Attested"])
    expect(whole[3]).to.match(/Attestation 1 of 2$/)
    expect(whole[1]).to.match(/, which is not that of the message$/)
    const details = storyOf(journeyWith(arrivalWith(proposals))).map((event) => event.details[0])
    expect(details[2]).to.equal(`Proposal 1 for switchboard ${another}, which the plug does not use`)
    expect(details[3]).to.equal(`Proposal 2 for switchboard ${inbound}`)
    for (const switchboard of [
      null,
      switchboardState({ totalWatchers: null }),
      switchboardState({ totalWatchers: 0n }),
    ]) {
      expect(story({ switchboard }, proposals)[3]).to.match(/Attestation 1$/)
    }
  })

  it("has the moment at which time alone allowed the packet, once that is over and it counted", () => {
    const opened = (own: Parameters<typeof proposal>[0], more: Partial<Arrival> = {}) =>
      story({ switchboard: switchboardState({ timeoutInSeconds: 500n }), ...more }, [proposal(own)])
        .filter((text) => text.startsWith("Allowed"))
        .map((text) => text.split(" ")[1])
    expect(opened({ isAllowed: true })).to.deep.equal(["2501"])
    expect(opened({ isAllowed: false }, { executed: true })).to.deep.equal(["2501"])
    expect(opened({ isAllowed: false })).to.deep.equal([])
    const at = (timestamp: bigint) => opened({ isAllowed: true }, { head: { number: 90n, timestamp } })
    expect([at(2_501n), at(2_500n)]).to.deep.equal([["2501"], []])
    const attested = [{ ...minedIn(30), watcher: another }] as never
    expect(opened({ isAllowed: true, attested })).to.deep.equal([])
    expect(opened({ isAllowed: true, proposedAt: 0n })).to.deep.equal([])
    for (const timeoutInSeconds of [0n, null]) {
      expect(opened({ isAllowed: true }, { switchboard: switchboardState({ timeoutInSeconds }) })).to.deep.equal([])
    }
  })
})
