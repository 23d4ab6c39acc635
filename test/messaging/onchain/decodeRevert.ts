import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"
import { AbiDecodingDataSizeTooSmallError, parseAbi } from "viem"
import { encodeErrorResult } from "viem/utils"

import { plugAbi, protocolErrorsAbi } from "../../../src/messaging/onchain/abi.js"
import { decodeRevert } from "../../../src/messaging/onchain/decodeRevert.js"

const ownAbi = parseAbi(["error TooMuch(uint256 amount)", "error PlugDisconnected()"])
const tooMuch = encodeErrorResult({ abi: ownAbi, errorName: "TooMuch", args: [5n] })

describe("decodeRevert", () => {
  it("decodes the user's errors with the user's ABIs", () => {
    expect(decodeRevert(tooMuch, [ownAbi])).to.deep.equal({
      data: tooMuch,
      name: "TooMuch",
      args: [5n],
      reason: "TooMuch(amount: 5)",
    })
  })

  it("prefers the user's ABI if it has the same error", () => {
    const abi = parseAbi(["error InsufficientFees(uint256 needed, uint256 given)"])
    const data = encodeErrorResult({ abi, errorName: "InsufficientFees", args: [5n, 4n] })
    expect(decodeRevert(data, [abi])?.reason).to.equal("InsufficientFees(needed: 5, given: 4)")
  })

  it("decodes the errors of plugs and of the protocol without an ABI", () => {
    const short = encodeErrorResult({ abi: plugAbi, errorName: "InsufficientFees", args: [5n, 4n] })
    expect(decodeRevert(short)?.reason).to.equal("InsufficientFees(required: 5, provided: 4)")
    const invalid = encodeErrorResult({ abi: protocolErrorsAbi, errorName: "VerificationFailed" })
    expect(decodeRevert(invalid, [ownAbi])?.reason).to.equal("VerificationFailed()")
  })

  it("decodes texts and panics", () => {
    const text = "0x08c379a0" + "20".padStart(64, "0") + "03".padStart(64, "0") + "6e6f21".padEnd(64, "0")
    expect(decodeRevert(text)).to.include({ name: "Error", reason: "no!" })
    const panic = `0x4e487b71${"11".padStart(64, "0")}`
    expect(decodeRevert(panic)?.reason).to.equal("a panic, an arithmetic overflow (0x11)")
    expect(decodeRevert(`0x4e487b71${"7f".padStart(64, "0")}`)?.reason).to.equal("a panic, of an unknown kind (0x7f)")
  })

  it("shows the selector of an unknown error", () => {
    const revert = decodeRevert("0xdeadbeef00")
    expect(revert?.name).to.equal(undefined)
    expect(revert?.reason).to.contain("0xdeadbeef")
  })

  it("says so if there was no reason", () => {
    expect(decodeRevert("0x")?.reason).to.equal("it gave no reason")
    expect(decodeRevert({ code: 3, message: "execution reverted" })?.data).to.equal("0x")
    expect(decodeRevert(new Error("Transaction reverted without a reason string"))?.data).to.equal("0x")
  })

  it("finds the data wherever libraries and nodes put it", () => {
    const forms = [
      { data: tooMuch },
      { data: { data: tooMuch, message: "reverted" } },
      { error: { data: tooMuch } },
      { raw: tooMuch, data: { errorName: "TooMuch" } },
      new Error("outer", { cause: new Error("inner", { cause: { code: 3, data: tooMuch } }) }),
      { data: "0x", cause: { data: tooMuch } },
    ]
    for (const form of forms) expect(decodeRevert(form, [ownAbi])?.name, JSON.stringify(form)).to.equal("TooMuch")
  })

  it("returns undefined for an error that is not a revert", () => {
    for (const other of [undefined, null, "text", 5, {}, new Error("fetch failed"), { data: "no hex" }]) {
      expect(decodeRevert(other)).to.equal(undefined)
    }
  })

  it("does not mistake returned data for revert data", () => {
    const error = new AbiDecodingDataSizeTooSmallError({ data: tooMuch, params: [], size: 36 })
    expect(decodeRevert(new Error("outer", { cause: error }))).to.equal(undefined)
  })

  it("always ends, even on an error that is its own cause", () => {
    const loop: { cause?: unknown; data?: unknown } = {}
    loop.cause = loop
    loop.data = loop
    expect(decodeRevert(loop)).to.equal(undefined)
  })

  it("returns one line for any revert data", () => {
    const data = fc.uint8Array({ maxLength: 200 }).map((bytes) => `0x${Buffer.from(bytes).toString("hex")}`)
    const prefixed = fc.tuple(fc.constantFrom("0x08c379a0", "0x4e487b71", tooMuch.slice(0, 10)), data)
    fc.assert(
      fc.property(
        fc.oneof(
          data,
          prefixed.map(([selector, rest]) => selector + rest.slice(2)),
        ),
        (hex) => {
          expect(decodeRevert(hex, [ownAbi])?.reason).to.match(/^.+$/)
        },
      ),
    )
  })
})
