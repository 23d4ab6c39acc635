import { expect } from "chai"
import { describe, it } from "mocha"

import {
  hasKind,
  kindOfSwitchboard,
  needOf,
  readPaths,
  switchboardBetween,
  switchboardsIn,
} from "#src/devnet/messaging/paths.js"
import { at } from "#test/fixtures/wire/addresses.js"

describe("readPaths", () => {
  const chains = ["a", "b", "c"].map((name) => ({ name }))

  it("refuses a path that cannot be, before anything is started", () => {
    const wrong: readonly (readonly [unknown, RegExp])[] = [
      [{ between: ["a", "x"], kinds: ["FAST"] }, /no chain "x"/],
      [{ between: ["a", "a"], kinds: ["FAST"] }, /from a to itself/],
      [{ between: ["a", "b"], kinds: [] }, /no kind between a and b/],
      [{ between: ["a", "b"], kinds: ["SLOW"] }, /no kind "SLOW"/],
    ]
    for (const [path, reason] of wrong) expect(() => readPaths([path as never], chains)).to.throw(reason)
    const twice = [
      { between: ["a", "b"], kinds: ["FAST"] },
      { between: ["b", "a"], kinds: ["OPTIMISTIC"] },
    ] as const
    expect(() => readPaths(twice, chains)).to.throw(/comes twice/)
  })

  it("lists the path between every two, of every kind where nothing else is asked for, in one order", () => {
    const every = ["FAST", "OPTIMISTIC"]
    expect(readPaths([], chains)).to.deep.equal([
      { between: ["a", "b"], kinds: every },
      { between: ["a", "c"], kinds: every },
      { between: ["b", "c"], kinds: every },
    ])
    const asked = [
      { between: ["c", "a"], kinds: ["OPTIMISTIC"] },
      { between: ["b", "c"], kinds: ["OPTIMISTIC", "FAST"] },
    ] as const
    expect(readPaths(asked, chains)).to.deep.equal([
      { between: ["a", "b"], kinds: every },
      { between: ["a", "c"], kinds: ["OPTIMISTIC"] },
      { between: ["b", "c"], kinds: every },
    ])
  })
})

describe("the switchboards of a path", () => {
  const paths = [
    { between: ["a", "b"], kinds: ["OPTIMISTIC"] },
    { between: ["a", "c"], kinds: ["FAST", "OPTIMISTIC"] },
    { between: ["b", "c"], kinds: ["FAST"] },
  ] as const
  const contracts = { switchboard: at(0xf1), optimisticSwitchboard: at(0xf2) }

  it("are of the kinds that it has, in both directions", () => {
    const kinds = (one: string, other: string) =>
      (["FAST", "OPTIMISTIC"] as const).filter((kind) => hasKind(paths, [one, other], kind))
    expect([kinds("b", "a"), kinds("c", "a"), kinds("b", "c"), kinds("a", "d")]).to.deep.equal([
      ...[["OPTIMISTIC"], ["FAST", "OPTIMISTIC"], ["FAST"], []],
    ])
  })

  it("are the fast one for what the devnet sends, where there is one", () => {
    const between = (one: string, other: string) => switchboardBetween(paths, [one, other], contracts)
    expect([between("b", "a"), between("c", "a"), between("c", "b"), between("a", "d")]).to.deep.equal([
      ...[at(0xf2), at(0xf1), at(0xf1), at(0xf1)],
    ])
  })

  it("need attestations or time, and those of anybody else are unknown, however their address is written", () => {
    const more = { ...contracts, other: at(0xf3) }
    expect(switchboardsIn(more)).to.deep.equal(contracts)
    const upper = `0x${at(0xf1).slice(2).toUpperCase()}` as const
    expect([upper, at(0xf2), at(0xf3)].map((address) => kindOfSwitchboard(contracts, address))).to.deep.equal([
      ...["FAST", "OPTIMISTIC", undefined],
    ])
    expect([upper, at(0xf2), at(0xf3), undefined].map((address) => needOf(contracts, address))).to.deep.equal([
      ...["attestations", "time", undefined, undefined],
    ])
  })
})
