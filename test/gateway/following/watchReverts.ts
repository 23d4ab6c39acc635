import { expect } from "chai"
import { describe, it } from "mocha"
import { parseAbi } from "viem"
import { encodeErrorResult } from "viem/utils"

import { TransactionRevertingError } from "#src/gateway/following/trackingErrors.js"
import { payloadAt, requestAt, tooHigh } from "#test/fixtures/wire/gatewayRequests.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { watchGateway } from "#test/fixtures/worlds/gateway/watchGateway.js"

describe("watchTransaction, when something reverts", () => {
  it("ends at once on a revert with failOnRevert", async () => {
    const abi = parseAbi(["error TooHigh(uint256 limit)"])
    const executeRevert = encodeErrorResult({ abi, errorName: "TooHigh", args: [5n] })
    const answers = [
      [requestAt("IN_PROGRESS", [payloadAt("NO"), payloadAt("NO", { id: 2 })])],
      [requestAt("REVERTING", [payloadAt("FINALIZED", { executeRevert }), payloadAt("NO", { id: 2 })])],
    ]
    const { items, error, requestsSent } = await watchGateway(answers, { failOnRevert: true, abis: [abi] })
    expect(requestsSent, "there is no further request").to.equal(2)
    expect(error).to.be.instanceOf(TransactionRevertingError)
    const reverting = error as TransactionRevertingError
    expect(reverting).to.include({ code: "TRANSACTION_REVERTING", lastState: "REVERTING" })
    expect(reverting.reverts).to.have.length(1)
    expect(reverting.reverts[0]).to.include({ stage: "execute", reason: "TooHigh(limit: 5)", payloadId: bytes32(1) })
    expect(reverting.facts[`payload ${bytes32(1)}`]).to.equal("WRITE on chain 41001: TooHigh(limit: 5)")
    expect(reverting.facts[`history of ${bytes32(1)}`]).to.equal("NO (1 s) → FINALIZED")
    expect(reverting.history).to.deep.equal(items)
  })

  it("counts a payload's revert before the request's status shows it, and a status without a reason", async () => {
    const silent = await watchGateway([[requestAt("REVERTING", [payloadAt("EXECUTING")])]], { failOnRevert: true })
    expect((silent.error as TransactionRevertingError).facts).to.include({ reason: "the API gives none" })
    const early = await watchGateway([[requestAt("IN_PROGRESS", [payloadAt("NO", { executeRevert: "low" })])]], {
      failOnRevert: true,
    })
    expect((early.error as TransactionRevertingError).reverts).to.have.length(1)
  })

  it("shows both reverts of a payload whose callback reverts after its call did", async () => {
    const reverting = payloadAt("PROMISE_RESOLVING", { executeRevert: "low", callbackRevert: "wrong arguments" })
    const { described, error } = await watchGateway([
      [requestAt("REVERTING", [payloadAt("FINALIZED", { executeRevert: "low" })])],
      [requestAt("REVERTING", [reverting])],
    ])
    expect(described.slice(1)).to.deep.equal([
      "payload 1 FINALIZED (execute: low)",
      "payload 1 PROMISE_RESOLVING (callback: wrong arguments)",
    ])
    expect((error as TransactionRevertingError).facts).to.have.property(`callback of ${bytes32(1)}`)
    expect((error as TransactionRevertingError).next).to.contain("callback")
  })

  it("reports what still reverts at the deadline", async () => {
    const { error, took } = await watchGateway([
      [requestAt("REVERTING", [payloadAt("FINALIZED", { executeRevert: tooHigh })])],
    ])
    expect(took).to.equal(60_000)
    expect(error).to.be.instanceOf(TransactionRevertingError)
    expect((error as Error).message).to.contain("1 min")
  })
})
