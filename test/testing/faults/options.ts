import { expect } from "chai"
import { describe, it } from "mocha"

import { isPlugsError } from "../../../src/primitives/PlugsError.js"
import { optionChecks, type OptionType } from "../../../src/testing/faults/options.js"
import type { OpenWorld } from "../../../src/testing/world/OpenWorld.js"

const chain = (slug: number) => ({ slug })
const world = {
  devnet: { chains: { alpha: chain(1), beta: chain(2) }, messaging: {} },
  accounts: { watchers: [{}, {}] },
} as unknown as OpenWorld

/** The argument that is refused; `undefined` if none is. */
function refused(type: OptionType, value: unknown, fault: Record<string, unknown> = { fault: "slow" }): unknown {
  try {
    optionChecks[type](value, "given", fault, world)
    return undefined
  } catch (error) {
    if (!isPlugsError(error)) throw error
    return [error.code, error.facts["argument"]]
  }
}

describe("the options of faults", () => {
  type Values = readonly [right: readonly unknown[], wrong: readonly unknown[]]
  const values: Partial<Record<OptionType, Values>> = {
    blocks: [
      [1, 2, 1_000],
      [0, 1_001, 1.5, "1", undefined],
    ],
    percent: [
      [0, 0.5, 100, 1e6],
      [-0.5, NaN, Infinity, 5n],
    ],
    seconds: [
      [0, 0.5, 60],
      [-1, Infinity],
    ],
    shift: [
      [-60, 0, 0.5],
      [Infinity, NaN, "1"],
    ],
    wholeSeconds: [
      [0, 60],
      [-1, 0.5],
    ],
    seed: [
      [-1, 0, 7],
      [0.5, "7"],
    ],
    status: [
      [400, 503],
      [399, 400.5],
    ],
    times: [
      [1, 5],
      [0, 1.5],
    ],
    watchers: [
      [1, 2],
      [0, 3, 1.5],
    ],
    amount: [
      [0n, 5n],
      [-1n, 5],
    ],
    boolean: [
      [true, false],
      ["true", 1, undefined],
    ],
    string: [
      ["", "text"],
      [5, undefined],
    ],
    servedChain: [
      ["alpha", "beta"],
      ["gamma", "gateway", "", undefined, 1],
    ],
    part: [
      ["seal", "watcher", "keeper"],
      ["carry", undefined],
    ],
    // The payloads' states are those of a world with a gateway.
    state: [
      ["RECEIVED", "EXECUTION_SUCCESS"],
      ["FINALIZED", "received"],
    ],
    tripped: [["everything", "path", "proposals"], ["nothing"]],
    forgery: [
      ["unsent", "altered", "doubled"],
      ["sent", undefined],
    ],
    hex: [
      ["0x", "0x12ab"],
      ["0x1", "12", 5, "0xzz"],
    ],
    api: [["messaging"], ["gateway", "swap", "explorer"]],
  }
  for (const [type, [right, wrong]] of Object.entries(values)) {
    it(`take and refuse, of the type ${type}, up to the unit`, () => {
      for (const value of right) expect(refused(type as OptionType, value), String(value)).to.equal(undefined)
      const refusal = ["INVALID_INPUT", "given"]
      for (const value of wrong) expect(refused(type as OptionType, value), String(value)).to.deep.equal(refusal)
    })
  }

  it("name a path by another chain than the one that it leads to", () => {
    expect(refused("sourceOfPath", "beta", { fault: "trip", chain: "alpha", what: "path" })).to.equal(undefined)
    expect(refused("sourceOfPath", "alpha", { fault: "trip", chain: "alpha", what: "path" })).to.not.equal(undefined)
    expect(refused("sourceOfPath", "beta", { fault: "trip", chain: "alpha", what: "everything" })).to.not.equal(
      undefined,
    )
  })
})
