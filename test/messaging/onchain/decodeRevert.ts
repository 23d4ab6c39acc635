import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"
import { AbiDecodingDataSizeTooSmallError, type Hex, keccak256, parseAbi, toBytes } from "viem"
import { encodeErrorResult, toFunctionSelector } from "viem/utils"

import { plugAbi, protocolErrorsAbi } from "#src/messaging/onchain/abi.js"
import { decodeRevert } from "#src/messaging/onchain/decodeRevert.js"

const ownAbi = parseAbi(["error TooMuch(uint256 amount)", "error PlugDisconnected()"])
const tooMuch = encodeErrorResult({ abi: ownAbi, errorName: "TooMuch", args: [5n] })

/** Every error in the specification, with its selector as it is there. */
const deployedErrors: readonly (readonly [string, Hex])[] = [
  ["InsufficientFees()", "0x8d53e553"],
  ["PlugDisconnected()", "0xe741bafb"],
  ["InvalidConnection()", "0x63228f29"],
  ["PacketNotProposed()", "0x1c936052"],
  ["VerificationFailed()", "0x439cc0cd"],
  ["NotExecutor()", "0xc32d1d76"],
  ["MessageAlreadyExecuted()", "0x7448c64c"],
  ["LowGasLimit()", "0xd38edae0"],
  ["InvalidTransmitter()", "0x58a70a0a"],
  ["AlreadyAttested()", "0x35d90805"],
  ["WatcherNotFound()", "0xa278e4ad"],
  ["PayloadTooLarge()", "0x492f620d"],
  ["MsgValueTooHigh()", "0x5dffc92f"],
  ["NoPendingPacket()", "0xa9023923"],
  ["InvalidProof()", "0x09bde339"],
  ["InvalidPacketId()", "0xb21147c1"],
  ["InvalidRoot()", "0x504570e3"],
  ["ErrInSourceValidation()", "0xb39fb5d5"],
  ["SwitchboardExists()", "0x2dff8555"],
  ["ZeroAddress()", "0xd92e233d"],
  ["InvalidCapacitorAddress()", "0x73d817fb"],
  ["NoPermit(bytes32)", "0x962f6333"],
  ["OnlyOwner()", "0x5fc483c5"],
  ["OnlyNominee()", "0x7c91ccdd"],
  ["UnequalArrayLengths()", "0x11e86f73"],
  ["FeesTooHigh()", "0xc9034e18"],
  ["MsgValueTooLow()", "0x508aaf00"],
  ["InvalidMsgValue()", "0x1841b4e1"],
  ["InvalidNonce()", "0x756688fe"],
  ["OnlyExecutionManager()", "0x03c377c5"],
  ["InvalidRole()", "0xd954416a"],
  ["WatcherFound()", "0xa080b558"],
  ["PacketLengthNotAllowed()", "0x83d360ad"],
  ["InvalidSigLength()", "0xd2453293"],
  ["InvalidTokenAddress()", "0x1eb00b06"],
]
const encode = (signature: string): Hex =>
  `${toFunctionSelector(signature)}${signature.includes("bytes32") ? "00".repeat(32) : ""}`
const errorTextAbi = parseAbi(["error Error(string text)"])

describe("decodeRevert", () => {
  it("decodes the user's errors with the user's ABIs", () => {
    expect(decodeRevert(tooMuch, [ownAbi])).to.deep.equal({
      data: tooMuch,
      name: "TooMuch",
      args: [5n],
      reason: "TooMuch(amount: 5)",
    })
  })

  it("decodes the errors of plugs and of the protocol without an ABI", () => {
    const short = encodeErrorResult({ abi: plugAbi, errorName: "InsufficientFees", args: [5n, 4n] })
    expect(decodeRevert(short)?.reason).to.equal("InsufficientFees(required: 5, provided: 4)")
    const invalid = encodeErrorResult({ abi: protocolErrorsAbi, errorName: "VerificationFailed" })
    expect(decodeRevert(invalid, [ownAbi])?.reason).to.equal("VerificationFailed()")
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

  it("names every error of the deployed contracts by its selector, and says what it means and what to do", () => {
    for (const [signature, selector] of deployedErrors) {
      const data = signature.includes("bytes32") ? `${selector}${"00".repeat(32)}` : selector
      const revert = decodeRevert(data)
      expect(revert?.name, signature).to.equal(signature.slice(0, signature.indexOf("(")))
      expect(revert?.explanation, signature).to.match(/^[A-Z].{15,}\.$/)
      expect(revert?.next, signature).to.match(/^[A-Z].{15,}\.$/)
    }
    expect(new Set(deployedErrors.map(([signature]) => decodeRevert(encode(signature))?.explanation)).size).to.equal(
      deployedErrors.length,
    )
  })

  it("names the role that an account lacks, or says that it is one of a single chain", () => {
    const noPermit = (role: Hex): string => decodeRevert(`0x962f6333${role.slice(2)}`)?.explanation ?? ""
    expect(noPermit(keccak256(toBytes("WATCHER_ROLE")))).to.equal("The account lacks WATCHER_ROLE.")
    expect(noPermit(keccak256("0x12"))).to.contain("single chain")
    expect(noPermit("0x")).to.equal("The error belongs to a contract that is not known here.")
  })

  it("explains the texts about signatures, which the deployed contracts have instead of errors", () => {
    const explain = (text: string) =>
      decodeRevert(encodeErrorResult({ abi: errorTextAbi, errorName: "Error", args: [text] }))
    expect(explain("ECDSA: invalid signature")?.explanation).to.contain("belongs to no account")
    expect(explain("ECDSA: invalid signature length")?.explanation).to.contain("65 bytes")
    expect(explain("ECDSA: invalid signature 's' value")?.explanation).to.contain("upper half")
    expect(explain("ECDSA: invalid signature 'v' value")).to.include({ name: "Error" }).and.to.have.property("next")
    expect(explain("out of stock")?.explanation).to.equal(undefined)
  })

  it("explains panics, reverts without data and unknown errors, and leaves errors of the user's ABI alone", () => {
    expect(decodeRevert(`0x4e487b71${"11".padStart(64, "0")}`)?.explanation).to.contain("compiler")
    expect(decodeRevert("0x")).to.have.property("explanation").that.contains("not connected")
    expect(decodeRevert("0xdeadbeef")?.next).to.contain("ABI")
    expect(decodeRevert(tooMuch, [ownAbi])).to.not.have.any.keys("explanation", "next")
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

  it("does not mistake returned data for revert data", () => {
    const error = new AbiDecodingDataSizeTooSmallError({ data: tooMuch, params: [], size: 36 })
    expect(decodeRevert(new Error("outer", { cause: error }))).to.equal(undefined)
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
