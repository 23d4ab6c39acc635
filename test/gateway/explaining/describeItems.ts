import { expect } from "chai"
import { describe, it } from "mocha"

import { describeItems, listEvents, payloadsOf, statusOf } from "../../../src/gateway/explaining/describeItems.js"
import type { PayloadFacts } from "../../../src/gateway/reading/types.js"
import {
  finalized,
  gatewayCase,
  minedAt,
  payloadFacts,
  requestFacts,
  timeoutFacts,
} from "../../fixtures/wire/gatewayFacts.js"
import { bytes32 } from "../../fixtures/wire/messages.js"

const executed = (block: number) => ({ mined: minedAt(block), returnData: null, gasUsed: null })
const resolved = (block: number) => ({ ...minedAt(block), fee: 1n })
const reportedAs = (status: string) => ({ status }) as never

describe("statusOf", () => {
  it("takes the newest that the chains show, and from the API only what lies between two of their states", () => {
    const shown: Partial<PayloadFacts> = { finalized: finalized(4) }
    const statuses = [
      [{}, "NO"],
      [shown, "FINALIZED"],
      [{ ...shown, executed: executed(5) }, "EXECUTED"],
      [{ ...shown, executed: executed(5), resolved: resolved(6) }, "PROMISE_RESOLVED"],
      [{ reported: reportedAs("FINALIZING") }, "FINALIZING"],
      [{ reported: reportedAs("FINALIZED") }, "NO"],
      [{ ...shown, reported: reportedAs("NO") }, "FINALIZED"],
      [{ ...shown, reported: reportedAs("EXECUTING") }, "EXECUTING"],
      [{ ...shown, reported: reportedAs("EXECUTED") }, "FINALIZED"],
      [{ ...shown, executed: executed(5), reported: reportedAs("PROMISE_RESOLVING") }, "PROMISE_RESOLVING"],
      [{ ...shown, reported: reportedAs("constructor") }, "FINALIZED"],
    ] as const
    for (const [facts, status] of statuses) expect(statusOf(payloadFacts(1, facts))).to.equal(status)
  })
})

describe("payloadsOf", () => {
  it("lists all of a transaction, and of a payload only what it waits for in its own request", () => {
    const own = [
      payloadFacts(1),
      payloadFacts(2, { resolved: resolved(6) }),
      payloadFacts(3, { batchCount: 1 }),
      payloadFacts(4, { batchCount: 1 }),
      payloadFacts(5, { batchCount: 2 }),
    ]
    const requests = [requestFacts(own), requestFacts([payloadFacts(6, { requestCount: 8 })], { requestCount: 8 })]
    const ids = (more: object) =>
      payloadsOf(gatewayCase({ requests, ...more })).map(({ payloadId }) => Number(payloadId))
    expect(ids({})).to.deep.equal([1, 2, 3, 4, 5, 6])
    expect(ids({ kind: "payload", id: bytes32(4) })).to.deep.equal([1, 4])
    expect(ids({ kind: "payload", id: bytes32(5) })).to.deep.equal([1, 3, 4, 5])
    expect(ids({ kind: "payload", id: bytes32(9) })).to.deep.equal([])
  })
})

