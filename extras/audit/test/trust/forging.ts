import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, zeroAddress } from "viem"

import { findOtherWays } from "#extras/audit/src/trust/findPowers.js"
import { findForgingWays, timeoutOf } from "#extras/audit/src/trust/forging.js"
import { findKeySets } from "#extras/audit/src/trust/keySets.js"
import type { PathFacts } from "#extras/audit/src/trust/TrustFacts.js"
import { type Differences, trustFacts } from "#extras/audit/test/fixtures/trustFacts.js"
import { contracts, people, slugs } from "#test/fixtures/wire/addresses.js"

/** The ways with their seconds, and whether it is known whom each takes. */
function waysOf(differences: Differences = {}): string[] {
  return findForgingWays(trustFacts(differences)).map(({ code, seconds }) => `${code} ${String(seconds)}`)
}

const connecting = (seconds: string) => [
  ...[`FORGE_BY_CONNECTING ${seconds}`, "FORGE_BY_OWN_SWITCHBOARD 0", "FORGE_BY_UPGRADING 0"],
]
const carried = (seconds: number) =>
  ["GOVERNANCE", "SOURCE_GOVERNANCE", "SIBLING_KEY", "SIBLING_UPGRADE"].map((name) => `FORGE_BY_${name} ${seconds}`)
const attested = ["FORGE_BY_ATTESTING 0", "FORGE_BY_SWITCHBOARD_OWNER 0"]

