import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, zeroAddress } from "viem"

import { findUnknownSwitchboards, type WiringChange } from "#src/messaging/wiring/plan/WiringPlan.js"

const [one, two]: readonly Address[] = ["a", "b"].map((digit): Address => `0x${digit.repeat(40)}`)
const change = (of: Partial<WiringChange>) =>
  ({ kind: "connect", chain: "alpha", switchboard: one, switchboardKind: undefined, ...of }) as WiringChange

describe("findUnknownSwitchboards", () => {
  const namesOf = (changes: readonly WiringChange[], allowed: readonly Address[] = []) =>
    findUnknownSwitchboards(changes, allowed).map(({ chain, switchboard }) => `${chain} ${switchboard}`)

  it("finds those of connections that are neither known nor allowed", () => {
    expect(namesOf([change({})])).to.deep.equal([`alpha ${one}`])
    expect(namesOf([change({ switchboardKind: "FAST" })])).to.deep.equal([])
    expect(namesOf([change({})], [`0x${"A".repeat(40)}`])).to.deep.equal([])
    expect(namesOf([change({}), change({ switchboard: two! })], [one!])).to.deep.equal([`alpha ${two}`])
  })

  it("asks for no leave to disconnect, which trusts no switchboard", () => {
    expect(namesOf([change({ kind: "disconnect", sibling: zeroAddress })])).to.deep.equal([])
    expect(namesOf([change({ kind: "disconnect", switchboard: zeroAddress }), change({})])).to.have.length(1)
  })

  it("names each once a chain", () => {
    const changes = [change({}), change({}), change({ chain: "beta" }), change({ switchboard: two! })]
    expect(namesOf(changes)).to.deep.equal([`alpha ${one}`, `beta ${one}`, `alpha ${two}`])
  })
})