describe("describeItems", () => {
  it("says of each part its status and since when it has it, and which are done", () => {
    const payloads = [
      payloadFacts(1, { queued: minedAt(3) }),
      payloadFacts(2, { queued: minedAt(3), finalized: finalized(4) }),
      payloadFacts(3, { finalized: finalized(4), executed: executed(5) }),
      payloadFacts(4, { executed: executed(5), resolved: resolved(6) }),
      payloadFacts(5, { executed: executed(5), resolved: { transactionHash: bytes32(8) } }),
    ]
    const timeouts = [
      timeoutFacts(11, { scheduled: minedAt(7) }),
      timeoutFacts(12, { scheduled: minedAt(7), resolved: minedAt(8) }),
    ]
    const trigger = { triggerId: bytes32(21), chain: { name: "alpha" }, sent: minedAt(2), handled: null }
    const triggers = [
      trigger,
      { ...trigger, triggerId: bytes32(22), reported: reportedAs("Reverting") },
      { ...trigger, triggerId: bytes32(23), handled: minedAt(9) },
    ] as never
    const shown = (watched: boolean) => {
      const { watcher } = gatewayCase()
      const reading = { requests: [requestFacts(payloads)], timeouts, triggers, watcher: watched ? watcher : null }
      const { items, arrived } = describeItems(gatewayCase(reading))
      return items.map(({ id, status, since }) => [Number(id), status, since, arrived.has(id)])
    }
    expect(shown(true)).to.deep.equal([
      [1, "NO", 300, false],
      [2, "FINALIZED", 400, false],
      [3, "EXECUTED", 500, false],
      [4, "PROMISE_RESOLVED", 600, true],
      // The API alone says so.
      [5, "PROMISE_RESOLVED", null, false],
      [11, "ADDED_TO_QUEUE", 700, false],
      [12, "RESOLVED", 800, true],
      [21, "Queued", 200, false],
      [22, "Reverting", 200, false],
      [23, "Executed", 900, true],
    ])
    expect(shown(false)[4]).to.deep.equal([5, "PROMISE_RESOLVED", null, true])
  })

  it("names the first batch that is open to a payload that waits behind it", () => {
    const payloads = [
      payloadFacts(1, { resolved: resolved(6) }),
      payloadFacts(2, { batchCount: 1 }),
      payloadFacts(3, { batchCount: 4 }),
    ]
    const says = describeItems(gatewayCase({ requests: [requestFacts(payloads)] })).items.map((item) => item.says)
    expect(says[1]).not.to.contain("batch")
    expect(says[2]).to.contain("in batch 4").and.to.contain("batch 1")
  })

  it("describes a transaction by its changes of other requests only where it made none", () => {
    const changes = [
      { requestCount: 3, mined: minedAt(4), maxFees: null },
      { requestCount: 5, mined: minedAt(4), maxFees: 2n * 10n ** 18n },
    ]
    const transaction = { mined: minedAt(4) } as never
    const { items, arrived } = describeItems(gatewayCase({ changes, transaction }))
    expect(items).to.have.length(1)
    expect(items[0]).to.include({ status: "MINED", since: 400 })
    expect(items[0]!.says).to.contain("request 3").and.to.contain("request 5").and.to.contain("2 credits")
    expect(arrived.has(items[0]!.id)).to.equal(true)
    expect(describeItems(gatewayCase({})).items).to.deep.equal([])
    const both = describeItems(gatewayCase({ changes, requests: [requestFacts([payloadFacts(1)])] }))
    expect(both.items.map(({ status }) => status)).to.deep.equal(["NO"])
  })
})

describe("listEvents", () => {
  it("has each event whose place is known, with its part, and none for what only the API says", () => {
    const whole = {
      queued: minedAt(3),
      finalized: finalized(4),
      executed: executed(5),
      marked: { ...minedAt(7), revertData: "0x" },
    }
    const requests = [
      requestFacts([payloadFacts(1, { ...whole, resolved: resolved(6) } as never)], { settled: minedAt(8) }),
      requestFacts([payloadFacts(2, { resolved: { transactionHash: bytes32(8) } })], {
        ...{ requestCount: null, submitted: null, cancelled: minedAt(9) },
      }),
    ]
    const timeouts = [timeoutFacts(11, { scheduled: minedAt(10), resolved: minedAt(11) })]
    const sent = { triggerId: bytes32(21), chain: { name: "alpha" }, sent: minedAt(12), handled: minedAt(13) }
    const transaction = { mined: minedAt(1), reverted: true, chain: { name: "beta" } }
    const events = listEvents(
      gatewayCase({ requests, timeouts, triggers: [sent] as never, transaction: transaction as never }),
    )
    expect(events[0]!.title).to.contain("reverted")
    expect(events.map(({ place, about, at }) => [place, about === null ? null : Number(about), at])).to.deep.equal([
      ["beta", null, 100],
      ["gateway", null, 200],
      ["gateway", 1, 300],
      ["gateway", 1, 400],
      ["chain 41001", 1, 500],
      ["gateway", 1, 600],
      ["gateway", 1, 700],
      ["gateway", null, 800],
      ["gateway", null, 900],
      ["gateway", 11, 1_000],
      ["gateway", 11, 1_100],
      ["alpha", 21, 1_200],
      ["gateway", 21, 1_300],
    ])
  })
})
