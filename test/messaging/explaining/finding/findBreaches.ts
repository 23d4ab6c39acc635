import { expect } from "chai"
import { describe, it } from "mocha"

import { findBreaches, readBreaches } from "#src/messaging/explaining/finding/findBreaches.js"
import type { TrustBreach } from "#src/messaging/TrustPolicy.js"
import { NodeFailedError } from "#src/onchain/callErrors.js"
import { systemClock } from "#src/primitives/clock.js"
import { causeLines } from "#test/fixtures/output/causeLines.js"
import { another, arrivalWith, journeyWith, messageCase } from "#test/fixtures/wire/messageFacts.js"
import { dstPlug, srcPlug } from "#test/fixtures/wire/outboundLogs.js"

const subject = messageCase(journeyWith(arrivalWith([])))

function breach(rule: string, says: string, more: Partial<TrustBreach> = {}): TrustBreach {
  const path = { srcChainSlug: 41_001, dstChainSlug: 41_002, dstPlug }
  return { ...path, rule: rule as TrustBreach["rule"], way: null, says, evidence: [], ...more }
}

describe("findBreaches", () => {
  it("names what breaks the policy on the path of the message, each rule once", async () => {
    const breaches = [
      breach("FEW", "Of another chain.", { dstChainSlug: 41_009 }),
      breach("FEW", "Of another plug.", { dstPlug: another }),
      breach("FEW", "Of no plug.", { dstPlug: null }),
      breach("FAST", "It is fast."),
      breach("FEW", "It takes one."),
      breach("FAST", "It is fast again."),
    ]
    expect(await causeLines(findBreaches(subject, breaches))).to.deep.equal([
      "path-below-policy, possible",
      "The path is weaker than plugs.trust demands (FAST, FEW). It is fast. This does not stop the message: npx hardhat plugs trust says what would be better.",
      "plugs.trust, FAST: It is fast.",
      "plugs.trust, FEW: It takes one.",
      "plugs.trust, FAST: It is fast again.",
    ])
    expect(findBreaches(subject, breaches)[0]?.about).to.equal(subject.journey.message.messageId)
    expect(findBreaches(subject, breaches.slice(0, 3))).to.deep.equal([])
  })
})

describe("readBreaches", () => {
  it("says of each path whose chains do not answer that it could not be read", async () => {
    const read = journeyWith(arrivalWith([]))
    const down = new NodeFailedError({ functionName: "getPlugConfig", chain: "beta" }, "it is down")
    const check = () => Promise.reject(down)
    const found = await readBreaches(check, [read, { ...read, arrival: { problem: "down" } }], systemClock)
    expect(found.map(({ says, ...rest }) => ({ ...rest, isWhole: !says.includes("..") }))).to.deep.equal([
      {
        ...{ rule: "NOT_READ", way: null, evidence: [], isWhole: true },
        ...{ srcChainSlug: 41_001, dstChainSlug: 41_002, dstPlug },
      },
    ])
    expect(read.message.srcPlug).to.equal(srcPlug)
    const broken = { ...read, src: null } as never
    const failure: unknown = await readBreaches(check, [broken], systemClock).catch((error: unknown) => error)
    expect(failure).to.be.instanceOf(TypeError)
  })
})
