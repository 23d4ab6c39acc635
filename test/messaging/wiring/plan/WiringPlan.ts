import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, zeroAddress } from "viem"

import { findUnknownSwitchboards, isAsWanted, type WiringChange } from "#src/messaging/wiring/plan/WiringPlan.js"

const [one, two]: readonly Address[] = ["a", "b"].map((digit): Address => `0x${digit.repeat(40)}`)
const none = zeroAddress
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

describe("isAsWanted", () => {
  it("wants the sibling and both switchboards of a connection, and of one that is removed no sibling alone", () => {
    const is = (
      of: Partial<WiringChange>,
      sibling: Address,
      inboundSwitchboard: Address,
      outboundSwitchboard: Address,
    ) => isAsWanted({ sibling, inboundSwitchboard, outboundSwitchboard }, change(of))
    const connect = { kind: "connect", sibling: two!, switchboard: one! } as const
    expect(is(connect, two!, one!, one!)).to.equal(true)
    for (const [sibling, inbound, outbound] of [
      [one!, one!, one!],
      [two!, two!, one!],
      [two!, one!, two!],
      [none, none, none],
    ] as const) {
      expect(is(connect, sibling, inbound, outbound)).to.equal(false)
    }
    const disconnect = { kind: "disconnect", sibling: none, switchboard: one! } as const
    expect([
      is(disconnect, none, two!, none),
      is(disconnect, none, one!, one!),
      is(disconnect, two!, one!, one!),
    ]).to.deep.equal([...[true, true, false]])
  })
})
