import { expect } from "chai"
import { describe, it } from "mocha"

import { TransactionRevertingError } from "#src/gateway/following/trackingErrors.js"
import { waitForTransaction } from "#src/gateway/following/watchTransaction.js"
import { failure } from "#test/fixtures/failure.js"
import { createFakeGateway } from "#test/fixtures/servers/gatewayApi.js"
import { payloadAt, requestAt, txHash } from "#test/fixtures/wire/gatewayRequests.js"

const awaited = { txHash, minInterval: 1_000, timeout: 60_000 }

describe("waitForTransaction", () => {
  it("returns the requests when every payload has reached `until`", async () => {
    const { client, clock } = createFakeGateway([requestAt("IN_PROGRESS", [payloadAt("FINALIZED")])])
    const [request] = await clock.run(waitForTransaction(client, { ...awaited, until: "FINALIZING" }))
    expect(request?.status).to.equal("IN_PROGRESS")
  })

  it("rejects with a revert if the caller sets failOnRevert", async () => {
    const { client, clock } = createFakeGateway([requestAt("REVERTING", [payloadAt("NO", { executeRevert: "low" })])])
    const error = await clock.run(failure(waitForTransaction(client, { ...awaited, failOnRevert: true })))
    expect(error).to.be.instanceOf(TransactionRevertingError)
  })
})
