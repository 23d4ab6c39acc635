import { expect } from "chai"
import { describe, it } from "mocha"

import { SeveralTimeoutsError, waitForTimeout } from "#src/gateway/following/watchTimeouts.js"
import { failure } from "#test/fixtures/failure.js"
import { createFakeGateway } from "#test/fixtures/servers/gatewayApi.js"
import { tooHigh, txHash } from "#test/fixtures/wire/gatewayRequests.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const start = Date.UTC(2026, 0, 1) / 1_000
const queued = {
  timeoutId: "0xAB",
  status: "ADDED_TO_QUEUE",
  executeAt: start + 600,
  executedAt: null,
  isResolved: null,
  resolveTxHash: null,
}
const resolved = { ...queued, status: "RESOLVED", executedAt: start + 603, isResolved: true, resolveTxHash: bytes32(9) }

describe("waitForTimeout", () => {
  it("trusts isResolved whatever the status, and does not guess when it ran", async () => {
    const { client, clock } = createFakeGateway([{ ...resolved, status: "DONE", executedAt: null }])
    const { lateBy } = await clock.run(waitForTimeout(client, { txHash }))
    expect(lateBy).to.equal(null)
  })

  it("polls rarely until it is due, at that moment, and then often", async () => {
    const answers = Array.from({ length: 126 }, () => [queued])
    const { client, clock, requests } = createFakeGateway(...answers, [resolved])
    const started = clock.now()
    const times: number[] = []
    const getTimeouts: typeof client.getTimeouts = async (parameters) => {
      times.push((clock.now() - started) / 1_000)
      return await client.getTimeouts(parameters)
    }
    await clock.run(waitForTimeout({ ...client, getTimeouts }, { txHash }))
    expect(requests).to.have.length(127)
    const [, , ...afterSecond] = times
    expect(afterSecond[0]! - times[1]!, "far from due").to.equal(5)
    expect(times.filter((time) => time <= 600)).to.have.length.at.most(122)
    expect(times, "when it is due").to.contain(600)
    expect(times.at(-1), "soon after").to.be.below(620)
  })

  it("selects the timeout by its id, whatever its case", async () => {
    const { client, clock } = createFakeGateway([{ ...queued, timeoutId: "0xCD" }, resolved])
    const { timeout } = await clock.run(waitForTimeout(client, { txHash, timeoutId: "0xab" }))
    expect(timeout.timeoutId).to.equal("0xAB")
  })

  it("refuses to choose among several timeouts, and lists them", async () => {
    const { client, clock } = createFakeGateway([queued, { ...queued, timeoutId: "0xCD" }])
    const error = await clock.run(failure(waitForTimeout(client, { txHash })))
    expect(error).to.be.instanceOf(SeveralTimeoutsError)
    expect(error).to.have.deep.property("timeoutIds", ["0xAB", "0xCD"])
    expect(error.next).to.contain("timeoutId")
  })

  it("ends at its deadline with the state, when it was due and why it reverts", async () => {
    const { client, clock } = createFakeGateway([{ ...queued, revertString: tooHigh }])
    const started = clock.now()
    const error = await clock.run(failure(waitForTimeout(client, { txHash, timeout: 900_000 })))
    expect(clock.now() - started).to.equal(900_000)
    expect(error).to.include({ code: "DEADLINE_PASSED", lastState: "ADDED_TO_QUEUE" })
    expect(error.facts).to.include({
      reverts: "counter: too high",
      due: "2026-01-01T00:10:00.000Z",
      "scheduled by": txHash,
    })
  })

  it("requires something to wait for, and otherwise sends nothing", async () => {
    const { client, requests } = createFakeGateway([])
    expect(await failure(waitForTimeout(client, {}))).to.include({ code: "INVALID_INPUT" })
    expect(requests).to.have.length(0)
  })
})
