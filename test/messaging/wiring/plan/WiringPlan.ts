import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, zeroAddress } from "viem"

import { findUnknownSwitchboards, type WiringChange } from "#src/messaging/wiring/plan/WiringPlan.js"

const one: Address = `0x${"a".repeat(40)}`
const change = (of: Partial<WiringChange>) =>
  ({ kind: "connect", chain: "alpha", switchboard: one, switchboardKind: undefined, ...of }) as WiringChange

describe("findUnknownSwitchboards", () => {
  const namesOf = (changes: readonly WiringChange[], allowed: readonly Address[] = []) =>
    findUnknownSwitchboards(changes, allowed).map(({ chain, switchboard }) => `${chain} ${switchboard}`)

  it("asks for no leave to disconnect, which trusts no switchboard", () => {
    expect(namesOf([change({ kind: "disconnect", sibling: zeroAddress })])).to.deep.equal([])
    expect(namesOf([change({ kind: "disconnect", switchboard: zeroAddress }), change({})])).to.have.length(1)
  })
})
