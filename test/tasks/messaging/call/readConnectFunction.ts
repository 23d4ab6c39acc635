import { expect } from "chai"
import { describe, it } from "mocha"
import { parseAbi } from "viem"

import { parseCall } from "#tasks/messaging/call/parseCall.js"
import { readConnectFunction } from "#tasks/messaging/connect/findEnds.js"
import { thrown } from "#test/fixtures/failure.js"

describe("readConnectFunction", () => {
  const read = (wanted: string, args?: string, abi?: readonly string[]) =>
    readConnectFunction({ function: wanted, args }, abi && parseAbi(abi as never))

  it("takes a signature as it is, and a name with its own parameters where they are others than usual", () => {
    expect(read("wire(uint32,bool)")).to.deep.equal({ signature: "wire(uint32,bool)", args: undefined })
    expect(read("wire")).to.deep.equal({ functionName: "wire", args: undefined })
    const own = ["function wire(uint32 slug, bool fast)", "function other(uint32)"]
    const found = read("wire", undefined, own)
    expect(found).to.have.nested.property("abi.0.inputs.1.type", "bool")
    expect(read("other", undefined, own)).to.have.nested.property("abi.0.name", "other")
    expect(read("none", undefined, own)).to.not.have.property("abi")
    expect(read("wire", undefined, ["function wire(uint32, address, address)"])).to.not.have.property("abi")
    // Which of two is meant, nobody knows.
    expect(read("wire", undefined, [...own, "function wire(uint32)"])).to.not.have.property("abi")
    expect(read("wire", undefined, ["error wire(bool)"])).to.not.have.property("abi")
  })

  it("reads numbers and truth, and leaves what may name an end as text", () => {
    const { args } = read("wire", "12, true ,false,sibling,0x12,-1,1.5, 007")
    expect(args).to.deep.equal([12n, true, false, "sibling", "0x12", "-1", "1.5", 7n])
  })
})

describe("integers of a call", () => {
  const value = (type: string, text: string) => parseCall({ signature: `f(${type})`, args: [text], chains: [] }).args[0]

  it("fit to the bit, on either side", () => {
    for (const [type, lowest, highest] of [
      ["uint8", 0n, 255n],
      ["int8", -128n, 127n],
      ["uint32", 0n, 2n ** 32n - 1n],
      ["int256", -(2n ** 255n), 2n ** 255n - 1n],
      ["uint256", 0n, 2n ** 256n - 1n],
      ["uint", 0n, 2n ** 256n - 1n],
      ["int", -(2n ** 255n), 2n ** 255n - 1n],
    ] as const) {
      const within = [lowest, highest].map(String)
      expect(
        within.map((each) => String(value(type, each))),
        type,
      ).to.deep.equal(within)
      for (const outside of [lowest - 1n, highest + 1n]) {
        expect(thrown(() => value(type, String(outside))).message, type).to.contain(`from ${lowest} to ${highest}`)
      }
    }
    expect([value("int48", "5"), value("int56", "5")]).to.deep.equal([5, 5n])
    expect([value("int256", "-0xff"), value("bytes2", "0xABcd")]).to.deep.equal([-255n, "0xABcd"])
    for (const text of ["0x1", "0x123456", "1234"])
      expect(thrown(() => value("bytes2", text)).message).to.contain("4 hexa")
    expect(thrown(() => value("bytes", "0x1")).message).to.contain("even number")
  })

  it("are no lists of another length, and structs have each field once", () => {
    expect(value("uint8[2]", "[1,2]")).to.deep.equal([1, 2])
    expect(value("uint8[]", "[]")).to.deep.equal([])
    for (const text of ["[1]", "[1,2,3]", "{}", "null", "7"]) {
      expect(thrown(() => value("uint8[2]", text)).facts["argument"]).to.contain("argument 1")
    }
    for (const text of ["[1]", "[1,true,3]", "7", "null", '{"a":1,"c":true}']) {
      expect(thrown(() => value("(uint8 a, bool b)", text)).facts["argument"]).to.contain("argument 1")
    }
    expect(value("(uint8 a, bool)", "[1,true]")).to.deep.equal([1, true])
    expect(thrown(() => value("(uint8 a, bool)", '{"a":1}')).message).to.contain("JSON list")
  })
})