describe("findForgingWays", () => {
  it("names those of each rule, and how long they take", () => {
    const wait = "FORGE_BY_TIMEOUT 7200"
    expect(waysOf()).to.deep.equal([...attested, wait, ...connecting("0"), ...carried(0)])
    const untimed = { state: { timeoutInSeconds: 0n } }
    expect(waysOf(untimed)).to.deep.equal([...attested, ...connecting("0"), ...carried(0)])
    const optimistic = { inbound: { rule: "optimistic" as const } }
    expect(waysOf(optimistic)).to.deep.equal([wait, ...connecting("7200"), ...carried(7_200)])
    expect(waysOf({ ...untimed, ...optimistic })).to.deep.equal([
      "FORGE_BY_TIMEOUT 0",
      ...connecting("0"),
      ...carried(0),
    ])
    const own = ["FORGE_BY_UNKNOWN_SWITCHBOARD 0", ...connecting("0"), ...carried(0)]
    expect(waysOf({ inbound: { rule: "own" } })).to.deep.equal(own)
    expect(waysOf({ inbound: { isKnown: false } })).to.deep.equal([
      ...["FORGE_BY_UNKNOWN_SWITCHBOARD 0", ...attested, wait, ...connecting("0"), ...carried(0)],
    ])
    const nothing = { inbound: { rule: undefined, state: undefined } }
    expect(waysOf(nothing)).to.deep.equal(["FORGE_BY_UNKNOWN_SWITCHBOARD null", ...connecting("null")])
  })

  it("knows no time for a new connection while the path is tripped, or where watchers cannot all attest", () => {
    const tripped = [{ state: { isPathTripped: true } }, { state: { isTripped: true } }]
    for (const differences of tripped) expect(waysOf(differences)).to.include("FORGE_BY_CONNECTING null")
    const contract = { holders: { WATCHER_ROLE: [people.watcher, contracts.socket] } }
    expect(waysOf(contract)).to.include.members(["FORGE_BY_CONNECTING 7200", "FORGE_BY_GOVERNANCE 7200"])
    const alone = { holders: { WATCHER_ROLE: [people.watcher] } }
    expect(waysOf(alone)).to.include.members(["FORGE_BY_CONNECTING 0", "FORGE_BY_GOVERNANCE 0"])
    const nobody = { holders: { WATCHER_ROLE: [] } }
    expect(waysOf(nobody)).to.include("FORGE_BY_GOVERNANCE 7200")
  })

  it("leaves the connection alone where the switchboard lets no packet pass any more", () => {
    expect(waysOf({ state: { initialPacketCount: 2n ** 64n } })).to.deep.equal(connecting("0"))
    expect(waysOf({ state: { initialPacketCount: 2n ** 64n - 1n } })).to.have.length(10)
    expect(waysOf({ state: { initialPacketCount: null } })).to.have.length(10)
  })

  it("says where it read the rule, and of a trip only where there is one", () => {
    const says = (differences: Differences) =>
      findForgingWays(trustFacts(differences))[0]?.evidence.map((one) => one.says.replace(/^.*?: /, ""))
    const rule = ["timeoutInSeconds() is 7200", "totalWatchers(41001) is 2"]
    expect(says({})).to.deep.equal(rule)
    expect(says({ state: { isTripped: true, isPathTripped: true } })).to.deep.equal([
      ...[...rule, "isGlobalTipped() is true", "isPathTripped(41001) is true"],
    ])
    const open = { executionManager: { ...trustFacts().dst.executionManager, isOpen: true } }
    expect(says({ end: open, state: { timeoutInSeconds: null } })).to.deep.equal([
      ...[rule[1], "isExecutor allows every account"],
    ])
  })

  it("takes nobody to stop what happens at once, and watchers, trippers and both owners while it waits", () => {
    const stoppers = findForgingWays(trustFacts()).map(({ code, stoppers: need }) => [
      code,
      findKeySets(need).sets.map(({ holders }) => holders.map(({ address }) => address)),
    ])
    const { watcher, secondWatcher, tripper, admin, signers } = people
    const pairs = [
      [signers[0], signers[1]],
      [signers[0], signers[2]],
      [signers[1], signers[2]],
    ]
    const waiting = [[watcher], [secondWatcher], [tripper], [admin], ...pairs]
    expect(stoppers).to.deep.equal(
      findForgingWays(trustFacts()).map(({ code, seconds }) => [code, seconds === 0n ? [] : waiting]),
    )
  })

  it("does not know everybody where a part of the path was not read", () => {
    const isWhole = (facts: PathFacts, code: string) =>
      findKeySets(findForgingWays(facts).find((way) => way.code === code)!.needs).isWhole
    const facts = trustFacts()
    expect(isWhole(facts, "FORGE_BY_SIBLING_KEY")).to.equal(true)
    const accounts = new Map(facts.src!.accounts)
    accounts.delete(contracts.sibling)
    expect(isWhole({ ...facts, src: { ...facts.src!, accounts } }, "FORGE_BY_SIBLING_KEY")).to.equal(false)
    expect(
      isWhole(trustFacts({ accounts: { [contracts.sibling]: { kind: "unknown" } } }), "FORGE_BY_SIBLING_KEY"),
    ).to.equal(false)
    for (const code of ["FORGE_BY_SIBLING_KEY", "FORGE_BY_SOURCE_GOVERNANCE"]) {
      expect(isWhole({ ...facts, src: undefined }, code)).to.equal(false)
    }
    const attesting = (
      watched: readonly (readonly [number, bigint | undefined])[],
      isComplete = true,
      areProposersRead = false,
    ) => {
      const { dst } = facts
      const other = { contract: contracts.switchboard, role: { name: "WATCHER_ROLE", slug: 7 } as const }
      const proposers = { contract: contracts.transmitManager, role: { name: "TRANSMITTER_ROLE", slug: 7 } as const }
      const roles = [
        ...dst.roles,
        { ...other, holders: [people.tripper], isComplete },
        { ...proposers, holders: [people.transmitter], isComplete: areProposersRead },
      ]
      const inbound = { ...dst.inbound, totalWatchers: new Map(watched) }
      return isWhole({ ...facts, dst: { ...dst, roles, inbound } }, "FORGE_BY_ATTESTING")
    }
    // The transmitters of the other chain were not read, and need not be where its watchers are too few.
    expect(attesting([[slugs.src, 2n]])).to.equal(true)
    expect(attesting([[slugs.src, undefined]])).to.equal(false)
    expect(
      attesting(
        [
          [slugs.src, 2n],
          [7, 1n],
        ],
        false,
      ),
    ).to.equal(false)
    const both = (count: bigint | undefined, isComplete: boolean) =>
      attesting(
        [
          [slugs.src, 2n],
          [7, count],
        ],
        isComplete,
        true,
      )
    expect([both(1n, true), both(1n, false), both(undefined, true)]).to.deep.equal([true, false, false])
  })

  it("tells whose watcher a watcher of another chain is", () => {
    const { dst, src } = trustFacts()
    const of = (name: "WATCHER_ROLE" | "TRANSMITTER_ROLE", contract: Address, holder: Address) =>
      ({ contract, role: { name, slug: 7 }, holders: [holder], isComplete: true }) as const
    const roles = [
      ...dst.roles,
      of("WATCHER_ROLE", contracts.switchboard, people.tripper),
      of("TRANSMITTER_ROLE", contracts.transmitManager, people.transmitter),
    ]
    const totalWatchers = new Map([
      [slugs.src, 2n],
      [7, 1n],
    ])
    const facts = { src, dst: { ...dst, roles, inbound: { ...dst.inbound, totalWatchers } } }
    const names = (facts_: PathFacts) => {
      const { sets } = findKeySets(findForgingWays(facts_)[0]!.needs)
      return new Set(
        sets.flatMap(({ holders }) => holders.flatMap(({ as }) => as)).filter((as) => as.startsWith("watcher")),
      )
    }
    expect(names(facts)).to.deep.equal(new Set(["watcher of chain 7", "watcher"]))
    expect(names(trustFacts())).to.deep.equal(new Set(["watcher"]))
  })
})

