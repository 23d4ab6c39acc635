import { expect } from "chai"
import { describe, it } from "mocha"

import { literal, property, writeCall } from "#src/primitives/writeCall.js"

describe("data as TypeScript", () => {
  it("is written so that the same comes of it", () => {
    for (const [value, written] of [
      [5n, "5n"],
      [5, "5"],
      [true, "true"],
      [null, "null"],
      ['say "hi"\n\u202E', '"say \\"hi\\"\\n\\u202e"'],
      [[1, [2n], "a"], '[1, [2n], "a"]'],
      [[], "[]"],
      [{ a: 1, b_2$: { c: "d" } }, '{ a: 1, b_2$: { c: "d" } }'],
      [{ "a b": 1, "2": 2, __proto__x: 3 }, '{ ["2"]: 2, ["a b"]: 1, __proto__x: 3 }'],
      [JSON.parse('{ "__proto__": 1 }'), '{ ["__proto__"]: 1 }'],
      [{ a: undefined, b: null }, "{ b: null }"],
      [{ a: undefined }, "{}"],
      [[{}, undefined, [{ a: {} }]], "[{}, undefined, [{ a: {} }]]"],
    ] as const) {
      expect(literal(value)).to.equal(written)
    }
  })

  it("has a name where the code has one for a text, however deep it is", () => {
    const nameOf = (text: string) => (text === "0x12" ? "greeter.address" : undefined)
    expect(literal({ to: ["0x12", "0x13"], by: { of: "0x12" } }, nameOf)).to.equal(
      '{ to: [greeter.address, "0x13"], by: { of: greeter.address } }',
    )
  })
})

describe("a property as TypeScript", () => {
  it("is a name, or in brackets where it is none", () => {
    expect(["add", "$a_1", "add(uint256)", "1a", "__proto__", ""].map(property)).to.deep.equal([
      ...[".add", ".$a_1", '["add(uint256)"]', '["1a"]', '["__proto__"]', '[""]'],
    ])
  })
})

describe("a call as TypeScript", () => {
  it("has its subject first, if it has one, and no object where there are no options", () => {
    expect([
      writeCall("down", { part: "watcher", chain: "alpha" }, "part"),
      writeCall("down", { part: "watcher", chain: undefined }, "part"),
      writeCall("down", { part: undefined, chain: "alpha" }, "part"),
      writeCall("down", { chain: "alpha" }),
      writeCall("down", {}),
    ]).to.deep.equal([
      'down("watcher", { chain: "alpha" })',
      'down("watcher")',
      'down({ chain: "alpha" })',
      'down({ chain: "alpha" })',
      "down()",
    ])
  })
})
