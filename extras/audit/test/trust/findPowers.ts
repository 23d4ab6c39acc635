import { expect } from "chai"
import { describe, it } from "mocha"
import { zeroAddress } from "viem"

import { findPowers } from "#extras/audit/src/trust/findPowers.js"
import type { Power, PowerName } from "#extras/audit/src/trust/Power.js"
import { holdersOf } from "#extras/audit/src/trust/reading/readHolders.js"
import { type Differences, ofSafe, trustFacts } from "#extras/audit/test/fixtures/trustFacts.js"
import type { WayCode } from "#src/messaging/TrustPolicy.js"
import { at, contracts, people, slugs } from "#test/fixtures/wire/addresses.js"

const { plugOwner, siblingOwner, admin, transmitter, executor, watcher, secondWatcher, signers } = people

function powersOf(differences: Differences, code: WayCode): (readonly string[])[] {
  return findPowers(trustFacts(differences))
    .powers.filter((power) => power.code === code)
    .map(({ keys }) => keys.map(({ address }) => address).sort())
}

function fewest(differences: Differences, name: PowerName): Power | undefined {
  return findPowers(trustFacts(differences)).powers.find(({ power }) => power === name)
}

/** Contracts of the protocol that nobody owns, so that only roles count. */
const unowned: Differences = (() => {
  const { src, dst } = trustFacts()
  const of = (end: typeof dst) => ({
    socket: { ...end.socket, owner: zeroAddress },
    executionManager: { ...end.executionManager, owner: zeroAddress },
    transmitManager: { ...end.transmitManager, owner: zeroAddress },
  })
  return { end: of(dst), source: of(src!), inbound: { owner: zeroAddress } }
})()

const pairsOfSigners = [
  [signers[0], signers[1]],
  [signers[0], signers[2]],
  [signers[1], signers[2]],
]

