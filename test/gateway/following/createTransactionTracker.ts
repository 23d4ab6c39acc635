import { expect } from "chai"
import { describe, it } from "mocha"

import { createTransactionTracker } from "#src/gateway/following/trackers.js"
import type { GatewayRequest } from "#src/gateway/types.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

/** A request of these payloads, each with its status, its id and what else it says. */
function request(
  status: string,
  payloads: readonly (readonly [status: string, id: number, more?: object])[],
  count = 7,
) {
  const simulationDetails = { executeSimulationStatus: null, executeRevertString: null, callbackRevertString: null }
  const facts = payloads.map(([own, id, more]) => ({
    ...{ status: own, payloadId: bytes32(id), simulationDetails, ...more },
  }))
  return { requestCount: count, txHash: bytes32(1), status, payloads: facts } as unknown as GatewayRequest
}

/** What a tracker says after one look. */
function seen(requests: readonly GatewayRequest[], until?: "FINALIZED" | "EXECUTED") {
  const tracker = createTransactionTracker(until)
  tracker.observe(requests, 1)
  return tracker
}
const pending = (...looked: Parameters<typeof seen>) =>
  seen(...looked)
    .pending()
    .map(({ payloadId }) => Number(payloadId))

describe("createTransactionTracker", () => {
  const open = request("IN_PROGRESS", [
    ["EXECUTED", 1],
    ["FINALIZED", 2],
    ["PROMISE_RESOLVED", 3],
  ])
  const complete = request(
    "COMPLETED",
    [
      ["EXECUTED", 4],
      ["PROMISE_RESOLVING", 5],
      ["PROMISE_RESOLVED", 6],
    ],
    8,
  )

  it("waits for every payload of a request that is not complete, and for callbacks that still run", () => {
    expect(pending([open, complete])).to.deep.equal([1, 2, 3, 5])
    expect(seen([complete]).isOver()).to.equal(false)
    const done = request("COMPLETED", [["EXECUTED", 4]], 8)
    expect(pending([done])).to.deep.equal([])
    expect(seen([done]).isOver()).to.equal(true)
    expect(seen([done, open]).isOver()).to.equal(false)
  })

  it("waits with `until` for that state alone, in a request with payloads", () => {
    expect(pending([open, complete], "EXECUTED")).to.deep.equal([2])
    expect(pending([open, complete], "FINALIZED")).to.deep.equal([])
    expect(seen([open], "EXECUTED").isOver()).to.equal(false)
    expect(seen([open], "FINALIZED").isOver()).to.equal(true)
    expect(seen([request("IN_PROGRESS", [])], "FINALIZED").isOver()).to.equal(false)
    expect(seen([request("COMPLETED", [])], "FINALIZED").isOver()).to.equal(true)
  })

  it("knows a request without a number by its place among those of its transaction", () => {
    const unnumbered = (hash: number, status: string) =>
      ({ ...request(status, []), requestCount: null, txHash: bytes32(hash) }) as unknown as GatewayRequest
    const tracker = createTransactionTracker()
    const one = unnumbered(1, "IN_PROGRESS")
    expect(tracker.observe([one, unnumbered(1, "IN_PROGRESS")], 1)).to.have.length(2)
    // A request of another transaction that comes first does not move them.
    const steps = tracker.observe([unnumbered(2, "IN_PROGRESS"), one, unnumbered(1, "COMPLETED")], 2)
    expect(steps.map(({ request: { txHash }, state }) => [Number(txHash), state])).to.deep.equal([
      [2, "IN_PROGRESS"],
      [1, "COMPLETED"],
    ])
  })

  it("says whether anything reverts now or was given up, in any of several requests", () => {
    const calm = seen([open, complete])
    expect([calm.isReverting(), calm.isGivenUp(), calm.reverts()]).to.deep.equal([false, false, []])
    expect(seen([open, request("REVERTING", [], 8)]).isReverting()).to.equal(true)
    const simulationDetails = {
      executeSimulationStatus: "REVERTING",
      executeRevertString: "low",
      callbackRevertString: null,
    }
    const tracker = seen([open, request("IN_PROGRESS", [["FINALIZED", 9, { simulationDetails, isGivenUp: true }]], 8)])
    expect([tracker.isReverting(), tracker.isGivenUp()]).to.deep.equal([true, true])
    expect(tracker.reverts().map(({ payloadId, stage }) => [Number(payloadId), stage])).to.deep.equal([[9, "execute"]])
    expect(tracker.requests().map(({ requestCount }) => requestCount)).to.deep.equal([7, 8])
  })
})
