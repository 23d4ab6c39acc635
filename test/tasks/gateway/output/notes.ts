import { expect } from "chai"
import { describe, it } from "mocha"

import { revertsOf } from "#src/gateway/reverts.js"
import { requestsSchema } from "#src/gateway/wire/schemas.js"
import { transactionError } from "#tasks/gateway/output/notes.js"
import { payloadAt, requestAt, txHash } from "#test/fixtures/wire/gatewayRequests.js"

describe("transactionError", () => {
  it("calls unknown and tries that are over a failure, and a revert only if it is asked to", () => {
    const codes = (...requests: readonly object[]): unknown[] =>
      [false, true].map((failOnRevert) => {
        return transactionError(txHash, requestsSchema.parse(requests), { failOnRevert, revertsOf })?.code
      })
    const done = payloadAt("PROMISE_RESOLVED", { id: 1 })
    const reverts = payloadAt("FINALIZED", { id: 2, executeRevert: "no" })
    const healthy = requestAt("COMPLETED", [done])
    expect(codes()).to.deep.equal(["NOTHING_FOUND", "NOTHING_FOUND"])
    expect(codes(healthy)).to.deep.equal([undefined, undefined])
    expect(codes(healthy, requestAt("REVERTING", [done]))).to.deep.equal([undefined, "SHOWN_FAILURE"])
    expect(codes(healthy, requestAt("IN_PROGRESS", [done, reverts]))).to.deep.equal([undefined, "SHOWN_FAILURE"])
    const over = { ...reverts, isGivenUp: true }
    expect(codes(healthy, requestAt("REVERTING", [done, over]))).to.deep.equal(["SHOWN_FAILURE", "SHOWN_FAILURE"])
  })
})
