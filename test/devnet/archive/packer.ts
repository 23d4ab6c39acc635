import { deepStrictEqual } from "node:assert"

import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"

import { createPacker, type Packable } from "../../../src/devnet/archive/packer.js"

const hex = fc.uint8Array({ maxLength: 100 }).map((bytes) => `0x${Buffer.from(bytes).toString("hex")}`)
const { value } = fc.letrec<{ value: Packable }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom(undefined, null, true, false, -0, NaN, Infinity, Number.MAX_SAFE_INTEGER, 2 ** 53, "0x", "0xabc"),
    fc.double(),
    fc.nat(),
    fc.bigInt(),
    hex,
    fc.string({ unit: "binary" }),
    fc.array(tie("value")),
    fc.array(tie("value")).map((items) => new Set(items)),
    fc.dictionary(fc.string(), tie("value"), { noNullPrototype: true }),
  ),
}))

describe("createPacker", () => {
  it("gives back what it was given", () => {
    const packer = createPacker()
    fc.assert(
      fc.property(value, (given) => {
        deepStrictEqual(packer.unpack(Buffer.from(packer.pack(given))), given)
      }),
    )
  })

  it("keeps the checksum of an address, and takes two bytes for one that it knows", () => {
    const packer = createPacker()
    const address = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512"
    expect(packer.unpack(Buffer.from(packer.pack(address)))).to.equal(address)
    expect(packer.pack(address)).to.have.length(2)
  })

  it("takes a byte for two digits of hex", () => {
    expect(createPacker().pack(`0x${"ab".repeat(32)}`)).to.have.length(34)
  })
})
