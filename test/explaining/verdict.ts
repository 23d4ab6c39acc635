import { expect } from "chai"
import { describe, it } from "mocha"

import { findVerdict, rankCauses } from "#src/explaining/explain.js"
import type { Cause, Verdict } from "#src/explaining/Explanation.js"

const info = (verdict: Exclude<Verdict, "delivered">) => ({ verdict })
const table = { early: info("failed"), middle: info("stuck"), late: info("waiting"), unread: info("unknown") }
type Name = keyof typeof table
const cause = (name: Name, more: Partial<Cause<Name>> = {}): Cause<Name> => ({
  ...({ name, certainty: "certain", about: null, says: "", evidence: [], mend: null } as const),
  ...more,
})

describe("rankCauses", () => {
  it("has the surest first, and of equally sure ones the one that comes first in the table", () => {
    const causes = [
      cause("early", { certainty: "possible" }),
      cause("unread", { certainty: "likely" }),
      cause("late"),
      cause("middle", { certainty: "likely" }),
      cause("middle"),
    ]
    expect(rankCauses(causes, table).map(({ name, certainty }) => `${certainty} ${name}`)).to.deep.equal([
      "certain middle",
      "certain late",
      "likely middle",
      "likely unread",
      "possible early",
    ])
  })
})

describe("findVerdict", () => {
  const verdict = (causes: readonly Cause<Name>[], ids: readonly string[], arrived: readonly string[] = []) => {
    const items = ids.map((id) => ({ id, status: "", says: "", since: null }))
    return findVerdict(causes, { table, items, arrived: new Set(arrived) })
  }

  it("is that of the first cause of the item, or of all items, and waiting without one", () => {
    expect(verdict([], ["a"])).to.equal("waiting")
    expect(verdict([cause("middle", { about: "a" }), cause("early", { about: "a" })], ["a"])).to.equal("stuck")
    expect(verdict([cause("early", { about: "b" }), cause("late", { about: "a" })], ["a"])).to.equal("waiting")
    expect(verdict([cause("early", { about: "b" })], ["a"])).to.equal("waiting")
    expect(verdict([cause("middle"), cause("early", { about: "a" })], ["a"])).to.equal("stuck")
  })

  it("is that of what concerns all where there is no item", () => {
    expect(verdict([], [])).to.equal("waiting")
    expect(verdict([cause("early")], [])).to.equal("failed")
    expect(verdict([cause("early", { about: "a" })], [])).to.equal("waiting")
  })

  it("is the most severe one of several items, and none counts for what has arrived", () => {
    const of = (...names: Name[]) => names.map((name, index) => cause(name, { about: String(index) }))
    const ids = ["0", "1"]
    expect(verdict(of("late", "early"), ids)).to.equal("failed")
    expect(verdict(of("unread", "middle"), ids)).to.equal("stuck")
    expect(verdict(of("late", "unread"), ids)).to.equal("unknown")
    expect(verdict(of("late", "early"), ids, ["1"])).to.equal("waiting")
    expect(verdict(of("early", "late"), ids, ["0", "1"])).to.equal("delivered")
  })
})
