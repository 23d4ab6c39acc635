import { expect } from "chai"
import { describe, it } from "mocha"
import { zeroAddress } from "viem"

import { findWeaknesses, weaknessNames } from "../../../src/messaging/trust/findWeaknesses.js"
import type { OwnedContract } from "../../../src/messaging/trust/TrustFacts.js"
import { contracts, type Differences, people, trustFacts } from "../../fixtures/wire/trustFacts.js"

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
    accounts: { [contracts.safe]: { kind: "Safe", threshold: 1, signers: people.signers, modules: [] } },
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
    expect(saysOf(zeroAddress)).to.contain("any sender of chain").and.not.contain("owner")
  })

  it("takes a key with delegated code for a key", () => {
    const delegated = { kind: "delegated key", delegate: contracts.socket } as const
    expect(namesOf({ ...plugOf(people.plugOwner), accounts: { [people.plugOwner]: delegated } })).to.deep.equal([
      "OWNER_IS_KEY",
    ])
  })

  it("sees the one signer of two Safes in both roles, and no one person in a Safe of two", () => {
    const [signer] = people.signers
    const safe = (threshold: number) => ({ kind: "Safe", threshold, signers: people.signers, modules: [] }) as const
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
})
