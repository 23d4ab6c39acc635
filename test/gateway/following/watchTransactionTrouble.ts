import { expect } from "chai"
import { it } from "mocha"

import { RequestRefusedError } from "#src/gateway/createGatewayClient.js"
import { watchTransaction } from "#src/gateway/following/watchTransaction.js"
import { AbortedError } from "#src/http/errors.js"
import { DeadlinePassedError } from "#src/tracking/DeadlinePassedError.js"
import { connectionRefused, json } from "#test/fixtures/servers/fakeFetch.js"
import { createFakeGateway } from "#test/fixtures/servers/gatewayApi.js"
import { collect } from "#test/fixtures/servers/messagingApi.js"
import { payloadAt, requestAt, txHash } from "#test/fixtures/wire/gatewayRequests.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { watched, watchGateway } from "#test/fixtures/worlds/gateway/watchGateway.js"

const completed = [requestAt("COMPLETED", [payloadAt("PROMISE_RESOLVED")])]

describe("watchTransaction, when the API fails, time runs out or the caller stops", () => {
  it("ends at its deadline with the last state and the pending payloads", async () => {
    const { items, error, took } = await watchGateway([
      [requestAt("IN_PROGRESS", [payloadAt("NO")])],
      [requestAt("IN_PROGRESS", [payloadAt("FINALIZED")])],
    ])
    expect(took).to.equal(60_000)
    expect(error).to.be.instanceOf(DeadlinePassedError)
    const late = error as DeadlinePassedError
    expect(late).to.include({ code: "DEADLINE_PASSED", lastState: "IN_PROGRESS" })
    expect(late.history).to.deep.equal(items)
    expect(late.facts).to.include({ transaction: txHash, [`history of ${bytes32(1)}`]: "NO (1 s) → FINALIZED" })
    expect(late.facts["last error"]).to.equal(undefined)
  })

  it("has a default deadline, and says so if the transaction is never known", async () => {
    const { error, took } = await watchGateway([[]], { timeout: undefined })
    expect(took).to.equal(30 * 60_000)
    expect(error).to.be.instanceOf(DeadlinePassedError)
    expect((error as DeadlinePassedError).lastState).to.equal(undefined)
    expect((error as DeadlinePassedError).next).to.contain("gateway chain")
  })

  it("survives a server that restarts, and names the last error at the deadline if it stays away", async () => {
    const busy = json({ message: "starting" }, { status: 503 })
    const begun = [requestAt("IN_PROGRESS", [payloadAt("NO")])]
    expect((await watchGateway([begun, connectionRefused(), busy, completed])).error).to.equal(undefined)
    const reverting = [requestAt("REVERTING", [payloadAt("NO", { executeRevert: "low" })])]
    for (const last of [begun, reverting]) {
      const { error } = await watchGateway([last, connectionRefused()])
      expect(error, "nobody knows whether it still reverts").to.be.instanceOf(DeadlinePassedError)
      expect((error as DeadlinePassedError).facts["last error"]).to.match(/^UNREACHABLE: /)
    }
  })

  it("ends at once on an error that waiting cannot resolve", async () => {
    const refused = await watchGateway([json({ error: "Invalid transaction hash" }, { status: 400 })])
    expect(refused.error).to.be.instanceOf(RequestRefusedError)
    expect(refused.requestsSent).to.equal(1)
    for (const garbled of [json({ response: [{ status: 1 }] }), json({}, { status: 404 })]) {
      expect((await watchGateway([garbled])).requestsSent).to.equal(1)
    }
  })

  it("ends at once on its signal, and sends nothing after its loop is left", async () => {
    for (const response of [() => new Promise<Response>(() => undefined), [requestAt("IN_PROGRESS", [])]]) {
      const { client, clock } = createFakeGateway(response)
      const stop = new AbortController()
      const watching = collect(watchTransaction(client, { ...watched, signal: stop.signal }))
      await clock.advance(1_500)
      stop.abort()
      expect((await watching).error).to.be.instanceOf(AbortedError)
      expect(clock.sleepers, "nothing is left behind").to.equal(0)
    }
    const { client, clock, requests } = createFakeGateway([requestAt("IN_PROGRESS", [])])
    for await (const { state } of watchTransaction(client, watched)) {
      expect(state).to.equal("IN_PROGRESS")
      break
    }
    await clock.advance(10_000)
    expect(requests).to.have.length(1)
  })
})
