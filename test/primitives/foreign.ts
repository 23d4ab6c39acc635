import { expect } from "chai"
import { describe, it } from "mocha"

import { isEvmAddress, isEvmHash, isForeignAddress } from "#src/primitives/foreign.js"

const hex = (digits: number): string => `0x${"aB".repeat(100).slice(0, digits)}`

describe("what is of an EVM chain", () => {
  it("is an address or a hash by its digits, no more and no less", () => {
    expect([39, 40, 41, 64].map((digits) => isEvmAddress(hex(digits)))).to.deep.equal([false, true, false, false])
    expect([40, 63, 64, 65].map((digits) => isEvmHash(hex(digits)))).to.deep.equal([false, false, true, false])
    for (const text of [hex(40).slice(2), `${hex(39)}g`, ` ${hex(40)}`, ""]) {
      expect(isEvmAddress(text), text).to.equal(false)
    }
    for (const text of [hex(64).slice(2), `${hex(63)}g`, `${hex(64)}\n`, ""])
      expect(isEvmHash(text), text).to.equal(false)
  })
})

describe("isForeignAddress", () => {
  it("takes addresses of other chains", () => {
    for (const text of [
      "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM",
      "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
      "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N",
      hex(60),
      hex(64),
      "0x1::aptos_coin::AptosCoin",
      `${hex(64)}::coin`,
      "a".repeat(8),
      "a".repeat(200),
      "ab".repeat(17),
      "ab".repeat(23),
    ]) {
      expect(isForeignAddress(text), text).to.equal(true)
    }
  })

  it("takes no address of an EVM chain that is cut off, too long or without its 0x, and nothing else", () => {
    for (const text of [
      ...[39, 40, 41, 59, 65].map(hex),
      hex(40).replace("0x", "0X"),
      ...[36, 39, 40, 41, 44].map((digits) => hex(digits).slice(2)),
      "0x1::",
      `${hex(65)}::coin`,
      "0x1::a::b::c",
      "a".repeat(7),
      "a".repeat(201),
      "nine letters",
      "\u202Eabcdefgh",
      "",
    ]) {
      expect(isForeignAddress(text), text).to.equal(false)
    }
  })
})
