import { expect } from "chai"
import { describe, it } from "mocha"

import { checkTrust, type TrustException, type TrustPolicy } from "../../../src/messaging/trust/checkTrust.js"
import { findPowers } from "../../../src/messaging/trust/findPowers.js"
import { findWeaknesses } from "../../../src/messaging/trust/findWeaknesses.js"
import type { PathTrust } from "../../../src/messaging/trust/readTrust.js"
import { contracts, type Differences, people, slugs, trustFacts } from "../../fixtures/wire/trustFacts.js"

const now = Date.parse("2026-11-26T12:00:00Z")

function pathOf(differences: Differences = {}): PathTrust {
  const facts = trustFacts(differences)
  return {
    from: { slug: slugs.src, plug: contracts.sibling, blockNumber: 12n },
    to: { slug: slugs.dst, plug: contracts.plug, blockNumber: 12n },
    ...{ isConnected: true, ...findPowers(facts), weaknesses: findWeaknesses(facts), unread: [], facts },
  }
}

function rulesOf(policy: TrustPolicy, differences: Differences = {}): string[] {
  return checkTrust([pathOf(differences)], policy, now).breaches.map(({ rule, way }) =>
    way === null ? rule : `${rule} ${way}`,
  )
}

describe("checkTrust", () => {
  it("names each way in which fewer keys can forge than the policy takes", () => {
    const ways = rulesOf({ leastKeysToForge: 2 })
    expect(ways).to.include("FEW_KEYS_FORGE FORGE_BY_SWITCHBOARD_OWNER")
    expect(ways).to.not.include("FEW_KEYS_FORGE FORGE_BY_TIMEOUT")
    expect(rulesOf({ leastKeysToForge: 3 })).to.include("FEW_KEYS_FORGE FORGE_BY_TIMEOUT")
    expect(rulesOf({ leastKeysToForge: 1 })).to.deep.equal([])
  })

  it("does not take for well what was not read", () => {
    expect(rulesOf({ leastKeysToForge: 1 }, { isComplete: false })).to.deep.equal(["NOT_READ"])
  })

  it("holds the timeout, the owner and the switchboard to the policy, at their bounds", () => {
    expect(rulesOf({ leastSecondsUnwatched: 7_200 })).to.deep.equal([])
    expect(rulesOf({ leastSecondsUnwatched: 7_201 })).to.deep.equal(["UNWATCHED_TOO_SOON"])
    expect(rulesOf({ leastSecondsUnwatched: 1 }, { state: { timeoutInSeconds: 0n } })).to.deep.equal([])
    expect(rulesOf({ leastSafeSigners: 2 })).to.deep.equal([])
    expect(rulesOf({ leastSafeSigners: 3 })).to.deep.equal(["OWNER_NOT_SAFE"])
    const owned = { end: { plug: { ...trustFacts().dst.plug, owner: people.plugOwner } } }
    expect(rulesOf({ leastSafeSigners: 1 }, owned)).to.deep.equal(["OWNER_NOT_SAFE"])
    expect(rulesOf({ switchboards: [contracts.switchboard] })).to.deep.equal([])
    expect(rulesOf({ switchboards: [contracts.socket] })).to.deep.equal(["SWITCHBOARD_NOT_ALLOWED"])
  })

  it("accepts a breach to the end of the day of its exception, and says so when that has passed", () => {
    const exception: TrustException = {
      rule: "OWNER_NOT_SAFE",
      reason: "the Safe is being set up",
      until: "2026-11-26",
    }
    const check = (one: Partial<TrustException>) =>
      checkTrust([pathOf()], { leastSafeSigners: 3, exceptions: [{ ...exception, ...one }] }, now)
    const { breaches, accepted } = check({})
    expect(breaches).to.deep.equal([])
    expect(accepted).to.have.lengthOf(1)
    expect(accepted[0]).to.include({ rule: "OWNER_NOT_SAFE", reason: exception.reason, until: exception.until })
    expect(check({ to: "beta" }).breaches).to.deep.equal([])
    expect(check({ to: "gamma" }).breaches.map(({ rule }) => rule)).to.deep.equal(["OWNER_NOT_SAFE"])
    for (const until of ["2026-11-25", "soon"]) {
      const rules = check({ until }).breaches.map(({ rule }) => rule)
      expect(rules).to.deep.equal(["OWNER_NOT_SAFE", "EXCEPTION_ENDED"])
    }
  })

  it("accepts one way to forge and no other", () => {
    const exceptions = [
      {
        rule: "FEW_KEYS_FORGE",
        way: "FORGE_BY_SWITCHBOARD_OWNER",
        reason: "the protocol's",
        until: "2027-01-31",
      } as const,
    ]
    const strict = { leastKeysToForge: 3, exceptions }
    expect(rulesOf(strict)).to.include("FEW_KEYS_FORGE FORGE_BY_TIMEOUT")
    expect(rulesOf(strict)).to.not.include("FEW_KEYS_FORGE FORGE_BY_SWITCHBOARD_OWNER")
  })
})
