import { expect } from "chai"
import { describe, it } from "mocha"

import { TransactionRevertingError } from "#src/gateway/following/trackingErrors.js"
import { onTransaction } from "#src/gateway/following/watchTransaction.js"
import { createFakeGateway } from "#test/fixtures/servers/gatewayApi.js"
import { payloadAt, requestAt, txHash } from "#test/fixtures/wire/gatewayRequests.js"

const watched = { txHash, minInterval: 1_000, maxInterval: 1_000, timeout: 60_000 }
const begun = [requestAt("IN_PROGRESS", [payloadAt("NO")])]
const reverting = [requestAt("REVERTING", [payloadAt("NO", { executeRevert: "low" })])]

describe("onTransaction", () => {
  it("calls back for every change, and with the failure at the end", async () => {
    const { client, clock } = createFakeGateway(begun, reverting)
    const calls: unknown[] = []
    const keep = (value: unknown): void => void calls.push(value)
    onTransaction(client, { ...watched, failOnRevert: true }, ({ state }) => calls.push(state), keep)
    await clock.advance(5_000)
    expect(calls.slice(0, -1)).to.deep.equal(["IN_PROGRESS", "NO", "REVERTING", "NO"])
    expect(calls.at(-1)).to.be.instanceOf(TransactionRevertingError)
  })

  it("neither calls back nor polls after it was stopped, even from within a callback", async () => {
    const { client, clock, requests } = createFakeGateway(begun, reverting)
    const calls: string[] = []
    const stop = onTransaction(client, watched, ({ state }) => {
      calls.push(state)
      stop()
    })
    await clock.advance(60_000)
    expect(calls).to.deep.equal(["IN_PROGRESS"])
    expect(requests).to.have.length(1)
  })
})
