import { expect } from "chai"
import { describe, it } from "mocha"

import { parseAbiItems } from "#src/plugin/contracts/BookEntry.js"

const parameter = { name: "value", type: "uint256" }
const greet = { type: "function", name: "greet", inputs: [parameter], outputs: [], stateMutability: "view" }

/** A struct within structs. */
const nested = (depth: number): object => (depth === 0 ? parameter : { type: "tuple", components: [nested(depth - 1)] })

describe("parseAbiItems", () => {
  const isKept = (item: unknown) => parseAbiItems([item])!.length === 1

  it("keeps functions, events and errors as the compiler writes them", () => {
    const types = [
      "address",
      "bool",
      "string",
      "bytes",
      "bytes32",
      "int8",
      "uint256",
      "function",
      "uint8[]",
      "address[3][]",
    ]
    const items = [
      greet,
      { ...greet, outputs: undefined },
      { ...greet, name: "_$1" },
      { type: "event", name: "Greeted", inputs: [{ ...parameter, indexed: true }] },
      { type: "error", name: "Late", inputs: [] },
      ...types.map((type) => ({ ...greet, inputs: [{ type }], outputs: [{ type, name: "" }] })),
      { ...greet, inputs: [{ type: "tuple[2]", components: [parameter] }] },
      { ...greet, inputs: [nested(15)] },
    ]
    expect(parseAbiItems(items)).to.deep.equal(items)
  })

  it("leaves out everything else", () => {
    for (const item of [
      null,
      "greet",
      { ...greet, type: "constructor" },
      { ...greet, type: "fallback" },
      { ...greet, name: "a-b" },
      { ...greet, name: "1a" },
      { ...greet, name: undefined },
      { ...greet, inputs: undefined },
      { ...greet, outputs: {} },
      { ...greet, outputs: [{ type: "unit" }] },
      { ...greet, inputs: [parameter, { name: "x" }] },
      { ...greet, inputs: [null] },
      { ...greet, inputs: [{ ...parameter, name: "a b" }] },
      { ...greet, inputs: [{ type: "tuple" }] },
      { ...greet, inputs: [{ type: "tuple", components: [{ type: "x" }] }] },
      { ...greet, inputs: [{ type: "uint256[" }] },
      { ...greet, inputs: [nested(16)] },
      { type: "event", name: "Greeted" },
      { type: "error", name: "", inputs: [] },
    ])
      expect(isKept(item), JSON.stringify(item)).to.equal(false)
    expect([undefined, {}, "[]"].map(parseAbiItems)).to.deep.equal([undefined, undefined, undefined])
  })
})
