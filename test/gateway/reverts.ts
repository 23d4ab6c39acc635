import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"
import { parseAbi } from "viem"
import { encodeErrorResult } from "viem/utils"

import { decodeRevertString, revertOfTimeout, revertOfTrigger, revertsOf } from "#src/gateway/reverts.js"
import type { Payload } from "#src/gateway/types.js"
import { payloadSchema } from "#src/gateway/wire/payloadSchema.js"
import { timeoutsSchema, triggersSchema } from "#src/gateway/wire/schemas.js"
import { payloadAt, tooHigh } from "#test/fixtures/wire/gatewayRequests.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const abi = parseAbi(["error TooHigh(uint256 value, uint256 limit)"])
const custom = encodeErrorResult({ abi, errorName: "TooHigh", args: [7n, 5n] })

const read = (...parameters: Parameters<typeof payloadAt>): Payload => payloadSchema().parse(payloadAt(...parameters))

describe("decodeRevertString", () => {
  it("decodes revert data, bare or in a text", () => {
    for (const text of [tooHigh, ` ${tooHigh}\n`, `execution reverted: ${tooHigh}`, `reverted (data="${tooHigh}")`]) {
      const { reason, decoded } = decodeRevertString(text)
      expect(reason, text).to.equal("counter: too high")
      expect(decoded, text).to.include({ name: "Error", data: tooHigh })
    }
  })

  it("decodes the errors of the caller's contracts", () => {
    expect(decodeRevertString(custom, [abi]).reason).to.equal("TooHigh(value: 7, limit: 5)")
    expect(
      decodeRevertString(`custom error ${custom}`, [parseAbi(["error Other()"]), abi]).decoded?.args,
    ).to.deep.equal([7n, 5n])
  })

  it("shows the selector of unknown revert data, and keeps a text around it", () => {
    expect(decodeRevertString(custom).reason).to.contain(custom.slice(0, 10))
    expect(decodeRevertString(`custom error ${custom}`).reason).to.match(/^custom error 0x/)
  })

  it("takes no half byte for data, and cuts a text at 300 characters", () => {
    expect(decodeRevertString("0x1234567")).to.deep.equal({ reason: "0x1234567" })
    expect(decodeRevertString("x".repeat(300)).reason).to.equal("x".repeat(300))
    expect(decodeRevertString("x".repeat(301)).reason).to.equal(`${"x".repeat(299)}…`)
  })

  it("uses a text as the reason, whatever hex it contains", () => {
    for (const text of [
      "counter: too high",
      `caller 0x${"ab".repeat(20)} is not the owner`,
      `unknown id ${bytes32(1)}`,
    ]) {
      expect(decodeRevertString(text)).to.deep.equal({ reason: text })
    }
    for (const hex of [`0x${"ab".repeat(20)}`, bytes32(1)]) expect(decodeRevertString(hex).reason).to.equal(hex)
    expect(decodeRevertString("0x").reason).to.equal("it gave no reason")
  })

  it("returns one short line, whatever the text", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes).toString("latin1")),
          fc.constant(`0x${"00".repeat(4_004)}`),
        ),
        (text) => {
          const { reason } = decodeRevertString(text, [abi])
          expect(reason).to.not.match(/[\n\r\u001b]/)
          expect(reason.length).to.be.at.most(300)
        },
      ),
    )
  })
})

describe("a revert of an app gateway without a reason", () => {
  const causes = [/returning something/, /view/, /zero address/, /address resolver/]

  it("is explained by the calls of a forwarder that give none, for callbacks, timeouts and triggers", () => {
    const payload = read("EXECUTED", { callbackRevert: "0x" })
    const [timeout] = timeoutsSchema.parse([
      {
        timeoutId: "1",
        status: "ADDED_TO_QUEUE",
        executeAt: 1,
        revertString: "Transaction reverted without a reason string",
      },
    ])
    const [trigger] = triggersSchema.parse([
      {
        status: "Reverting",
        callId: "1",
        ExecutionDetails: { simulationStatus: "SIMULATION_FAILED", revertString: "0x" },
      },
    ])
    const reasons = [revertsOf(payload)[0], revertOfTimeout(timeout!), revertOfTrigger(trigger!)].map(
      (one) => one!.reason,
    )
    for (const reason of reasons) for (const cause of causes) expect(reason).to.match(cause)
  })

  it("is not explained so where a contract on a chain reverts", () => {
    expect(revertsOf(read("FINALIZED", { executeRevert: "0x" }))[0]!.reason).to.equal("it gave no reason")
  })
})

describe("revertsOf", () => {
  it("leaves out a past revert, even if its text is still shown", () => {
    const both = { executeRevert: "low", callbackRevert: "high" }
    expect(revertsOf(read("EXECUTED", both)).map(({ stage }) => stage)).to.deep.equal(["callback"])
    expect(revertsOf(read("PROMISE_RESOLVED", both))).to.deep.equal([])
    const simulationDetails = { executeSimulationStatus: "SIMULATION_SUCCESS", executeRevertString: "low" }
    expect(revertsOf(read("EXECUTING", { simulationDetails }))).to.deep.equal([])
  })

  it("finds none if none is reported", () => {
    for (const nothing of [null, "", " "]) {
      expect(revertsOf(read("EXECUTING", { executeRevert: nothing, callbackRevert: nothing }))).to.deep.equal([])
    }
    expect(revertsOf(read("EXECUTING", { simulationDetails: null }))).to.deep.equal([])
  })
})
