import { expect } from "chai"
import { describe, it } from "mocha"

import { type ComparedPath, compareTrust } from "#extras/audit/src/trust/compareTrust.js"

type Power = Omit<ComparedPath["powers"][number], "keys"> & { readonly keys: readonly number[] }

function path(powers: readonly Partial<Power>[], weaknesses: readonly string[] = []): ComparedPath {
  const timeout = { power: "forge", code: "FORGE_BY_TIMEOUT", seconds: 7_200n } as const
  return {
    ...{ srcChainName: "alpha", dstChainName: "beta", dstPlug: "0x01", accounts: [] },
    powers: powers.map(({ keys = [1, 2], ...power }) => ({
      ...{ ...timeout, ...power },
      keys: keys.map((key) => ({ address: String(key) })),
    })),
    weaknesses: weaknesses.map((name) => ({ name })),
    notWhole: [],
  }
}

function verdicts(before: ComparedPath, now: ComparedPath): (readonly [string, boolean])[] {
  return compareTrust([before], [now]).map(({ what, isWorse }) => [what, isWorse])
}

describe("compareTrust", () => {
  it("says nothing of what is as before", () => {
    expect(compareTrust([path([{}], ["ONE_WATCHER"])], [path([{}], ["ONE_WATCHER"])])).to.deep.equal([])
  })

  it("takes fewer keys and less time for worse, whatever the larger sets are", () => {
    const forge = "FORGE_BY_TIMEOUT"
    expect(verdicts(path([{}]), path([{ keys: [1] }, {}]))).to.deep.equal([[forge, true]])
    expect(verdicts(path([{}]), path([{ seconds: 60n }]))).to.deep.equal([[forge, true]])
    expect(verdicts(path([{}]), path([{ seconds: null }]))).to.deep.equal([[forge, false]])
    expect(verdicts(path([{ keys: [1] }]), path([{ seconds: 60n }]))).to.deep.equal([[forge, false]])
  })

  it("does not take for better what was not read, nor a path that is gone", () => {
    const unread = { ...path([]), notWhole: ["FORGE_BY_TIMEOUT"] }
    const [change] = compareTrust([path([{}])], [unread])
    expect(change).to.deep.include({ what: "FORGE_BY_TIMEOUT", now: "unknown", isWorse: true })
    expect(verdicts(path([{}]), { ...path([{ keys: [1] }]), notWhole: ["FORGE_BY_TIMEOUT"] })).to.deep.equal([
      ["FORGE_BY_TIMEOUT", true],
    ])
    expect(compareTrust([path([{}], ["ONE_WATCHER"])], []).map(({ what, isWorse }) => [what, isWorse])).to.deep.equal([
      ["path", true],
    ])
  })

  it("takes a new way or weakness for worse, and one that is gone for better", () => {
    const [bare, weak] = [path([]), path([{}], ["ONE_WATCHER"])]
    expect(verdicts(bare, weak)).to.deep.equal([
      ["FORGE_BY_TIMEOUT", true],
      ["ONE_WATCHER", true],
    ])
    expect(verdicts(weak, bare)).to.deep.equal([
      ["FORGE_BY_TIMEOUT", false],
      ["ONE_WATCHER", false],
    ])
    expect(compareTrust([], [weak])[0]).to.deep.equal({
      ...{ path: "alpha → beta 0x01", what: "FORGE_BY_TIMEOUT" },
      ...{ before: "-", now: "2 keys, 7200 s", isWorse: true },
    })
  })

  it("tells what was and what is of each of two paths, in the order of their names", () => {
    const [to, back] = [path([{}]), { ...path([{ seconds: 0n }]), srcChainName: "beta", dstChainName: "alpha" }]
    const before = [back, to]
    const now = [
      path(
        [
          { keys: [1], seconds: null },
          { seconds: 0n, keys: [1, 2, 3] },
        ],
        ["ONE_WATCHER"],
      ),
      back,
    ]
    expect(compareTrust(before, now)).to.deep.equal([
      {
        ...{ path: "alpha → beta 0x01", what: "FORGE_BY_TIMEOUT", before: "2 keys, 7200 s" },
        ...{ now: "1 key, time unknown", isWorse: true },
      },
      { path: "alpha → beta 0x01", what: "ONE_WATCHER", before: "-", now: "yes", isWorse: true },
    ])
    expect(compareTrust(before, [to])).to.deep.equal([
      { path: "beta → alpha 0x01", what: "path", before: "read", now: "-", isWorse: true },
    ])
    const slower = path([{ seconds: null }])
    expect(compareTrust([slower], [path([{}])])[0]).to.include({ before: "2 keys, time unknown", isWorse: true })
    expect(compareTrust([slower], [slower])).to.deep.equal([])
    expect(compareTrust([path([{ seconds: 0n }])], [path([{}])])[0]).to.include({ before: "2 keys", isWorse: false })
  })

  it("compares the set of a way that has the fewest keys, and of as many keys the least time, in whatever order", () => {
    const sets = [
      { keys: [1, 2], seconds: 60n },
      { keys: [1, 2], seconds: null },
      { keys: [1], seconds: null },
      { keys: [1], seconds: 9n },
      { keys: [1, 2, 3], seconds: 0n },
    ]
    for (const powers of [sets, sets.toReversed()]) {
      expect(compareTrust([path([])], [path(powers)]).map(({ now }) => now)).to.deep.equal(["1 key, 9 s"])
      expect(verdicts(path([{ keys: [1], seconds: 9n }]), path(powers))).to.deep.equal([])
    }
  })

  it("takes what is new for worse, and fewer keys as they are, though not everybody is known", () => {
    const notWhole = ["FORGE_BY_TIMEOUT"]
    const changes = (before: ComparedPath, now: ComparedPath) =>
      compareTrust([before], [{ ...now, notWhole }]).map((change) => [change.now, change.isWorse])
    expect(changes(path([]), path([{}]))).to.deep.equal([["2 keys, 7200 s", true]])
    expect(changes(path([{}]), path([{ keys: [1] }]))).to.deep.equal([["1 key, 7200 s", true]])
    expect(changes(path([{}]), path([{ keys: [1, 2, 3] }]))).to.deep.equal([["unknown", true]])
    expect(changes(path([{}], ["ONE_WATCHER"]), path([{}]))).to.deep.equal([["-", false]])
  })
})
