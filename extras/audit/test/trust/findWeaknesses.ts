import { expect } from "chai"
import { describe, it } from "mocha"
import { zeroAddress } from "viem"

import { findWeaknesses, weaknessNames } from "#extras/audit/src/trust/findWeaknesses.js"
import type { OwnedContract } from "#extras/audit/src/trust/TrustFacts.js"
import { type Differences, ofSafe, trustFacts } from "#extras/audit/test/fixtures/trustFacts.js"
import { contracts, people } from "#test/fixtures/wire/addresses.js"

const plugOf = (owner: OwnedContract["owner"]): Differences => ({
  end: { plug: { name: "plug", address: contracts.plug, owner, nominee: null } },
})

/** Each wrong configuration, by the name under which it must be recognized. */
const wrong: Record<(typeof weaknessNames)[number], Differences> = {
  CONTRACT_WITHOUT_CODE: { accounts: { [contracts.executionManager]: { kind: "key" } } },
  SWITCHBOARD_UNKNOWN: { inbound: { isKnown: false } },
  SIBLING_NOT_MUTUAL: { source: { config: { ...trustFacts().dst.config, siblingPlug: contracts.socket } } },
  GATEWAY_NAMES_SENDERS: { end: { isGateway: true } },
  TIMEOUT_ZERO: { state: { timeoutInSeconds: 0n } },
  NO_WATCHER: { holders: { WATCHER_ROLE: [] } },
  ONE_WATCHER: { holders: { WATCHER_ROLE: [people.watcher] } },
  TRANSMITTER_IS_OWNER: { holders: { TRANSMITTER_ROLE: [people.admin] } },
  ROLES_IN_ONE_KEY: { holders: { EXECUTOR_ROLE: [people.watcher] } },
  OWNER_IS_KEY: plugOf(people.plugOwner),
  SAFE_OF_ONE: {
    accounts: { [contracts.safe]: { ...ofSafe, threshold: 1, signers: people.signers, modules: [] } },
  },
}

function namesOf(differences: Differences): string[] {
  return findWeaknesses(trustFacts(differences)).map(({ name }) => name)
}

