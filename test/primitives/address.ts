import { expect } from "chai"
import { describe, it } from "mocha"
import { getAddress, numberToHex } from "viem"

import { checksumOf, parseAddress } from "#src/primitives/address.js"
import { thrown } from "#test/fixtures/failure.js"

// From EIP-55's own list of examples.
const checksummed = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
const zero = `0x${"0".repeat(40)}`

describe("parseAddress", () => {
  it("returns the checksummed form of an address in any case", () => {
    const digits = checksummed.slice(2)
    for (const text of [checksummed, `0x${digits.toLowerCase()}`, `0x${digits.toUpperCase()}`, ` ${checksummed}\n`]) {
      expect(parseAddress(text, "--plug")).to.equal(checksummed)
    }
  })

  it("detects a letter in the wrong case", () => {
    const mistyped = checksummed.replace("F3", "f3")
    const error = thrown(() => parseAddress(mistyped, "--plug"))
    expect(error).to.include({ code: "INVALID_INPUT", argument: "--plug" })
    expect(error.message).to.include("wrong checksum")
  })

  for (const text of [
    "",
    "0x",
    checksummed.slice(0, -1),
    `${checksummed}0`,
    checksummed.slice(2),
    "vitalik.eth",
    "0xg".padEnd(42, "0"),
  ]) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      expect(thrown(() => parseAddress(text, "--plug"))).to.include({ code: "INVALID_INPUT", argument: "--plug" })
    })
  }

  it("refuses zero where it is not allowed", () => {
    expect(thrown(() => parseAddress(zero, "--plug"))).to.include({ code: "INVALID_INPUT", argument: "--plug" })
    expect(parseAddress(zero, "--plug", { allowZero: true })).to.equal(zero)
  })
})

describe("checksumOf", () => {
  it("adds the same checksum as viem, again and again, and to more addresses than it remembers", () => {
    expect([1, 2].map(() => checksumOf("0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed"))).to.deep.equal([
      checksummed,
      checksummed,
    ])
    const many = Array.from({ length: 10_001 }, (_, index) => numberToHex(index * 0xabcdef, { size: 20 }))
    expect(many.map(checksumOf).slice(-9)).to.deep.equal(many.slice(-9).map((address) => getAddress(address)))
    expect(checksumOf("0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed")).to.equal(checksummed)
  })
})
