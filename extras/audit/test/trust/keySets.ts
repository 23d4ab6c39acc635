import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import {
  all,
  any,
  atLeast,
  findKeySets,
  impossible,
  type Need,
  nobodyNeeded,
  unread,
} from "#extras/audit/src/trust/keySets.js"
import type { Account } from "#extras/audit/src/trust/TrustFacts.js"
import { ofSafe } from "#extras/audit/test/fixtures/trustFacts.js"
import { at } from "#test/fixtures/wire/addresses.js"

const one = (number: number, account: Account = { kind: "key" }, as = "key"): Need => {
  const accounts = new Map<Address, Account>([[at(number), account]])
  return { kind: "account", address: at(number), accounts, as, evidence: [{ source: as, says: String(number) }] }
}
const timelock = (delay: bigint): Account => ({ kind: "timelock", delay })
const crowd = (count: number, first = 1): Need[] => Array.from({ length: count }, (_, index) => one(first + index))

/** The sets, each as the numbers of its keys and its delay, and whether there can be no others. */
function setsOf(need: Need): unknown[] {
  const { sets, isWhole } = findKeySets(need)
  return [...sets.map(({ holders, delay }) => [holders.map(({ address }) => Number(address)), delay]), isWhole]
}

describe("findKeySets", () => {
  it("takes nobody for all of nothing, and nothing for any of it, whatever else is unread", () => {
    expect(setsOf(nobodyNeeded)).to.deep.equal([[[], 0n], true])
    expect(setsOf(impossible)).to.deep.equal([true])
    expect(setsOf(unread)).to.deep.equal([false])
    expect(setsOf(all(impossible, unread))).to.deep.equal([true])
    expect(setsOf(all(unread, impossible))).to.deep.equal([true])
    expect(setsOf(all(one(1), unread))).to.deep.equal([false])
    expect(setsOf(any(one(1), unread))).to.deep.equal([[[1], 0n], false])
    expect(setsOf(all(one(1), { kind: "any", of: [] }))).to.deep.equal([true])
  })

  it("keeps the smallest sets, of as many keys those first that wait less, and none with another one in it", () => {
    const slow = one(2, timelock(500n))
    expect(setsOf(any(all(one(1), one(3)), slow, one(4), one(1), one(5, timelock(60n))))).to.deep.equal([
      ...[
        [[4], 0n],
        [[1], 0n],
        [[5], 60n],
        [[2], 500n],
      ],
      true,
    ])
    expect(setsOf(all(slow, one(5, timelock(60n)), one(1)))).to.deep.equal([[[2, 5, 1], 500n], true])
    expect(setsOf(all(one(1), any(one(1), one(2))))).to.deep.equal([[[1], 0n], true])
    // An address can be a timelock on one chain, and a key on another one.
    const either = any(one(1, timelock(500n)), all(one(1), one(2)))
    expect(setsOf(either)).to.deep.equal([[[1], 500n], [[1, 2], 0n], true])
  })

  it("counts an account once that is needed twice, with all that it is and was seen", () => {
    const { sets } = findKeySets(all(one(1, { kind: "key" }, "owner"), one(1, { kind: "key" }, "watcher"), one(1)))
    expect(sets).to.deep.equal([
      {
        holders: [{ address: at(1), kind: "key", as: ["owner", "watcher", "key"], through: [] }],
        ...{ delay: 0n, evidence: ["owner", "watcher", "key"].map((source) => ({ source, says: "1" })) },
      },
    ])
  })

  it("takes any of several things, none of fewer than one, and as many combinations as it tries", () => {
    for (const count of [0, -1]) expect(setsOf(atLeast(count, crowd(2)))).to.deep.equal([[[], 0n], true])
    expect(setsOf(atLeast(2, crowd(3)))).to.deep.equal([[[1, 2], 0n], [[1, 3], 0n], [[2, 3], 0n], true])
    expect(setsOf(atLeast(4, crowd(3)))).to.deep.equal([true])
    expect(setsOf(atLeast(1, crowd(64))).at(-1)).to.equal(true)
    expect(setsOf(atLeast(1, crowd(65))).at(-1)).to.equal(false)
    expect(setsOf(atLeast(1, crowd(32), 2)).at(-1)).to.equal(true)
    expect(setsOf(atLeast(1, crowd(33), 2)).at(-1)).to.equal(false)
  })

  it("keeps two hundred sets, and says that there are more", () => {
    const [most, more] = [200, 201].map((count) => findKeySets(any(...crowd(count))))
    expect([most?.sets.length, most?.isWhole]).to.deep.equal([200, true])
    expect([more?.sets.length, more?.isWhole]).to.deep.equal([200, false])
  })

  it("takes a Safe for as many of its signers as it takes, each once, and for each module; itself for nobody", () => {
    const safe = (threshold: number, signers: readonly number[], modules: readonly number[] = []): Need => {
      const accounts = new Map<Address, Account>([
        ...Array.from({ length: 80 }, (_, index) => index).map((number) => [at(number), { kind: "key" }] as const),
        [at(9), { ...ofSafe, threshold, signers: signers.map(at), modules: modules.map(at) }],
      ])
      return { kind: "account", address: at(9), accounts, as: "owner", evidence: [] }
    }
    expect(setsOf(safe(2, [1, 2, 3]))).to.deep.equal([[[1, 2], 0n], [[1, 3], 0n], [[2, 3], 0n], true])
    expect(setsOf(safe(1, [1, 1], [4]))).to.deep.equal([[[1], 0n], [[4], 0n], true])
    expect(setsOf(safe(2, [1, 1]))).to.deep.equal([true])
    expect(setsOf(safe(1, [9]))).to.deep.equal([true])
    expect(findKeySets(safe(1, [1])).sets[0]?.holders[0]?.through).to.deep.equal([at(9)])
    const many = Array.from({ length: 65 }, (_, index) => index + 10)
    expect(setsOf(safe(1, many.slice(1))).at(-1)).to.equal(true)
    expect(setsOf(safe(1, many)).at(-1)).to.equal(false)
    expect(setsOf(one(1, { kind: "nobody" }))).to.deep.equal([true])
  })
})