describe("findWeaknesses", () => {
  it("finds nothing where everything is well", () => {
    expect(namesOf({})).to.deep.equal([])
  })

  for (const name of weaknessNames) {
    it(`recognizes ${name}, with where it was read`, () => {
      const found = findWeaknesses(trustFacts(wrong[name]))
      expect(found.map((weakness) => weakness.name)).to.deep.equal([name])
      expect(found[0]?.evidence.map(({ source }) => source)).to.include("beta, block 12")
    })
  }

  it("says of a gateway what its owner can do, unless nobody owns it", () => {
    const saysOf = (owner: OwnedContract["owner"]) => {
      const plug = { name: "plug", address: contracts.plug, owner, nominee: null }
      return findWeaknesses(trustFacts({ end: { isGateway: true, plug } }))[0]?.says
    }
    expect(saysOf(contracts.safe)).to.contain("any sender of chain").and.contain("its owner can link")
    for (const nobody of [zeroAddress, null]) {
      expect(saysOf(nobody)).to.contain("any sender of chain").and.not.contain("owner")
    }
    const mendOf = (owner: OwnedContract["owner"]) => {
      const plug = { name: "plug", address: contracts.plug, owner, nominee: null }
      return findWeaknesses(trustFacts({ end: { isGateway: true, plug } }))[0]?.mend?.who.includes("renounces")
    }
    expect([mendOf(contracts.safe), mendOf(zeroAddress), mendOf(null)]).to.deep.equal([true, false, false])
  })

  it("says after which time an unwatched root passes", () => {
    const [found] = findWeaknesses(trustFacts(wrong.NO_WATCHER))
    expect(found?.says).to.match(/after 2 h\b/)
  })

  it("takes a key with delegated code for a key", () => {
    const delegated = { kind: "delegated key", delegate: contracts.socket } as const
    expect(namesOf({ ...plugOf(people.plugOwner), accounts: { [people.plugOwner]: delegated } })).to.deep.equal([
      "OWNER_IS_KEY",
    ])
  })

  it("sees the one signer of two Safes in both roles, and no one person in a Safe of two", () => {
    const [signer] = people.signers
    const safe = (threshold: number) => ({ ...ofSafe, threshold, signers: people.signers, modules: [] }) as const
    const holders = { EXECUTOR_ROLE: [contracts.safe], WATCHER_ROLE: [signer, people.watcher] }
    const accounts = (threshold: number) => ({ [contracts.safe]: safe(threshold) })
    expect(namesOf({ holders, accounts: accounts(1) })).to.include("ROLES_IN_ONE_KEY")
    expect(namesOf({ holders, accounts: accounts(2) })).to.deep.equal([])
  })

  it("does not say that nobody watches where the watchers of an optimistic switchboard were not read", () => {
    const optimistic = { inbound: { rule: "optimistic" as const }, holders: { WATCHER_ROLE: [] } }
    expect(namesOf({ ...optimistic, isComplete: false })).to.deep.equal([])
    expect(namesOf(optimistic)).to.deep.equal(["NO_WATCHER"])
  })

  describe("tells each with all that was read of it:", () => {
    const { admin, watcher, executor, transmitter, signers } = people
    const { plug, safe, switchboard, socket, executionManager, transmitManager } = contracts
    const key = { kind: "key" } as const
    const safeOf = (threshold: number) => ({ ...ofSafe, threshold, signers, modules: [] }) as const
    const delegated = { kind: "delegated key", delegate: socket } as const
    const owned = [
      ["switchboard", switchboard],
      ["transmit manager", transmitManager],
      ["execution manager", executionManager],
      ["socket", socket],
    ] as const
    const own = "npx hardhat messaging wire --apply"
    const chains = "npx hardhat messaging chains --chain beta"
    const siblingOf = (config: string, siblingPlug: string) =>
      `socket ${socket}: getPlugConfig(${config}) names ${siblingPlug}`
    const { config } = trustFacts().dst
    const cases: Record<string, readonly [Differences, ...unknown[]]> = {
      "each contract without code": [
        { accounts: { [plug]: key, [switchboard]: delegated, [executionManager]: key, [transmitManager]: key } },
        ["CONTRACT_WITHOUT_CODE", own, `plug ${plug}: eth_getCode gives no code`],
        [
          "CONTRACT_WITHOUT_CODE",
          own,
          `switchboard ${switchboard}: eth_getCode gives only the delegated code of a key`,
        ],
        ["CONTRACT_WITHOUT_CODE", own, `execution manager ${executionManager}: eth_getCode gives no code`],
        ["CONTRACT_WITHOUT_CODE", own, `transmit manager ${transmitManager}: eth_getCode gives no code`],
      ],
      "a foreign switchboard": [
        { inbound: { isKnown: false } },
        ["SWITCHBOARD_UNKNOWN", own, `socket ${socket}: getPlugConfig(${plug}, 41001) names ${switchboard}`],
      ],
      "no switchboard, as no foreign one": [{ inbound: { isKnown: false, address: zeroAddress } }],
      "a sibling that sends elsewhere": [
        { source: { config: { ...config, siblingPlug: socket } } },
        ["SIBLING_NOT_MUTUAL", own, ...mutual(contracts.sibling, socket)],
      ],
      "a plug that takes messages of another one": [
        { end: { config: { ...config, siblingPlug: socket } } },
        ["SIBLING_NOT_MUTUAL", own, ...mutual(socket, plug)],
      ],
      "no sibling, as none that sends elsewhere": [{ end: { config: { ...config, siblingPlug: zeroAddress } } }],
      "a gateway that is owned": [
        { end: { isGateway: true } },
        ["GATEWAY_NAMES_SENDERS", null, `plug ${plug}: supportsAttribute(requestRelay) is true`],
      ],
      "a timeout of zero and one watcher, of a fast switchboard": [
        { state: { timeoutInSeconds: 0n }, holders: { WATCHER_ROLE: [watcher] } },
        ["TIMEOUT_ZERO", chains, `switchboard ${switchboard}: timeoutInSeconds() is 0`],
        ["ONE_WATCHER", chains, `switchboard ${switchboard}: totalWatchers(41001) is 1`],
      ],
      "a timeout of zero and one watcher, of an optimistic switchboard": [
        { inbound: { rule: "optimistic" }, state: { timeoutInSeconds: 0n }, holders: { WATCHER_ROLE: [watcher] } },
        ["TIMEOUT_ZERO", chains, `switchboard ${switchboard}: timeoutInSeconds() is 0`],
        ["ONE_WATCHER", chains, `switchboard ${switchboard}: 1 accounts hold WATCHER_ROLE of 41001`],
      ],
      "no timeout, no watchers": [
        { state: { timeoutInSeconds: null, totalWatchers: null } },
        ["TIMEOUT_ZERO", chains, `switchboard ${switchboard}: timeoutInSeconds() is 0`],
        ["NO_WATCHER", chains, `switchboard ${switchboard}: totalWatchers(41001) is 0`],
      ],
      "one watcher of a fast switchboard whose other roles were not read": [
        { holders: { WATCHER_ROLE: [watcher] }, isComplete: false },
        ["ONE_WATCHER", chains, `switchboard ${switchboard}: totalWatchers(41001) is 1`],
      ],
      "nothing of what watches a switchboard that was not read, or has its own rule": [
        { inbound: { rule: "own" }, state: { timeoutInSeconds: 0n, totalWatchers: 0n } },
      ],
      "a transmitter who owns all but the plug": [
        { holders: { TRANSMITTER_ROLE: [admin] } },
        [
          "TRANSMITTER_IS_OWNER",
          null,
          `transmit manager ${transmitManager}: hasRole(TRANSMITTER_ROLE) is true for ${admin}`,
          ...owned.map(([name, address]) => `${name} ${address}: owner() is ${admin}`),
        ],
      ],
      "an executor who owns all but the plug, as nothing": [{ holders: { EXECUTOR_ROLE: [admin] } }],
      "three roles of one key": [
        { holders: { EXECUTOR_ROLE: [transmitter, executor], GOVERNANCE_ROLE: [transmitter] } },
        [
          "ROLES_IN_ONE_KEY",
          null,
          `transmit manager ${transmitManager}: hasRole(TRANSMITTER_ROLE) is true for ${transmitter}`,
          `execution manager ${executionManager}: hasRole(EXECUTOR_ROLE) is true for ${transmitter}`,
          `socket ${socket}: hasRole(GOVERNANCE_ROLE) is true for ${transmitter}`,
        ],
      ],
      "a key of the plug's owner": [plugOf(executor), ["OWNER_IS_KEY", null, `plug ${plug}: owner() is ${executor}`]],
      "a Safe of one that owns the plug": [
        { accounts: { [safe]: safeOf(1) } },
        ["SAFE_OF_ONE", null, `plug ${plug}: owner() is ${safe}`, `Safe ${safe}: getThreshold() is 1`],
      ],
      "a Safe of one that owns the rest": [
        { accounts: { [admin]: safeOf(1) } },
        ...owned.map(([name, address]) => [
          ...["SAFE_OF_ONE", null, `${name} ${address}: owner() is ${admin}`],
          `Safe ${admin}: getThreshold() is 1`,
        ]),
      ],
      "a Safe of two that owns the rest, as nothing": [{ accounts: { [admin]: safeOf(2) } }],
    }
    for (const [title, [differences, ...expected]] of Object.entries(cases)) {
      it(title, () => {
        const found = findWeaknesses(trustFacts(differences)).map(({ name, mend, evidence }) => {
          return [name, mend?.command, ...evidence.map(({ says }) => says)]
        })
        expect(found).to.deep.equal(expected)
      })
    }

    it("those of one name after another, whosever they are", () => {
      const holders = { TRANSMITTER_ROLE: [transmitter, admin], EXECUTOR_ROLE: [transmitter] }
      expect(namesOf({ holders, accounts: { [safe]: safeOf(1), [plug]: key } })).to.deep.equal([
        ...["CONTRACT_WITHOUT_CODE", "TRANSMITTER_IS_OWNER", "ROLES_IN_ONE_KEY", "SAFE_OF_ONE"],
      ])
    })

    it("a transmitter who owns the plug alone, and how a plug and another contract are handed over", () => {
      const owned = { ...plugOf(transmitter), accounts: { [admin]: safeOf(1) } }
      const found = findWeaknesses(trustFacts(owned))
      const by = found.map(({ name, mend }) => [name, /\w+, then \w+/.exec(mend?.who ?? "")?.[0]])
      expect(by).to.deep.equal([
        ["TRANSMITTER_IS_OWNER", undefined],
        ["OWNER_IS_KEY", "transferOwnership, then acceptOwnership"],
        ...[1, 2, 3, 4].map(() => ["SAFE_OF_ONE", "nominateOwner, then claimOwner"]),
      ])
    })

    it("leaves to the plug's owner what he can mend, and the rest to others", () => {
      const accounts = { [safe]: safeOf(1), [admin]: safeOf(1) }
      const holders = { EXECUTOR_ROLE: [watcher] }
      const by = findWeaknesses(trustFacts({ accounts, holders })).map(({ name, mend }) => [name, mend?.by])
      const rest = owned.map(() => ["SAFE_OF_ONE", "others"])
      expect(by).to.deep.equal([["ROLES_IN_ONE_KEY", "others"], ["SAFE_OF_ONE", undefined], ...rest])
    })

    it("nothing of a sibling on a chain that was not read, nor of a switchboard whose state was not", () => {
      const { dst } = trustFacts({ end: { config: { ...config, siblingPlug: socket } } })
      expect(findWeaknesses({ src: undefined, dst })).to.deep.equal([])
      expect(namesOf({ inbound: { state: undefined }, holders: { WATCHER_ROLE: [] } })).to.deep.equal([])
    })

    function mutual(ofDst: string, ofSrc: string): string[] {
      return [siblingOf(`${plug}, 41001`, ofDst), siblingOf(`${contracts.sibling}, 41002`, ofSrc)]
    }
  })

  it("says what a lone watcher does, and what a timeout of zero means, by the rule of the switchboard", () => {
    const saysOf = (rule: "fast" | "optimistic") =>
      findWeaknesses(
        trustFacts({ inbound: { rule }, state: { timeoutInSeconds: 0n }, holders: { WATCHER_ROLE: [people.watcher] } }),
      ).map(({ says }) => [says.includes("attests alone"), says.includes("without all watchers")])
    expect(saysOf("fast")).to.deep.equal([
      [false, true],
      [true, false],
    ])
    expect(saysOf("optimistic")).to.deep.equal([
      [false, false],
      [false, false],
    ])
  })
})
