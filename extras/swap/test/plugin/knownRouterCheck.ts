import { expect } from "chai"
import { describe, it } from "mocha"

import { knownRouter } from "#extras/swap/src/plugin/knownRouterCheck.js"
import type { ConfigCheck } from "#src/plugin/config/configChecks.js"

/** What a check says of a value: path and sentence of each problem. */
function problems(check: ConfigCheck, value: unknown): string[] {
  const told: string[] = []
  check(value, ["here"], (path, message) => told.push(`${path.join(".")} ${message}`))
  return told
}

describe("a described router", () => {
  const struct = {
    name: "request",
    type: "tuple[2][]",
    components: [
      { name: "to", type: "address" },
      { name: "call", type: "bytes" },
      { name: "hash", type: "bytes32" },
    ],
  }
  const abi = [
    { type: "function", name: "bridge", inputs: [struct, { name: "to", type: "address" }] },
    { type: "function", name: "bridge", inputs: [{ name: "other", type: "uint256" }] },
    { type: "function", name: "none", inputs: [] },
    { type: "event", name: "bridged", inputs: [{ name: "to", type: "address" }] },
  ]
  const at = (described: unknown, functionName = "bridge"): unknown => ({
    abi,
    functions: { [functionName]: described },
  })
  const isKnown = (value: unknown) => problems(knownRouter, value).length === 0
  const whole = { to: "receiver", call: { call: "to" }, hash: "refund" }

  it("says of arguments of its function what their types can mean", () => {
    const good = [
      ...[{}, { to: "receiver", other: "fee" }, { request: "ignored" }, { request: whole }],
      { request: { to: "ignored", call: "ignored" } },
    ]
    expect(good.filter((described) => !isKnown(at(described)))).to.deep.equal([])
    const wrong = [
      ...["receiver", null, [], { from: "receiver" }, { To: "receiver" }, { to: "fee" }, { to: "x" }, { to: 1 }],
      ...[{ to: { call: "this" } }, { other: "receiver" }, { other: "toString" }, { request: "receiver" }],
      ...[{ request: { to: "receiver", mood: "ignored" } }, { request: { call: "receiver" } }],
      ...[{ request: { call: { call: 1 } } }, { request: { call: { call: "to", more: 1 } } }],
      ...[{ request: { hash: { call: "to" } } }, { request: [whole] }, { request: ["ignored"] }],
    ]
    expect(wrong.filter((described) => !isKnown(at(described)))).to.deep.equal(wrong)
  })

  it("describes functions of its ABI, and chains by number", () => {
    expect(problems(knownRouter, at({}, "bridged"))).to.deep.equal([
      "here.functions.bridged must be the name of a function of the ABI.",
    ])
    expect(problems(knownRouter, { abi: [1, { name: "x" }], functions: {} })).to.deep.equal([
      "here.abi.0 must be an item of an ABI, as JSON.",
      "here.abi.1 must be an item of an ABI, as JSON.",
    ])
    expect([problems(knownRouter, {}), problems(knownRouter, 5)]).to.deep.equal([
      [
        "here.abi must be a list of the items of an ABI.",
        "here.functions must be an object with one key for each function.",
      ],
      ["here must be an object with abi, functions, chainIds, keepers."],
    ])
    const chains = (chainIds: object) => problems(knownRouter, { abi, functions: {}, chainIds })
    expect(chains({ 30: 8453, ["1".repeat(16)]: 1 })).to.deep.equal([])
    expect(chains({ a: 1, 5: 0, ["1".repeat(17)]: 1, 6: "7" })).to.deep.equal([
      "here.chainIds.5 must be a whole number from 1 to 9007199254740991.",
      "here.chainIds.6 must be a whole number from 1 to 9007199254740991.",
      "here.chainIds.a must be the number of a chain.",
      "here.chainIds.11111111111111111 must be the number of a chain.",
    ])
  })
})
