import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import { findKeySets, type Need } from "#extras/audit/src/trust/keySets.js"
import { anyHolder, canSign, everyHolder, ownerOf } from "#extras/audit/src/trust/needs.js"
import type { Account, OwnedContract } from "#extras/audit/src/trust/TrustFacts.js"
import { ofSafe, trustFacts } from "#extras/audit/test/fixtures/trustFacts.js"
import { at, contracts, people } from "#test/fixtures/wire/addresses.js"

const { admin, plugOwner, transmitter, tripper } = people

/** Each set with whom it takes and as what, and whether there can be no others. */
function setsOf(need: Need): unknown[] {
  const { sets, isWhole } = findKeySets(need)
  return [...sets.map(({ holders }) => holders.flatMap(({ address, as }) => [address, ...as])), isWhole]
}

describe("canSign", () => {
  it("takes a key for one that signs, also with delegated code, and what is not known; no contract", () => {
    const kinds: readonly Account[] = [
      ...([{ kind: "key" }, { kind: "delegated key", delegate: at(1) }, { kind: "unknown" }] as const),
      ...([{ kind: "contract" }, { kind: "nobody" }, { kind: "timelock", delay: 1n }] as const),
      { ...ofSafe, threshold: 1, signers: [at(1)], modules: [] },
    ]
    const can = kinds.filter((account) => canSign({ accounts: new Map([[at(9), account]]) }, at(9)))
    expect(can.map(({ kind }) => kind)).to.deep.equal(["key", "delegated key", "unknown"])
    expect(canSign({ accounts: new Map() }, at(9))).to.equal(false)
  })
})

describe("ownerOf", () => {
  const { dst } = trustFacts()
  const of = (name: string, owner: OwnedContract["owner"], nominee: OwnedContract["nominee"]) =>
    setsOf(ownerOf(dst, { name, address: contracts.switchboard, owner, nominee }))

  it("is the owner or the next one, unknown where a contract was not read, and where a plug tells no owner", () => {
    expect(of("switchboard", admin, tripper)).to.deep.equal([
      ...[[admin, "owner of the switchboard"], [tripper, "next owner of the switchboard"], true],
    ])
    expect(of("switchboard", admin, null)).to.deep.equal([[admin, "owner of the switchboard"], true])
    expect(of("switchboard", null, null)).to.deep.equal([true])
    for (const [owner, nominee] of [
      [undefined, null],
      [null, undefined],
    ] as const) {
      expect(of("switchboard", owner, nominee)).to.deep.equal([false])
    }
    for (const name of ["plug", "sibling"]) {
      expect(of(name, null, plugOwner)).to.deep.equal([[plugOwner, `next owner of the ${name}`], false])
      expect(of(name, admin, null)).to.deep.equal([[admin, `owner of the ${name}`], true])
    }
  })
})

describe("the holders of a role", () => {
  const role = { name: "TRANSMITTER_ROLE", slug: 41_001 } as const
  const held = (holders: readonly Address[], isComplete = true) => {
    const { dst } = trustFacts({ holders: { TRANSMITTER_ROLE: holders }, isComplete })
    const parts = [dst, dst.transmitManager, role, "transmitter"] as const
    return [setsOf(anyHolder(...parts)), setsOf(everyHolder(...parts))]
  }

  it("are any of them or all, of those that can use it, and others where not all are known", () => {
    const [one, two] = [
      [transmitter, "transmitter"],
      [tripper, "transmitter"],
    ]
    expect(held([transmitter, tripper, contracts.safe])).to.deep.equal([
      [one, two, true],
      [[...one, ...two], true],
    ])
    expect(held([])).to.deep.equal([[true], [[], true]])
    expect(held([transmitter], false)).to.deep.equal([[one, false], [false]])
  })
})
