import { expect } from "chai"
import fc from "fast-check"
import { it } from "mocha"

import { TransactionRevertingError } from "#src/gateway/following/trackingErrors.js"
import { waitForTransaction } from "#src/gateway/following/watchTransaction.js"
import { payloadStates, transactionStates } from "#src/gateway/states.js"
import { DeadlinePassedError } from "#src/tracking/DeadlinePassedError.js"
import { runs } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"
import { createFakeGateway } from "#test/fixtures/servers/gatewayApi.js"
import { payloadAt, requestAt } from "#test/fixtures/wire/gatewayRequests.js"
import { watched, watchGateway } from "#test/fixtures/worlds/gateway/watchGateway.js"

const completed = [requestAt("COMPLETED", [payloadAt("PROMISE_RESOLVED")])]

/** The states of the requests and payloads in one answer. */
function stagesOf(answer: readonly Record<string, unknown>[]): { requests: unknown[]; payloads: unknown[] } {
  type PayloadOnTheWire = { executeDetails: { executionStatus: unknown } }
  return {
    requests: answer.map(({ status }) => status),
    payloads: answer.flatMap(({ Payloads }) =>
      (Payloads as PayloadOnTheWire[]).map(({ executeDetails }) => executeDetails.executionStatus),
    ),
  }
}

