import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, zeroAddress } from "viem"

import { checkTrust } from "#extras/audit/src/trust/checkTrust.js"
import { all, any, findKeySets } from "#extras/audit/src/trust/keySets.js"
import { account, saw } from "#extras/audit/src/trust/needs.js"
import { type Differences, ofSafe, pathTrust, trustFacts } from "#extras/audit/test/fixtures/trustFacts.js"
import type { TrustException, TrustPolicy } from "#src/messaging/TrustPolicy.js"
import { at, contracts, people, slugs } from "#test/fixtures/wire/addresses.js"

const now = Date.parse("2026-11-26T12:00:00Z")

function rulesOf(policy: TrustPolicy, differences: Differences = {}): string[] {
  return checkTrust([pathTrust(differences)], policy, now).breaches.map(({ rule, way }) =>
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

  it("S-21 does not take for well what was not read", () => {
    const { notWhole } = pathTrust({ isComplete: false })
    const ways = notWhole.filter((code) => code.startsWith("FORGE"))
    expect(ways).to.have.length.above(3)
    const unread = ways.map((code) => `NOT_READ ${code}`)
    expect(rulesOf({ leastKeysToForge: 1 }, { isComplete: false })).to.deep.equal(unread)
  })

  it("S-21 does not count a key where its delegated code can act for others, only where the key itself must sign", () => {
    const delegated = (...keys: readonly Address[]): Differences => ({
      accounts: Object.fromEntries(keys.map((key) => [key, { kind: "delegated key", delegate: contracts.socket }])),
    })
    const [first, second] = people.signers
    const forging = { leastKeysToForge: 2 }
    const owner = { leastSafeSigners: 2 }
    const connecting = (differences: Differences) => [
      ...new Set(rulesOf(forging, differences).filter((rule) => rule.endsWith("FORGE_BY_CONNECTING"))),
    ]
    expect([rulesOf(owner), connecting({})]).to.deep.equal([[], []])
    for (const one of [delegated(first), delegated(first, second)])
      expect([rulesOf(owner, one), connecting(one)]).to.deep.equal([["NOT_READ"], ["NOT_READ FORGE_BY_CONNECTING"]])
    // It takes both watchers and a transmitter, each by a signature.
    const watching = delegated(people.watcher, people.secondWatcher, people.transmitter)
    expect(rulesOf({ leastKeysToForge: 2 }, watching)).to.deep.equal(rulesOf({ leastKeysToForge: 2 }))
    // Who must sign in one way and not in another one is in both.
    const { dst } = trustFacts(delegated(people.transmitter))
    const ways = (signs: boolean) => ({ ...account(dst, people.transmitter, "it", saw(dst, dst.plug, "it")), signs })
    for (const need of [any(ways(true), ways(false)), any(ways(false), ways(true))])
      expect(findKeySets(need).sets.some(({ holders }) => holders[0]?.kind === "delegated key")).to.equal(true)
    const both = findKeySets(all(ways(true), ways(false))).sets.map(({ holders }) => holders.map(({ kind }) => kind))
    expect(both).to.deep.equal([["key"]])
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

  it("S-21 what was not read breaks every rule that rests on it, and what is renounced breaks none", () => {
    const { plug } = trustFacts().dst
    const safe = { leastSafeSigners: 2 }
    const owned = (owner: Partial<typeof plug>, accounts: Differences["accounts"] = {}) =>
      rulesOf(safe, { accounts, end: { plug: { ...plug, ...owner } } })
    const upgraded = (by: Address) => ({
      [contracts.plug]: { kind: "contract", upgrade: { implementation: contracts.socket, by: [by] } } as const,
    })
    expect(owned({})).to.deep.equal([])
    expect(owned({ owner: zeroAddress })).to.deep.equal([])
    expect(owned({ owner: null })).to.deep.equal(["OWNER_NOT_SAFE"])
    expect(owned({ owner: undefined })).to.deep.equal(["NOT_READ"])
    expect(owned({ nominee: undefined })).to.deep.equal(["NOT_READ"])
    expect(owned({ nominee: people.plugOwner })).to.deep.equal(["OWNER_NOT_SAFE"])
    expect(owned({}, { [contracts.safe]: { kind: "unknown" } })).to.deep.equal(["NOT_READ"])
    expect(owned({}, { [contracts.plug]: { kind: "unknown" } })).to.deep.equal(["NOT_READ"])
    expect(owned({}, upgraded(people.plugOwner))).to.deep.equal(["OWNER_NOT_SAFE"])
    // Its slots say so, and its code can have other rules.
    expect(owned({}, upgraded(contracts.safe))).to.deep.equal(["NOT_READ"])
    const soon = { leastSecondsUnwatched: 7_200 }
    expect(rulesOf(soon, { inbound: { rule: undefined, state: undefined } })).to.deep.equal(["NOT_READ"])
    expect(rulesOf(soon, { inbound: { rule: "own" }, state: { timeoutInSeconds: null } })).to.deep.equal(["NOT_READ"])
    expect(rulesOf(soon, { inbound: { isKnown: false } })).to.deep.equal(["NOT_READ"])
    // A Safe of more signers than sets are listed of.
    const crowd = Array.from({ length: 12 }, (_, index) => at(0x700 + index))
    const keys = Object.fromEntries(crowd.map((one) => [one, { kind: "key" } as const]))
    const large = { ...ofSafe, threshold: 6, signers: crowd, modules: [] }
    expect(owned({}, { ...keys, [contracts.safe]: large })).to.deep.equal([])
    expect(owned({}, { ...keys, [contracts.safe]: { ...large, modules: [people.plugOwner] } })).to.deep.equal([
      "OWNER_NOT_SAFE",
    ])
  })

  it("accepts a breach to the end of the day of its exception, and says so when that has passed", () => {
    const exception: TrustException = {
      rule: "OWNER_NOT_SAFE",
      reason: "the Safe is being set up",
      until: "2026-11-26",
    }
    const check = (one: Partial<TrustException>) =>
      checkTrust([pathTrust()], { leastSafeSigners: 3, exceptions: [{ ...exception, ...one }] }, now)
    const { breaches, accepted } = check({})
    expect(breaches).to.deep.equal([])
    expect(accepted).to.have.lengthOf(1)
    expect(accepted[0]).to.include({ rule: "OWNER_NOT_SAFE", reason: exception.reason, until: exception.until })
    expect(check({ to: "beta" }).breaches).to.deep.equal([])
    expect(check({ to: "gamma" }).breaches.map(({ rule }) => rule)).to.deep.equal(["OWNER_NOT_SAFE"])
    const other = check({ rule: "NOT_READ" })
    expect([other.breaches.map(({ rule }) => rule), other.accepted]).to.deep.equal([["OWNER_NOT_SAFE"], []])
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

  it("tells each breach with its way, its path and where it was read", () => {
    const { switchboard, plug, safe, socket } = contracts
    const place = { srcChainSlug: slugs.src, dstChainSlug: slugs.dst, dstPlug: plug }
    const policy = { leastKeysToForge: 3, leastSecondsUnwatched: 7_201, leastSafeSigners: 3, switchboards: [socket] }
    const path = pathTrust({ isComplete: false })
    const found = checkTrust([path], policy, now).breaches.map(
      ({ rule, way, srcChainSlug, dstChainSlug, dstPlug, evidence }) => {
        return { rule, way, srcChainSlug, dstChainSlug, dstPlug, evidence }
      },
    )
    const read = (says: string) => [{ source: "beta, block 12", says }]
    const forging = path.powers.filter(({ power, keys }) => power === "forge" && keys.length < 3)
    expect(forging).to.have.length.above(1)
    const counts = checkTrust([path], policy, now).breaches.map(({ says }) => /^\d+ keys?\b/.exec(says)?.[0])
    const said = forging.map(({ keys }) => (keys.length === 1 ? "1 key" : `${keys.length} keys`))
    expect(new Set(said)).to.deep.equal(new Set(["1 key", "2 keys"]))
    expect(counts.slice(0, forging.length)).to.deep.equal(said)
    expect(found).to.deep.equal([
      ...forging.map(({ code, evidence }) => ({ rule: "FEW_KEYS_FORGE", way: code, ...place, evidence })),
      ...path.notWhole
        .filter((code) => code.startsWith("FORGE"))
        .map((code) => ({ rule: "NOT_READ", way: code, ...place, evidence: [] })),
      {
        ...{ rule: "UNWATCHED_TOO_SOON", way: null, ...place },
        evidence: read(`switchboard ${switchboard}: timeoutInSeconds() is 7200`),
      },
      { rule: "OWNER_NOT_SAFE", way: null, ...place, evidence: read(`plug ${plug}: owner() is ${safe}`) },
      {
        ...{ rule: "SWITCHBOARD_NOT_ALLOWED", way: null, ...place },
        evidence: read(`switchboard ${switchboard}: named by getPlugConfig`),
      },
    ])
  })

  it("demands nothing that a policy leaves out, nor of a plug that is not connected", () => {
    expect(rulesOf({}, { isComplete: false, state: { timeoutInSeconds: 1n } })).to.deep.equal([])
    expect(rulesOf({}, { inbound: { rule: "optimistic" }, state: { timeoutInSeconds: 0n } })).to.deep.equal([])
    const policy = { leastKeysToForge: 9, leastSecondsUnwatched: 9_999, leastSafeSigners: 9, switchboards: [] }
    const unconnected = { ...pathTrust(), isConnected: false }
    expect(checkTrust([unconnected], policy, now)).to.deep.equal({ breaches: [], accepted: [] })
    expect(rulesOf({ switchboards: [] })).to.deep.equal(["SWITCHBOARD_NOT_ALLOWED"])
    expect(rulesOf({ switchboards: [contracts.socket, contracts.switchboard] })).to.deep.equal([])
    // A way to freeze of which not everybody is known is none to forge.
    const frozen = { ...pathTrust(), notWhole: ["FREEZE_BY_TRIP"] as const }
    expect(checkTrust([frozen], { leastKeysToForge: 1 }, now).breaches).to.deep.equal([])
  })

  it("holds each of two paths to the policy, and accepts the breach of one by the chain that it leads to", () => {
    const other = pathTrust()
    const gamma = { ...other.facts.dst, chain: { name: "gamma", slug: 41_003 } }
    const there = { ...other, to: { ...other.to, slug: 41_003 }, facts: { ...other.facts, dst: gamma } }
    const exception = { rule: "OWNER_NOT_SAFE", to: "beta", reason: "it is new", until: "2027-01-31" } as const
    const { breaches, accepted } = checkTrust(
      [pathTrust(), there],
      { leastSafeSigners: 3, exceptions: [{ ...exception, rule: "NOT_READ" }, exception] },
      now,
    )
    expect(breaches.map(({ rule, dstChainSlug }) => [rule, dstChainSlug])).to.deep.equal([["OWNER_NOT_SAFE", 41_003]])
    expect(accepted.map(({ dstChainSlug, reason, until }) => [dstChainSlug, reason, until])).to.deep.equal([
      [slugs.dst, "it is new", "2027-01-31"],
    ])
  })

  it("ends an exception at the midnight after its day, and tells that without a path", () => {
    const exceptions = [{ rule: "OWNER_NOT_SAFE", reason: "it is new", until: "2026-11-26" }] as const
    const at = (time: string) =>
      checkTrust([pathTrust()], { leastSafeSigners: 3, exceptions }, Date.parse(time)).breaches.map(
        ({ rule, way, dstChainSlug, dstPlug }) => [rule, way, dstChainSlug, dstPlug],
      )
    expect(at("2026-11-26T23:59:59.999Z")).to.deep.equal([])
    expect(at("2026-11-27T00:00:00Z")).to.deep.equal([
      ["OWNER_NOT_SAFE", null, slugs.dst, contracts.plug],
      ["EXCEPTION_ENDED", null, null, null],
    ])
  })
})