describe("findPowers", () => {
  it("lets a transmitter and an executor forge after the timeout, if nobody of those who may stops it", () => {
    const found = findPowers(trustFacts(unowned)).powers.find(({ code }) => code === "FORGE_BY_TIMEOUT")
    expect(found?.keys.map(({ address }) => address)).to.have.members([transmitter, executor])
    expect(found?.seconds).to.equal(7_200n)
    const stoppers = found?.stoppedBy.map((set) => set.map(({ address }) => address))
    expect(stoppers).to.have.deep.members([[watcher], [secondWatcher], [people.tripper], ...pairsOfSigners])
  })

  it("counts none of the keys that forge among those who can stop them", () => {
    const stoppers = (differences: Differences) =>
      findPowers(trustFacts(differences))
        .powers.find(({ code }) => code === "FORGE_BY_TIMEOUT")
        ?.stoppedBy.map((set) => set.map(({ address }) => address))
    const shared = { TRANSMITTER_ROLE: [watcher], EXECUTOR_ROLE: [signers[0]] }
    expect(stoppers({ ...unowned, holders: shared })).to.have.deep.members([
      ...[[secondWatcher], [people.tripper], [signers[1], signers[2]]],
    ])
  })

  it("needs no executor where everybody may execute", () => {
    const executionManager = { ...trustFacts(unowned).dst.executionManager, isOpen: true }
    const open = { ...unowned, end: { ...unowned.end, executionManager } }
    expect(powersOf(open, "FORGE_BY_TIMEOUT")).to.deep.equal([[transmitter]])
  })

  it("needs every watcher where no timeout lets packets pass", () => {
    const never = { ...unowned, state: { timeoutInSeconds: 0n } }
    expect(powersOf(never, "FORGE_BY_TIMEOUT")).to.deep.equal([])
    expect(powersOf(never, "FORGE_BY_ATTESTING")).to.deep.equal([
      [transmitter, executor, watcher, secondWatcher].sort(),
    ])
    expect(powersOf(never, "CENSOR_BY_NOT_ATTESTING")).to.deep.equal([[watcher], [secondWatcher]])
  })

  it("counts the watchers of another chain, whose attestation makes a root valid for all", () => {
    const other = 41_009
    const facts = trustFacts({ ...unowned, state: { timeoutInSeconds: 0n } })
    const roles = [
      {
        contract: contracts.switchboard,
        role: { name: "WATCHER_ROLE", slug: other },
        holders: [plugOwner],
        isComplete: true,
      },
      {
        contract: contracts.transmitManager,
        role: { name: "TRANSMITTER_ROLE", slug: other },
        holders: [transmitter],
        isComplete: true,
      },
    ] as const
    const inbound = {
      ...facts.dst.inbound,
      totalWatchers: new Map([
        [slugs.src, 2n],
        [other, 1n],
      ]),
    }
    const { powers } = findPowers({ ...facts, dst: { ...facts.dst, inbound, roles: [...facts.dst.roles, ...roles] } })
    const [first] = powers.filter(({ code }) => code === "FORGE_BY_ATTESTING")
    expect(first?.keys.map(({ address }) => address)).to.have.members([transmitter, executor, plugOwner])
  })

  it("takes a Safe for any of its signers that reach its threshold, and one person behind two roles for one key", () => {
    expect(powersOf(unowned, "FORGE_BY_CONNECTING")).to.deep.equal(pairsOfSigners)
    const shared = { ...unowned, holders: { EXECUTOR_ROLE: [transmitter] } }
    expect(powersOf(shared, "FORGE_BY_TIMEOUT")).to.deep.equal([[transmitter]])
    expect(fewest(shared, "forge")?.keys[0]?.as).to.have.members(["transmitter", "executor"])
  })

  it("lets each module of a Safe act alone, and makes a timelock wait", () => {
    const module = { [contracts.safe]: { ...ofSafe, threshold: 2, signers, modules: [contracts.socket] } } as const
    expect(powersOf({ ...unowned, accounts: module }, "FORGE_BY_CONNECTING")[0]).to.deep.equal([contracts.socket])
    const timelock = { [contracts.safe]: { kind: "timelock", delay: 86_400n } } as const
    const power = findPowers(trustFacts({ ...unowned, accounts: timelock })).powers.find(
      ({ code }) => code === "FORGE_BY_CONNECTING",
    )
    expect(power?.seconds).to.equal(86_400n)
  })

  it("takes a contract for none that signs: of the roles that take a signature only keys are counted", () => {
    // The signers own nothing, so that the role alone counts.
    const strangers = { ...unowned, end: { ...unowned.end, plug: { ...trustFacts().dst.plug, owner: plugOwner } } }
    const held = { ...strangers, holders: { TRANSMITTER_ROLE: [contracts.safe] } }
    expect(powersOf(held, "FORGE_BY_TIMEOUT")).to.deep.equal([])
    const governed = { ...unowned, holders: { GOVERNANCE_ROLE: [contracts.safe] } }
    expect(powersOf(governed, "RULES_BY_SOCKET")).to.include.deep.members(pairsOfSigners)
    const watched = { ...strangers, holders: { WATCHER_ROLE: [watcher, contracts.safe] } }
    expect(powersOf(watched, "FORGE_BY_ATTESTING")).to.deep.equal([])
    const key = findPowers(trustFacts({ ...watched, accounts: { [contracts.sibling]: { kind: "key" } } }))
    expect(key.powers.find(({ code }) => code === "FORGE_BY_SIBLING_KEY")?.seconds).to.equal(7_200n)
  })

  it("ends with a Safe that is its own signer", () => {
    const itself = { [contracts.safe]: { ...ofSafe, threshold: 1, signers: [contracts.safe], modules: [] } } as const
    expect(powersOf({ ...unowned, accounts: itself }, "FORGE_BY_CONNECTING")).to.deep.equal([])
  })

  it("lets the governance of the socket forge alone, and that of the source with an executor", () => {
    const governed = { ...unowned, holders: { GOVERNANCE_ROLE: [admin] } }
    expect(powersOf(governed, "FORGE_BY_GOVERNANCE")).to.deep.equal([[admin]])
    const { src } = trustFacts(unowned)
    const source = { ...unowned.source, socket: { ...src!.socket, owner: siblingOwner } }
    expect(powersOf({ ...unowned, source }, "FORGE_BY_SOURCE_GOVERNANCE")).to.deep.equal([[siblingOwner, executor]])
  })

  it("lets the key at the sibling's address send, also one with delegated code", () => {
    const delegated = { kind: "delegated key", delegate: contracts.socket } as const
    const keyed = { ...unowned, accounts: { [contracts.sibling]: delegated } }
    expect(powersOf(keyed, "FORGE_BY_SIBLING_KEY")).to.deep.equal([[contracts.sibling]])
  })

  it("says of a plug that tells no owner that others may connect it", () => {
    const { dst } = trustFacts()
    const plug = { ...dst.plug, owner: null }
    const { notWhole } = findPowers(trustFacts({ ...unowned, end: { ...unowned.end, plug } }))
    expect(notWhole).to.include.members(["FORGE_BY_CONNECTING", "CENSOR_BY_DISCONNECTING", "RULES_BY_PLUG_OWNER"])
  })

  it("lets the key at the sibling's address send, if there is no code", () => {
    const accounts = { [contracts.sibling]: { kind: "key" } } as const
    expect(powersOf({ ...unowned, accounts }, "FORGE_BY_SIBLING_KEY")).to.deep.equal([[contracts.sibling]])
  })

  it("counts a switchboard that the project does not know as one of the keys, and its owner in its place", () => {
    const unknown = { ...unowned, inbound: { owner: people.plugOwner, isKnown: false, rule: "own" as const } }
    const base = [transmitter, executor]
    expect(powersOf(unknown, "FORGE_BY_UNKNOWN_SWITCHBOARD")).to.have.deep.members([
      [...base, contracts.switchboard].sort(),
      [...base, people.plugOwner].sort(),
    ])
    expect(powersOf(unknown, "FORGE_BY_TIMEOUT")).to.deep.equal([])
  })

  it("knows everybody where the same keys watch the packets of a hundred chains", () => {
    const { dst } = trustFacts(unowned)
    const others = Array.from({ length: 100 }, (_, index) => 50_000 + index)
    const roles = others.flatMap((slug) =>
      [
        holdersOf(dst.roles, contracts.switchboard, { name: "WATCHER_ROLE", slug: slugs.src }),
        holdersOf(dst.roles, contracts.transmitManager, { name: "TRANSMITTER_ROLE", slug: slugs.src }),
      ].map((role) => ({ ...role, role: { name: role.role.name, slug } })),
    )
    const totalWatchers = new Map([slugs.src, ...others].map((slug) => [slug, 2n] as const))
    const many = {
      ...unowned,
      end: { ...unowned.end, roles: [...dst.roles, ...roles] },
      inbound: { ...unowned.inbound, totalWatchers },
    }
    expect(findPowers(trustFacts(many)).notWhole).to.deep.equal([])
    expect(powersOf(many, "FORGE_BY_ATTESTING")).to.deep.equal(powersOf(unowned, "FORGE_BY_ATTESTING"))
  })

  it("tries no end of combinations, and says that there are others", () => {
    const crowd = Array.from({ length: 64 }, (_, index) => at(0x100 + index))
    const accounts = Object.fromEntries(crowd.map((address) => [address, { kind: "key" } as const]))
    const many = { ...unowned, accounts, holders: { WATCHER_ROLE: crowd } }
    const half = { ...many, inbound: { ...unowned.inbound, totalWatchers: new Map([[slugs.src, 32n]]) } }
    expect(findPowers(trustFacts(half)).notWhole).to.include("FORGE_BY_ATTESTING")
    const huge = { ...many, inbound: { ...unowned.inbound, totalWatchers: new Map([[slugs.src, 2n ** 255n]]) } }
    expect(powersOf(huge, "FORGE_BY_ATTESTING")).to.deep.equal([])
    const signers = {
      [contracts.safe]: { ...ofSafe, threshold: 25, signers: crowd.slice(0, 50), modules: [] },
    } as const
    const { notWhole } = findPowers(trustFacts({ ...unowned, accounts: { ...accounts, ...signers } }))
    expect(notWhole).to.include("FORGE_BY_CONNECTING")
  })

  it("needs an untripper while the path is tripped, and takes a new owner for the plug's owner at once", () => {
    const tripped = { ...unowned, state: { isPathTripped: true }, holders: { UN_TRIP_ROLE: [people.tripper] } }
    expect(powersOf(tripped, "FORGE_BY_TIMEOUT")).to.deep.equal([[transmitter, executor, people.tripper].sort()])
    const plug = { ...trustFacts().dst.plug, nominee: plugOwner }
    expect(powersOf({ ...unowned, end: { ...unowned.end, plug } }, "FORGE_BY_CONNECTING")[0]).to.deep.equal([plugOwner])
  })

  it("says of which ways it does not know everybody, where roles or the source were not read", () => {
    expect(findPowers(trustFacts()).notWhole).to.deep.equal([])
    const { notWhole, powers } = findPowers(trustFacts({ ...unowned, isComplete: false }))
    expect(notWhole).to.include.members([
      "FORGE_BY_TIMEOUT",
      "FORGE_BY_ATTESTING",
      "FREEZE_BY_TRIP",
      "DRAIN_BY_WITHDRAWING",
    ])
    expect(powers.some(({ code }) => code === "FORGE_BY_TIMEOUT")).to.equal(true)
    const { dst } = trustFacts()
    expect(findPowers({ src: undefined, dst }).notWhole).to.include("FORGE_BY_SOURCE_GOVERNANCE")
  })

  it("shows where each part was read", () => {
    const found = findPowers(trustFacts(unowned)).powers.find(({ code }) => code === "FORGE_BY_TIMEOUT")
    const says = found?.evidence.map((one) => `${one.source}: ${one.says}`).join("\n")
    expect(says).to.contain(`beta, block 12: switchboard ${contracts.switchboard}: timeoutInSeconds() is 7200`)
    expect(says).to.contain(
      `transmit manager ${contracts.transmitManager}: hasRole(TRANSMITTER_ROLE of ${String(slugs.src)}, ${transmitter})`,
    )
  })

  it("keeps fewer keys that wait beside more that do not, and tells what both ends have once", () => {
    const shared = { ...unowned, holders: { EXECUTOR_ROLE: [transmitter] } }
    expect(powersOf(shared, "FORGE_BY_TIMEOUT")).to.deep.equal([[transmitter]])
    expect(powersOf(shared, "FORGE_BY_ATTESTING")).to.deep.equal([[transmitter, watcher, secondWatcher].sort()])
    // He owns both sockets, and the managers of both ends.
    for (const code of ["RULES_BY_SOCKET", "RULES_BY_MANAGER_OWNER", "CENSOR_BY_REVOKING"] as const) {
      expect(powersOf({}, code), code).to.deep.equal([[admin]])
    }
    const [first, second] = findPowers(trustFacts(unowned)).powers.filter(({ power }) => power === "forge")
    expect([first?.code, first?.seconds, second?.seconds]).to.deep.equal(["FORGE_BY_CONNECTING", 0n, 0n])
  })

  it("tells what takes an unknown time only where nothing is known that takes the same keys", () => {
    const { dst } = trustFacts()
    const everything = {
      ...{ TRANSMITTER_ROLE: [plugOwner], EXECUTOR_ROLE: [plugOwner], UN_TRIP_ROLE: [plugOwner] },
      WATCHER_ROLE: [plugOwner],
    }
    const plug = { ...dst.plug, owner: plugOwner }
    const tripped = { ...unowned, end: { ...unowned.end, plug }, state: { isPathTripped: true } }
    const forging = (differences: Differences) =>
      findPowers(trustFacts(differences)).powers.flatMap(({ power, code, keys, seconds }) =>
        power === "forge" ? [[code, keys.length, seconds]] : [],
      )
    expect(forging({ ...tripped, holders: everything })).to.deep.equal([["FORGE_BY_ATTESTING", 1, 0n]])
    const waiting = { ...everything, UN_TRIP_ROLE: [people.tripper] }
    expect(forging({ ...tripped, holders: { ...waiting, EXECUTOR_ROLE: [executor] } })).to.deep.equal([
      ["FORGE_BY_CONNECTING", 1, null],
      ["FORGE_BY_OWN_SWITCHBOARD", 2, 0n],
    ])
  })
})
