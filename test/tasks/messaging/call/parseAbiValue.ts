import { expect } from "chai"
import { describe, it } from "mocha"
import type { AbiParameter } from "viem"

import { encodeRelayAttribute } from "#src/messaging/onchain/standard/relayAttribute.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { parseAbiValue } from "#tasks/messaging/call/parseAbiValue.js"
import { thrown } from "#test/fixtures/failure.js"
import { at } from "#test/fixtures/wire/addresses.js"

const chains = [{ slug: 41_002, name: "beta", network: "beta" }]

/** What a text is as a value of a type; the argument that is refused if it is none. */
function parse(text: string, parameter: AbiParameter | string): unknown {
  const of = typeof parameter === "string" ? { type: parameter } : parameter
  try {
    return parseAbiValue(text, of, { argument: "value", chains })
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error
    return `refused ${error.argument}`
  }
}
const refused = "refused value"

describe("parseAbiValue", () => {
  it("reads numbers to the limits of their type, those of up to 48 bits as viem has them", () => {
    const cases: readonly (readonly [string, string, unknown])[] = [
      ["uint8", "0", 0],
      ["uint8", "255", 255],
      ["uint8", "256", refused],
      ["uint8", "-1", refused],
      ["uint8", "-0", 0],
      ["int8", "-128", -128],
      ["int8", "-129", refused],
      ["int8", "127", 127],
      ["int8", "128", refused],
      ["uint48", "281474976710655", 281_474_976_710_655],
      ["uint56", "7", 7n],
      ["uint256", "0x10", 16n],
      ["uint", String(2n ** 256n - 1n), 2n ** 256n - 1n],
      ["uint", String(2n ** 256n), refused],
      ["int", String(-(2n ** 255n)), -(2n ** 255n)],
      ["int", String(2n ** 255n), refused],
      ["uint256", "1.5", refused],
      ["uint256", "beta", refused],
      ["uint256", "", refused],
    ]
    for (const [type, text, value] of cases) expect(parse(text, type), `${type} ${text}`).to.deep.equal(value)
    // A chain by its name is its slug.
    expect([parse("beta", "uint32"), parse("41002", "uint32"), parse("gamma", "uint32")]).to.deep.equal([
      ...[41_002, 41_002, refused],
    ])
  })

  it("reads texts, flags, addresses and bytes of a length", () => {
    expect([parse(" a b ", "string"), parse("true", "bool"), parse("false", "bool")]).to.deep.equal([
      ...[" a b ", true, false],
    ])
    expect([parse("yes", "bool"), parse("1", "bool"), parse("x", "function")]).to.deep.equal([
      refused,
      refused,
      refused,
    ])
    expect([parse(at(0), "address"), parse(at(7).toLowerCase(), "address"), parse("0x12", "address")]).to.deep.equal([
      ...[at(0), at(7), refused],
    ])
    expect(["0x", "0x1234", "0x123", "1234"].map((text) => parse(text, "bytes"))).to.deep.equal([
      ...["0x", "0x1234", refused, refused],
    ])
    expect(["0x12", "0x1234", "0x123456"].map((text) => parse(text, "bytes2"))).to.deep.equal([
      ...[refused, "0x1234", refused],
    ])
  })

  it("reads lists as JSON, whose numbers keep their digits, and of a length that is fixed", () => {
    const large = String(2n ** 200n)
    expect(parse(`[1, ${large}, "3"]`, "uint256[]")).to.deep.equal([1n, 2n ** 200n, 3n])
    expect(parse("[[1, 2], []]", "uint8[][]")).to.deep.equal([[1, 2], []])
    expect(parse("[1, 2]", "uint8[2]")).to.deep.equal([1, 2])
    expect(parse("[]", "uint8[]")).to.deep.equal([])
    for (const [text, type] of [
      ["[1]", "uint8[2]"],
      ["[1, 2, 3]", "uint8[2]"],
      ["[1, 2", "uint8[]"],
      ["{}", "uint8[]"],
      ["1", "uint8[]"],
      ["[null]", "uint8[]"],
      ["[256]", "uint8[]"],
    ] as const) {
      expect(parse(text, type), text).to.equal(refused)
    }
    expect(parse('["0x12", "0x"]', "bytes[]")).to.deep.equal(["0x12", "0x"])
  })

  it("reads what the standard takes as bytes only where bytes of any length are wanted, and one of it as a list of one", () => {
    const relay = `requestRelay(0, 200000, ${at(7)})`
    const encoded = encodeRelayAttribute({ gasLimit: 200_000n, refundRecipient: at(7) })
    expect(
      ["bytes", "bytes[]", "bytes32", "bytes32[]", "bytes[][]", "string"].map((type) => parse(relay, type)),
    ).to.deep.equal([...[encoded, [encoded], refused, refused, refused, relay]])
    expect(parse(`["${relay}", "0x"]`, "bytes[]")).to.deep.equal([encoded, "0x"])
  })

  it("says of a text which type it is not of, and calls a tuple a struct", () => {
    const said = (type: string) =>
      thrown(() => parseAbiValue("{", { type }, { argument: "value", chains })).shortMessage.replace(/^.* of type /, "")
    expect(["tuple", "uint8[]", "uint8", "function"].map(said)).to.deep.equal([
      ...["struct.", "uint8[].", "uint8.", "function."],
    ])
  })

  it("reads structs by name or in order, as viem encodes them", () => {
    const [isOpen, amounts] = [
      { name: "isOpen", type: "bool" },
      { name: "amounts", type: "uint8[]" },
    ]
    const named = { type: "tuple", components: [isOpen, amounts] }
    for (const text of ['{"amounts": [1], "isOpen": true}', "[true, [1]]"]) {
      expect(parse(text, named), text).to.deep.equal({ isOpen: true, amounts: [1] })
    }
    const unnamed = { type: "tuple", components: [{ type: "bool" }, amounts] }
    expect(parse("[true, [1]]", unnamed)).to.deep.equal([true, [1]])
    expect(parse('{"amounts": [1]}', unnamed)).to.equal(refused)
    for (const text of ['{"amounts": [1]}', "[true]", "[true, [1], 3]", "true", "null", '"a"']) {
      expect(parse(text, named), text).to.equal(refused)
    }
    expect(parse("[[false, [2]]]", { type: "tuple[]", components: named.components })).to.deep.equal([
      ...[{ isOpen: false, amounts: [2] }],
    ])
    expect(parse("[]", { type: "tuple", components: [] })).to.deep.equal([])
    // No type that Solidity has.
    expect(parse("[true, [1]]", { ...named, type: "tuple]" })).to.equal(refused)
    const inner = { type: "tuple", components: [{ ...named, name: "how" }] }
    expect(parse('{"how": [false, [2]]}', inner)).to.deep.equal({ how: { isOpen: false, amounts: [2] } })
  })
})