describe("watchTransaction", () => {
  it("yields every state of requests and payloads once, from unknown to complete, and ends", async () => {
    const states = Object.keys(payloadStates)
    const responses = states
      .slice(0, -1)
      .flatMap((state) => [
        [requestAt("IN_PROGRESS", [payloadAt(state)])],
        [requestAt("IN_PROGRESS", [payloadAt(state)])],
      ])
    const { described, items, error } = await watchGateway([[], [], ...responses, completed])
    expect(error).to.equal(undefined)
    const [first = "", ...others] = states.map((state) => `payload 1 ${state}`)
    expect(described).to.deep.equal([
      "request IN_PROGRESS",
      first,
      ...others.slice(0, -1),
      "request COMPLETED",
      others.at(-1),
    ])
    expect(items.map(({ inState }) => inState)).to.deep.equal([0, 0, 2_000, 2_000, 2_000, 2_000, 2_000, 12_000, 2_000])
    expect(items.map(({ previousState }) => previousState).slice(0, 3)).to.deep.equal([undefined, undefined, "NO"])
  })

  it("follows every request of a transaction to its end", async () => {
    const newer = (status: string, requestCount: number, state: string): object => ({
      status,
      requestCount,
      writePayloads: [payloadAt(state, { id: requestCount })],
      readPayloads: [],
    })
    const { described, error } = await watchGateway([
      [newer("IN_PROGRESS", 1, "NO")],
      [newer("IN_PROGRESS", 2, "NO"), newer("COMPLETED", 1, "EXECUTED")],
      [newer("COMPLETED", 1, "EXECUTED")],
      [newer("COMPLETED", 1, "EXECUTED"), newer("COMPLETED", 2, "EXECUTED")],
    ])
    expect(error).to.equal(undefined)
    expect(described).to.deep.equal([
      "request IN_PROGRESS",
      "payload 1 NO",
      "request IN_PROGRESS",
      "payload 2 NO",
      "request COMPLETED",
      "payload 1 EXECUTED",
      "reorg of request VANISHED",
      "reorg of payload 2 VANISHED",
      "request COMPLETED",
      "payload 2 EXECUTED",
    ])
  })

  it("keeps waiting for a request that a reorg took back, even if two payloads have arrived", async () => {
    const { described, error } = await watchGateway([
      [requestAt("IN_PROGRESS", [payloadAt("PROMISE_RESOLVED", { id: 2 })])],
      [requestAt("IN_PROGRESS", [payloadAt("PROMISE_RESOLVED", { id: 1 })])],
      [],
    ])
    expect(described.at(-1)).to.equal("reorg of request VANISHED")
    expect(error).to.be.instanceOf(DeadlinePassedError)
  })

  it("does not end well because things vanished", async () => {
    const first = [requestAt("IN_PROGRESS", [payloadAt("PROMISE_RESOLVED", { id: 1 })])]
    const second = [requestAt("COMPLETED", [payloadAt("PROMISE_RESOLVING", { id: 2 })])]
    const nothing = await watchGateway([first, second, []])
    expect(nothing.error).to.be.instanceOf(DeadlinePassedError).and.to.include({ lastState: "VANISHED" })
    expect((nothing.error as Error).message).to.contain("vanished")
    const withoutPayloads = await watchGateway([first, second, [requestAt("COMPLETED", [])]])
    expect(withoutPayloads.error).to.be.instanceOf(DeadlinePassedError)

    const { client, clock } = createFakeGateway(first, second, [])
    const waiting = clock.run(failure(waitForTransaction(client, watched)))
    expect(await waiting).to.be.instanceOf(DeadlinePassedError)
  })

  it("polls less often while nothing changes, and often again after a change", async () => {
    const responses = ["NO", "NO", "NO", "FINALIZING"].map((state) => [requestAt("IN_PROGRESS", [payloadAt(state)])])
    const { items } = await watchGateway([...responses, completed], { maxInterval: 10_000 })
    expect(items.slice(2).map(({ inState }) => inState)).to.deep.equal([4_750, 5_750, 1_000])
  })

  it("tracks a hundred payloads of one transaction", async () => {
    const all = (state: string): object[] =>
      Array.from({ length: 100 }, (_, index) => payloadAt(state, { id: index + 1 }))
    const half = [...all("PROMISE_RESOLVED").slice(0, 50), ...all("EXECUTED").slice(50)]
    const { items, error } = await watchGateway([
      [requestAt("IN_PROGRESS", all("NO"))],
      [requestAt("IN_PROGRESS", half)],
      [requestAt("COMPLETED", all("PROMISE_RESOLVED"))],
    ])
    expect(error).to.equal(undefined)
    expect(items).to.have.length(101 + 100 + 51)
  })

  it("always ends, reports each change once, and succeeds only if everything is complete", async () => {
    const revert = fc.constantFrom(null, "low", "high")
    const payload = fc
      .record({
        state: fc.constantFrom(...Object.keys(payloadStates), "BEAMED"),
        id: fc.integer({ min: 1, max: 3 }),
        executeRevert: revert,
        callbackRevert: revert,
      })
      .map(({ state, ...details }) => payloadAt(state, details))
    const request = fc
      .record({
        status: fc.constantFrom(...Object.keys(transactionStates), "PONDERING"),
        payloads: fc.uniqueArray(payload, { selector: ({ payloadId }) => payloadId, maxLength: 3 }),
      })
      .map(({ status, payloads }) => requestAt(status, payloads))
    const responses = fc.array(fc.array(request, { maxLength: 1 }), { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(responses, fc.boolean(), async (answers, failOnRevert) => {
        const { items, error, requestsSent } = await watchGateway(answers, { timeout: 20_000, failOnRevert })
        const last = new Map<string, string>()
        for (const step of items) {
          const id = step.subject === "payload" ? step.payload.payloadId : "request"
          const now = `${step.state} ${step.reverts.map(({ stage, reason }) => `${stage} ${reason}`).join()}`
          if (step.subject === "payload" || step.state !== "REVERTING") expect(now).to.not.equal(last.get(id))
          last.set(id, now)
        }
        if (error === undefined) {
          expect(last.get("request")).to.match(/^COMPLETED/)
          // The answer that ends a watch shows every request and payload, and all of them have arrived.
          const seen = answers.slice(0, requestsSent).map(stagesOf)
          const [final] = seen.slice(-1)
          expect(final?.requests).to.deep.equal(["COMPLETED"])
          expect(final?.payloads).to.have.length(Math.max(...seen.map(({ payloads }) => payloads.length)))
          expect(final?.payloads).to.not.contain("PROMISE_RESOLVING")
        } else {
          expect(error).to.satisfy(
            (e: unknown) => e instanceof TransactionRevertingError || e instanceof DeadlinePassedError,
          )
        }
      }),
      runs({ fast: 15, deep: 750 }),
    )
  })
})
