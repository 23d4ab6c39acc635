import { expect } from "chai"
import { describe, it } from "mocha"

import { isPlugsError } from "#src/primitives/PlugsError.js"
import { pathOf, plainSchedule } from "#src/testing/exploring/Schedule.js"
import { checkExploration, type ExploreOptions } from "#src/testing/exploring/WorldExplore.js"

const nothing = (): undefined => undefined

/** The argument that is refused; `undefined` if none is. */
function refused(options: unknown, given: { scenario?: unknown; invariant?: unknown; isUnderWay?: boolean } = {}) {
  const { scenario, invariant, isUnderWay = false } = { scenario: nothing, invariant: nothing, ...given }
  try {
    checkExploration(options as ExploreOptions, scenario, invariant, { isUnderWay })
    return undefined
  } catch (error) {
    if (!isPlugsError(error)) throw error
    expect(error.code).to.equal("INVALID_INPUT")
    return error.facts["argument"]
  }
}

describe("what explore is called with", () => {
  it("is right with any number of right options, and with none", () => {
    const path = pathOf(plainSchedule)
    const all = { runs: 1, seconds: 0.5, timeout: 1e-3, seed: -7, path, faults: true, onRun: nothing }
    const others = { everyStep: true, keep: false, failOnGrowth: true }
    for (const options of [
      {},
      all,
      others,
      { faults: false },
      { faults: [] },
      { faults: ["reorg", "down"] },
      { seed: 0 },
    ]) {
      expect(refused(options), JSON.stringify(options)).to.equal(undefined)
    }
  })

  it("is refused with the first option that is wrong", () => {
    const wrong: readonly (readonly [argument: string, values: readonly unknown[]])[] = [
      ["runs", [0, -1, 1.5, NaN, Infinity, "5", null]],
      ["seconds", [0, -1, NaN, Infinity, "5"]],
      ["timeout", [0, -1, Infinity]],
      ["seed", [0.5, NaN, 2 ** 53, "7"]],
      ["path", ["", "no path", 5, null]],
      ["faults", ["reorg", ["reorg", "rerog"], [5], null]],
      ["onRun", [5, "log", null]],
    ]
    for (const [argument, values] of wrong) {
      for (const value of values)
        expect(refused({ [argument]: value }), `${argument} ${String(value)}`).to.equal(argument)
    }
    expect(refused({ rnus: 5 })).to.equal("explore")
  })

  it("is refused without functions, without an object of options, and while it is under way", () => {
    for (const none of [undefined, null, 5, {}]) {
      expect(refused({}, { scenario: none })).to.equal("scenario")
      expect(refused({}, { invariant: none })).to.equal("invariant")
    }
    for (const options of [undefined, null, 5, nothing]) expect(refused(options)).to.equal("options")
    expect(refused({}, { isUnderWay: true })).to.equal("explore")
  })
})
