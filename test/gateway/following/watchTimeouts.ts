import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"

import type { TimeoutStep } from "#src/gateway/following/trackers.js"
import { watchTimeouts, type WatchTimeoutsParameters } from "#src/gateway/following/watchTimeouts.js"
import { runs } from "#test/fixtures/depth.js"
import { createFakeGateway } from "#test/fixtures/servers/gatewayApi.js"
import { collect } from "#test/fixtures/servers/messagingApi.js"
import { tooHigh, txHash } from "#test/fixtures/wire/gatewayRequests.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const start = Date.UTC(2026, 0, 1) / 1_000

function timeoutAt(status: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  const ran = status === "RESOLVED" ? { executedAt: start + 601, resolveTxHash: bytes32(9) } : {}
  return { timeoutId: "0xAB", status, executeAt: start + 600, isResolved: status === "RESOLVED", ...ran, ...more }
}
const queued = timeoutAt("ADDED_TO_QUEUE")
const resolved = timeoutAt("RESOLVED")

async function watch(
  answers: Parameters<typeof createFakeGateway>,
  parameters: Partial<WatchTimeoutsParameters> = {},
): Promise<{ reported: string[]; error: unknown; items: TimeoutStep[]; requestsSent: number }> {
  const { client, clock, requests } = createFakeGateway(...answers)
  const { items, error } = await clock.run(collect(watchTimeouts(client, { txHash, ...parameters })))
  const reported = items.map(({ kind, timeout, state, revert }) =>
    [kind === "reorg" ? "reorg of" : "", timeout.timeoutId, state, revert?.reason ?? ""].filter(Boolean).join(" "),
  )
  return { reported, error, items, requestsSent: requests.length }
}

/** After how many seconds the API is asked, which always gives the same answer. */
async function secondsAsked(
  answer: Parameters<typeof createFakeGateway>[0],
  timeout: number,
): Promise<readonly number[]> {
  const { client, clock } = createFakeGateway(answer)
  const started = clock.now()
  const asked: number[] = []
  const getTimeouts: typeof client.getTimeouts = async (parameters) => {
    asked.push((clock.now() - started) / 1_000)
    return await client.getTimeouts(parameters)
  }
  await clock.run(collect(watchTimeouts({ ...client, getTimeouts }, { txHash, timeout })))
  return asked
}

describe("watchTimeouts", () => {
  it("reports when a call starts to revert, why, and when it recovers", async () => {
    const { reported } = await watch([[queued], [{ ...queued, revertString: tooHigh }], [queued], [resolved]])
    expect(reported).to.deep.equal([
      "0xAB ADDED_TO_QUEUE",
      "0xAB ADDED_TO_QUEUE counter: too high",
      "0xAB ADDED_TO_QUEUE",
      "0xAB RESOLVED",
    ])
  })

  it("leaves out a past revert, even if the API still shows it", async () => {
    const overcome = { ...queued, revertString: tooHigh, simulationStatus: "SIMULATION_SUCCESS" }
    const { reported } = await watch([[overcome], [{ ...resolved, revertString: tooHigh }]])
    expect(reported).to.deep.equal(["0xAB ADDED_TO_QUEUE", "0xAB RESOLVED"])
  })

  it("reports a timeout that a reorg dropped, and continues", async () => {
    const { reported } = await watch([[queued], [], [queued], [resolved]])
    expect(reported).to.deep.equal([
      "0xAB ADDED_TO_QUEUE",
      "reorg of 0xAB VANISHED",
      "0xAB ADDED_TO_QUEUE",
      "0xAB RESOLVED",
    ])
  })

  it("does not end well because timeouts vanished", async () => {
    const often = { timeout: 60_000, maxInterval: 1_000 }
    const { error } = await watch([[queued], [{ ...resolved, timeoutId: "0xCD" }, queued], []], often)
    expect(error).to.include({ code: "DEADLINE_PASSED" })
    expect((error as Error).message).to.contain("vanished")
    const replaced = await watch(
      [[queued, { ...resolved, timeoutId: "0xCD" }], [{ ...resolved, timeoutId: "0xCD" }]],
      often,
    )
    expect(replaced.error).to.include({ code: "DEADLINE_PASSED" })
  })

  it("polls when the next of several timeouts is due, whichever the API names first", async () => {
    // At no multiple of the five seconds after which it asks in any case.
    const next = { ...queued, timeoutId: "0xCD", executeAt: start + 43 }
    for (const answer of [
      [queued, next],
      [next, queued],
    ]) {
      expect(await secondsAsked(answer, 46_000)).to.contain(43)
    }
  })

  it("asks at once for what is newly due, and then less and less often", async () => {
    const asked = await secondsAsked([{ ...queued, executeAt: start + 7 }], 40_000)
    const due = asked.filter((at) => at >= 7)
    const gaps = due.slice(1).map((at, index) => at - due[index]!)
    expect(due[0]).to.equal(7)
    expect(
      gaps.slice(0, 4).every((gap, index) => index === 0 || gap > gaps[index - 1]!),
      String(gaps),
    ).to.equal(true)
  })

  it("says at its deadline which of several has changed last, whichever was seen first", async () => {
    const late = { ...queued, timeoutId: "0xCD", executeAt: start + 5 }
    const { error } = await watch(
      [
        [queued, late],
        [{ ...queued, revertString: tooHigh }, late],
      ],
      { timeout: 60_000 },
    )
    expect(error)
      .to.have.property("facts")
      .that.includes({ due: "2026-01-01T00:10:00.000Z", reverts: "counter: too high" })
  })

  it("requires something to follow, and otherwise sends nothing", async () => {
    const { error, requestsSent } = await watch([[queued]], { txHash: undefined })
    expect(error).to.include({ code: "INVALID_INPUT" })
    expect(requestsSent).to.equal(0)
  })

  it("always ends, and never reports the same state twice in a row, whatever the API answers", async () => {
    const record = fc.record({
      timeoutId: fc.constantFrom("0xAB", "0xCD"),
      status: fc.constantFrom("ADDED_TO_QUEUE", "RESOLVED", "ELSEWHERE"),
      executeAt: fc.nat({ max: 4_000_000_000 }),
      revertString: fc.constantFrom(null, "", "0x", tooHigh),
    })
    const answer = fc.uniqueArray(record, { selector: ({ timeoutId }) => timeoutId, maxLength: 2 })
    await fc.assert(
      fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 8 }), async (answers) => {
        const { items } = await watch(answers, { timeout: 60_000 })
        for (const timeoutId of ["0xAB", "0xCD"]) {
          const reported = items.filter((step) => step.timeout.timeoutId === timeoutId)
          for (const [index, step] of reported.entries()) {
            const before = reported[index - 1]
            if (before === undefined || step.kind === "reorg") continue
            expect([step.state, step.revert?.reason]).to.not.deep.equal([before.state, before.revert?.reason])
          }
        }
      }),
      runs({ fast: 10, deep: 1_250 }),
    )
  })
})
