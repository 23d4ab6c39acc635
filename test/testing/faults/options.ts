import { expect } from "chai"
import { describe, it } from "mocha"

import { payloadStates } from "#src/gateway/states.js"
import { messageStates } from "#src/messaging/states.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { optionChecks, optionNames, type OptionType } from "#src/testing/faults/options.js"
import type { OpenWorld } from "#src/testing/world/OpenWorld.js"
import { thrown } from "#test/fixtures/failure.js"

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

  it("say what can be given instead: the bounds that there are, and the names in this world", () => {
    const gated = { ...world, gateway: { chain: { name: "gateway" } } } as unknown as OpenWorld
    const all = { messaging: {}, gateway: {}, swap: {} }
    const full = { ...gated, devnet: { ...world.devnet, ...all } } as unknown as OpenWorld
    const fixOf = (type: OptionType, value: unknown, where = world) => {
      const { message } = thrown(() => {
        optionChecks[type](value, "given", { fault: "slow", chain: "alpha", what: "path" }, where)
      })
      return message.replace(/^.*? Give /, "").replace(/ Did you .*$/, "")
    }
    const cases: readonly (readonly [...Parameters<typeof fixOf>, fix: string | RegExp])[] = [
      ["blocks", 0, world, "an integer from 1 to 1000."],
      ["percent", -1, world, "a number of at least 0."],
      ["status", 1, world, "an integer of at least 400."],
      ["times", 0, world, "an integer of at least 1."],
      ["shift", Infinity, world, "a number."],
      ["seed", 0.5, world, "an integer."],
      ["servedChain", "x", gated, "one of alpha, beta."],
      ["sourceOfPath", "x", gated, "one of beta."],
      ["tripped", "x", world, "one of everything, path, proposals."],
      ["forgery", "x", world, "one of unsent, altered, doubled."],
      ["api", "x", full, "one of messaging, gateway, swap."],
    ]
    for (const [type, value, where, fix] of cases) expect(fixOf(type, value, where), type).to.equal(fix)
    expect([world, full].map((each) => optionNames.api!(each))).to.deep.equal([
      ["messaging"],
      ["messaging", "gateway", "swap"],
    ])
    const states = Object.keys(messageStates)
    expect([world, gated].map((each) => optionNames.state!(each))).to.deep.equal([
      states,
      [...states, ...Object.keys(payloadStates)],
    ])
    for (const [api, option] of Object.entries({ gateway: "gateway", swap: "market" })) {
      expect(
        thrown(() => {
          optionChecks.api(api, "given", {}, world)
        }).message,
      ).to.contain(`{ ${option}: true }`)
    }
    for (const api of Object.keys(all)) optionChecks.api(api, "given", {}, full)
  })

  it("say that they are required where they are missing, and otherwise what was given", () => {
    const saidOf = (type: OptionType, value: unknown) =>
      thrown(() => {
        optionChecks[type](value, "given", { fault: "slow" }, world)
      }).message
    expect(saidOf("seconds", undefined)).to.contain("slow requires it")
    expect(saidOf("seconds", "soon")).to.contain(": soon is out of range")
    expect(saidOf("servedChain", undefined)).to.contain("it is required")
    expect(saidOf("servedChain", 7n)).to.contain('there is no "7n"')
    expect(saidOf("boolean", "true")).to.contain('"true" is no boolean')
    expect(saidOf("hex", "0x1")).to.contain("0x1 is not bytes")
    expect(saidOf("watchers", 3)).to.contain("this world has 2").and.contain("{ watchers: 3 }")
  })
})
