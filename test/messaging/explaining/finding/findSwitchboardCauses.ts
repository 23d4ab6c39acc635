import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, createClient, custom } from "viem"

import { findRefusalCauses } from "../../../../src/messaging/explaining/finding/findSwitchboardCauses.js"
import { deployedStageTimes } from "../../../../src/messaging/explaining/stageTimes.js"
import { arrivalWith, journeyWith, messageCase, proposal } from "../../../fixtures/wire/messageFacts.js"

const watchers = ["a", "b", "c"].map((digit): Address => `0x${digit.repeat(40)}`)

/** A devnet whose stage is paused, and that has the keys of some watchers. */
const devnet = (own: readonly Address[]) => {
  const relay = { failures: [], paused: ["attest"], unmined: [], delay: 0, watchers: own }
  return createClient({ transport: custom({ request: () => Promise.resolve(relay) }) })
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
