import { inspect } from "node:util"

import { expect } from "chai"
import { describe, it } from "mocha"

import { readUint256, readWholeNumber } from "#src/primitives/numbers/amount.js"

const none = [-1, 1.5, NaN, Infinity, "", "-1", "1.5", "1e3", "0x1", " 1", null, undefined, true, {}, [1]]

describe("readWholeNumber", () => {
  it("reads a number or its digits, up to the most", () => {
    expect(
      [0, 7, "0", "007", Number.MAX_SAFE_INTEGER, "9007199254740991"].map((value) => readWholeNumber(value)),
    ).to.deep.equal([...[0, 7, 0, 7, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]])
    expect([9, 10, "9", "10"].map((value) => readWholeNumber(value, 9))).to.deep.equal([9, undefined, 9, undefined])
    for (const value of [...none, 2 ** 53, "9007199254740992", "0".repeat(17), 1n]) {
      expect(readWholeNumber(value), inspect(value)).to.equal(undefined)
    }
  })
})

describe("readUint256", () => {
  it("reads a bigint, digits or an exact number, up to 256 bits", () => {
    const most = 2n ** 256n - 1n
    expect([0n, most, "0", `0${most}`.slice(1), 0, 7, Number.MAX_SAFE_INTEGER].map(readUint256)).to.deep.equal([
      ...[0n, most, 0n, most, 0n, 7n, BigInt(Number.MAX_SAFE_INTEGER)],
    ])
    for (const value of [...none, -1n, most + 1n, String(most + 1n), "0".repeat(79), 2 ** 53]) {
      expect(readUint256(value), inspect(value)).to.equal(undefined)
    }
  })
})
