import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeErrorResult, type Hex, parseAbi } from "viem"

import { readRevert } from "#src/onchain/readRevert.js"

const abi = parseAbi(["error Closed(uint256 until)", "error Full()"])
const [closed, full]: readonly Hex[] = [
  encodeErrorResult({ abi, errorName: "Closed", args: [7n] }),
  encodeErrorResult({ abi, errorName: "Full" }),
]

describe("readRevert", () => {
  const reasonOf = (error: unknown) => readRevert(error, [abi])?.reason
  const errorWith = (more: object, message = "no") => Object.assign(new Error(message), more)
  const empty = "it gave no reason"

  it("finds revert data wherever libraries and nodes put it, and what is not empty first", () => {
    for (const error of [
      ...[closed, { data: closed }, { raw: closed }, { data: { data: closed } }, { error: { data: closed } }],
      ...[{ cause: { cause: { data: closed } } }, { data: "0x", cause: { raw: closed } }, { data: "0x", raw: closed }],
      ...[
        { data: "none", raw: closed },
        { data: null, error: null, cause: { data: closed } },
      ],
    ]) {
      expect(reasonOf(error), JSON.stringify(error)).to.equal("Closed(until: 7)")
    }
    // What is outside comes before what is inside, and data before raw.
    expect(reasonOf({ data: full, cause: { data: closed } })).to.equal("Full()")
    expect(reasonOf({ data: full, raw: closed })).to.equal("Full()")
    expect(reasonOf({ data: "0x" })).to.equal(empty)
  })

  it("looks for causes twelve deep, and no deeper", () => {
    const nested = (depth: number): unknown => (depth === 0 ? { data: full } : { cause: nested(depth - 1) })
    expect([reasonOf(nested(12)), reasonOf(nested(13))]).to.deep.equal(["Full()", undefined])
  })

  it("takes an error without data for a revert by its code or its words", () => {
    expect(reasonOf({ code: 3 })).to.equal(empty)
    expect([reasonOf({ code: 2 }), reasonOf({ code: 4 }), reasonOf({})]).to.deep.equal([
      undefined,
      undefined,
      undefined,
    ])
    expect(reasonOf(errorWith({}, "execution reverted"))).to.equal(empty)
    expect(reasonOf(errorWith({ details: "execution Reverted" }))).to.equal(empty)
    // The details are the node's own words.
    expect(reasonOf(errorWith({ details: "no answer" }, "execution reverted"))).to.equal(undefined)
    expect(reasonOf(errorWith({}, "unreverted"))).to.equal(undefined)
    for (const error of [undefined, null, "reverted", 3]) expect(reasonOf(error)).to.equal(undefined)
  })

  it("takes neither what a function returned for revert data, nor an error that it cannot read for none", () => {
    expect(reasonOf(errorWith({ name: "AbiDecodingDataSizeTooSmallError", data: closed }))).to.equal(undefined)
    expect(reasonOf({ name: "AbiDecodingDataSizeTooSmallError", data: closed })).to.equal("Closed(until: 7)")
    const says = "Internal error: transaction: Expected return data to be longer"
    const malformed = { data: "0x", args: [], reason: "malformed revert data" }
    const caused = (depth: number): Error => (depth === 0 ? new Error(says) : errorWith({ cause: caused(depth - 1) }))
    expect([readRevert(caused(0), []), readRevert(caused(12), [])]).to.deep.equal([malformed, malformed])
    expect(readRevert(caused(13), [])).to.equal(undefined)
    expect(reasonOf(errorWith({ data: full }, says))).to.equal("Full()")
  })
})