describe("timeoutOf", () => {
  it("takes zero for never at a fast switchboard, and for at once at an optimistic one", () => {
    const of = (rule: "fast" | "optimistic" | "own", timeoutInSeconds: bigint | null) =>
      timeoutOf(trustFacts({ inbound: { rule }, state: { timeoutInSeconds } }).dst)
    expect([of("fast", 0n), of("fast", 1n), of("fast", null)]).to.deep.equal([undefined, 1n, undefined])
    expect([of("optimistic", 0n), of("optimistic", 9n), of("own", 9n)]).to.deep.equal([0n, 9n, undefined])
  })
})

describe("findOtherWays", () => {
  const source = ["NOT_SEALING", "DISCONNECTING", "REVOKING", "FEES"].map((name) => `CENSOR_BY_${name}`)
  const draining = ["DRAIN_BY_WITHDRAWING", "DRAIN_BY_RESCUING"]
  const managing = ["RULES_BY_SOCKET", "RULES_BY_MANAGER_OWNER"]
  const censoring = ["NOT_PROPOSING", "DISCONNECTING", "REVOKING"].map((name) => `CENSOR_BY_${name}`)
  const freezing = ["FREEZE_BY_TRIP", "RULES_BY_PLUG_OWNER", "RULES_BY_SWITCHBOARD_OWNER"]
  const rest = [...freezing, ...managing, ...draining]
  const codesOf = (facts: PathFacts) => findOtherWays(facts).map(({ code }) => code)

  it("names those of both ends, all at once and without anybody who could stop them", () => {
    const ofSource = [...source, "RULES_BY_SIBLING_OWNER", ...managing, ...draining]
    expect(codesOf(trustFacts())).to.deep.equal([...ofSource, ...censoring, "CENSOR_BY_NOT_EXECUTING", ...rest])
    for (const way of findOtherWays(trustFacts())) {
      expect([way.seconds, findKeySets(way.stoppers).sets]).to.deep.equal([0n, []])
    }
    expect(codesOf({ ...trustFacts(), src: undefined })).to.deep.equal([
      ...["CENSOR_BY_NOT_SEALING", "CENSOR_BY_FEES", "RULES_BY_SIBLING_OWNER"],
      ...[...censoring, "CENSOR_BY_NOT_EXECUTING", ...rest],
    ])
  })

  it("needs an executor only where not everybody may execute, and watchers only where no timeout passes packets", () => {
    const open = { executionManager: { ...trustFacts().dst.executionManager, isOpen: true, owner: people.tripper } }
    const facts = trustFacts({ end: open })
    expect(codesOf(facts)).to.not.include("CENSOR_BY_NOT_EXECUTING")
    const revoking = findOtherWays(facts).filter(({ code }) => code === "CENSOR_BY_REVOKING")
    const keys = revoking.flatMap(({ needs }) => findKeySets(needs).sets).flatMap(({ holders }) => holders)
    expect(keys.map(({ address }) => address)).to.not.include(people.tripper)
    const untimed = trustFacts({ state: { timeoutInSeconds: 0n } })
    expect(codesOf(untimed)).to.include("CENSOR_BY_NOT_ATTESTING")
    expect(codesOf(trustFacts({ inbound: { rule: "own" } }))).to.not.include("CENSOR_BY_NOT_ATTESTING")
  })

  it("does not know who connects a plug that tells no owner, at either end, and reads the next owner by its own name", () => {
    const facts = trustFacts()
    const without = { ...facts.src!.plug, owner: null }
    const wholeOf = (given: PathFacts, code: string) =>
      findOtherWays(given)
        .filter((way) => way.code === code)
        .map(({ needs }) => findKeySets(needs).isWhole)
    expect(wholeOf({ ...facts, src: { ...facts.src!, plug: without } }, "RULES_BY_SIBLING_OWNER")).to.deep.equal([
      false,
    ])
    const unowned = { ...facts.dst, inbound: { ...facts.dst.inbound, owner: null } }
    expect(wholeOf({ ...facts, dst: unowned }, "RULES_BY_SWITCHBOARD_OWNER")).to.deep.equal([true])
    const next = (nominee: Address) => ({ owner: zeroAddress, nominee })
    const dst = {
      ...facts.dst,
      plug: { ...facts.dst.plug, ...next(people.tripper) },
      inbound: { ...facts.dst.inbound, ...next(people.watcher) },
    }
    const seen = (code: string) =>
      findOtherWays({ ...facts, dst })
        .filter((way) => way.code === code)
        .flatMap(({ needs }) => findKeySets(needs).sets)
        .map(({ holders, evidence }) => [holders[0]?.as, evidence.map(({ says }) => says.replace(/^.*?: /, ""))])
    expect(seen("RULES_BY_PLUG_OWNER")).to.deep.equal([
      [["next owner of the plug"], [`pendingOwner() is ${people.tripper}`]],
    ])
    expect(seen("RULES_BY_SWITCHBOARD_OWNER")).to.deep.equal([
      [["next owner of the switchboard"], [`nominee() is ${people.watcher}`]],
    ])
  })
})
