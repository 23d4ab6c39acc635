import { expect } from "chai"
import { describe, it } from "mocha"
import { concat, encodeAbiParameters, encodeErrorResult, type Hex, parseAbi } from "viem"

import { decodeRevertData } from "#src/primitives/reverts/decodeRevertData.js"

const abi = parseAbi(["error TooLate(uint256 by)", "error TooSoon()"])
const builtIns = parseAbi(["error Error(string reason)", "error Panic(uint256 code)"])
const panic = (code: bigint): Hex => encodeErrorResult({ abi: builtIns, errorName: "Panic", args: [code] })

describe("decodeRevertData", () => {
  it("names the error of the first ABI that has it", () => {
    const data = encodeErrorResult({ abi, errorName: "TooLate", args: [7n] })
    const other = parseAbi(["error TooLate(uint256 seconds)"])
    expect(decodeRevertData(data, [[], abi, other])).to.deep.equal({
      data,
      name: "TooLate",
      args: [7n],
      reason: "TooLate(by: 7)",
    })
    expect(decodeRevertData(data, [other, abi]).reason).to.equal("TooLate(seconds: 7)")
    expect(decodeRevertData(encodeErrorResult({ abi, errorName: "TooSoon" }), [abi])).to.deep.include({ args: [] })
  })

  it("tells apart no data, an unknown error, and one of the compiler's that is cut off", () => {
    const reasons = (["0x", "0x12345678", "0x08c379a000", "0x4e487b7100", "0x4e487b"] as const).map((data) => {
      const decoded = decodeRevertData(data, [abi])
      expect(decoded).to.deep.include({ data, args: [] }).and.not.have.property("name")
      return decoded.reason
    })
    expect(new Set(reasons)).to.have.property("size", 5)
    expect(reasons[0]).to.not.include("0x")
    expect(reasons[1]).to.include("0x12345678")
    expect(reasons[2]).to.include("Error(string)")
    expect(reasons[3]).to.include("Panic(uint256)")
    expect(reasons[4]).to.include("0x4e487b,").and.not.include("selector")
  })

  it("finds the innermost error that an ABI has, in errors of known and of unknown signature", () => {
    const wrappers = parseAbi([
      "error CallFailed(bytes reason)",
      "error WrappedError(address target, bytes4 selector, bytes reason, bytes details)",
    ])
    const late = encodeErrorResult({ abi, errorName: "TooLate", args: [9n] })
    const once = encodeErrorResult({ abi: wrappers, errorName: "CallFailed", args: [late] })
    const args = [`0x${"a1".repeat(20)}`, "0xb2b2b2b2", once, "0x"] as const
    const twice = encodeErrorResult({ abi: wrappers, errorName: "WrappedError", args })
    const inner = { name: "TooLate", args: [9n], data: late, reason: "TooLate(by: 9)" }
    for (const abis of [[abi, wrappers], [abi]]) {
      for (const data of [once, twice]) {
        const decoded = decodeRevertData(data, abis)
        expect(decoded).to.deep.include({ data, inner })
        expect(decoded.reason).to.match(/, which wraps TooLate\(by: 9\)$/)
      }
    }
    expect(decodeRevertData(twice, [wrappers]).inner).to.deep.include({ name: "CallFailed" })
    const text = encodeErrorResult({ abi: builtIns, errorName: "Error", args: ["closed"] })
    expect(
      decodeRevertData(encodeErrorResult({ abi: wrappers, errorName: "CallFailed", args: [text] }), []).reason,
    ).to.match(/, which wraps closed$/)
    expect(decodeRevertData(late, [abi])).to.not.have.property("inner")
    expect(
      decodeRevertData(encodeErrorResult({ abi: wrappers, errorName: "CallFailed", args: ["0x"] }), [abi]),
    ).to.not.have.property("inner")
  })

  it("takes a text for a text, also one that looks like an error", () => {
    const late = encodeErrorResult({ abi, errorName: "TooLate", args: [9n] })
    const data = concat(["0x08c379a0", encodeAbiParameters([{ type: "bytes" }], [late])])
    expect(decodeRevertData(data, [abi]))
      .to.include({ name: "Error" })
      .and.not.have.property("inner")
  })

  it("shows a text on one line, to 200 characters", () => {
    const withText = (text: string) =>
      decodeRevertData(encodeErrorResult({ abi: builtIns, errorName: "Error", args: [text] }), []).reason
    expect(withText("not\nnow")).to.equal("not now")
    expect([200, 201].map((length) => withText("x".repeat(length)).endsWith("x"))).to.deep.equal([true, false])
  })

  it("knows each panic of the compiler, and which it is", () => {
    const codes = [0x01, 0x11, 0x12, 0x21, 0x22, 0x31, 0x32, 0x41, 0x51]
    const known = codes.map((code) => decodeRevertData(panic(BigInt(code)), []).reason)
    for (const [index, reason] of known.entries()) expect(reason).to.include(`(0x${codes[index]!.toString(16)})`)
    const unknown = [0x00, 0x02, 0x10, 0x99].map((code) => decodeRevertData(panic(BigInt(code)), []).reason)
    const kinds = (reasons: readonly string[]) => new Set(reasons.map((reason) => reason.replace(/ \(.*/, "")))
    expect([kinds(known).size, kinds(unknown).size]).to.deep.equal([codes.length, 1])
    expect(known.map((reason) => /overflow|division|outside its (?:enum|array)/.exec(reason)?.[0])).to.deep.equal([
      undefined,
      "overflow",
      "division",
      "outside its enum",
      undefined,
      undefined,
      "outside its array",
      undefined,
      undefined,
    ])
  })
})
