import { expect } from "chai"
import { describe, it } from "mocha"
import type { Hex } from "viem"

import { describeItems, listEvents, payloadsOf, statusOf } from "#src/gateway/explaining/describeItems.js"
import type { PayloadFacts } from "#src/gateway/reading/types.js"
import {
  finalized,
  gatewayCase,
  minedAt,
  payloadFacts,
  requestFacts,
  timeoutFacts,
} from "#test/fixtures/wire/gatewayFacts.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

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
      payloadFacts(6, { queued: { ...minedAt(3), timestamp: null } }),
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
      // A block whose time is not known.
      [6, "NO", null, false],
      [11, "ADDED_TO_QUEUE", 700, false],
      [12, "RESOLVED", 800, true],
      [21, "Queued", 200, false],
      [22, "Reverting", 200, false],
      [23, "Executed", 900, true],
    ])
    const alone = shown(true).map((part) => (part[0] === 5 ? [5, "PROMISE_RESOLVED", null, true] : part))
    expect(shown(false), "where the API is all there is").to.deep.equal(alone)
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

  it("says where each part is and what it waits for, and how long a stage takes only on a devnet", () => {
    const target: Hex = `0x${"9".repeat(40)}`
    const payloads = [
      payloadFacts(1),
      payloadFacts(2, { callType: "READ", chainSlug: 41002, finalized: finalized(4) }),
      payloadFacts(3, { executed: executed(5), resolved: resolved(6) }),
      payloadFacts(4, { callType: "SCHEDULE" }),
      payloadFacts(5, { batchCount: 1 }),
      // It can begin before the watcher says so.
      payloadFacts(6, { batchCount: 1, finalized: finalized(4) }),
    ]
    const timeouts = [
      timeoutFacts(11, { dueAt: 9_060n }),
      timeoutFacts(12, { dueAt: 8_000n, target }),
      timeoutFacts(13, { resolved: minedAt(8), target }),
    ]
    const trigger = { triggerId: bytes32(21), chain: { name: "alpha" }, sent: minedAt(2), handled: null }
    const triggers = [
      { ...trigger, appGateway: null },
      { ...trigger, appGateway: target, reported: reportedAs("Reverting") },
      { ...trigger, appGateway: target, handled: minedAt(9) },
    ] as never
    const said = (more: object) =>
      describeItems(gatewayCase({ requests: [requestFacts(payloads)], timeouts, triggers, ...more })).items.map(
        ({ says }) => says,
      )
    const about = ", which takes about a second on a devnet"
    expect(said({})).to.deep.equal([
      `WRITE on chain 41001: not begun${about}.`,
      `READ on chain 41002: finalized by the watcher${about}.`,
      "WRITE on chain 41001: callback has run.",
      "Schedule: not begun.",
      "WRITE on chain 41001: in batch 1, waits for batch 0.",
      `WRITE on chain 41001: finalized by the watcher${about}.`,
      "Timeout that calls an unknown contract: waiting for its time, which is 1970-01-01T02:31:00.000Z, in 1 min 00 s.",
      `Timeout that calls ${target}: waiting for its time, which is 1970-01-01T02:13:20.000Z, 16 min 40 s ago.`,
      `Timeout that calls ${target}: has run.`,
      `Trigger from alpha to an app gateway: waiting to be brought to its app gateway${about}.`,
      `Trigger from alpha to ${target}: refused by its app gateway.`,
      `Trigger from alpha to ${target}: its app gateway was called.`,
    ])
    expect(said({ watcher: null }).filter((says) => says.includes(about))).to.deep.equal([])
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
    expect(items[0]!.says).to.equal(
      "The transaction cancelled request 3, and raised the most that request 5 may cost to 2 credits.",
    )
    expect(arrived.has(items[0]!.id)).to.equal(true)
    expect(describeItems(gatewayCase({})).items).to.deep.equal([])
    const both = describeItems(gatewayCase({ changes, requests: [requestFacts([payloadFacts(1)])] }))
    expect(both.items.map(({ status }) => status)).to.deep.equal(["NO"])
  })
})

describe("listEvents", () => {
  it("says of each what it is and by whom, also where that is not known", () => {
    const target: Hex = `0x${"9".repeat(40)}`
    const story = (known: Hex | null) => {
      const payload = payloadFacts(1, { target: known, queued: minedAt(3), callType: "READ" })
      const requests = [
        requestFacts([payload, payloadFacts(2, { executed: { ...executed(5), mined: null } })], {
          ...{ requestCount: known && 7, appGateway: known, cancelled: minedAt(8), settled: minedAt(9) },
        }),
      ]
      const timeouts = [timeoutFacts(11, { scheduled: minedAt(10), target: known, dueAt: 1_234n })]
      const trigger = { triggerId: bytes32(21), chain: { name: "alpha" }, sent: minedAt(12), handled: null }
      const triggers = [{ ...trigger, plug: known, appGateway: known }] as never
      const transaction = { mined: minedAt(1), reverted: false, chain: { name: "beta" } } as never
      return listEvents(gatewayCase({ requests, timeouts, triggers, transaction })).map(
        ({ title, details }) => `${title}: ${details.join(", ")}`,
      )
    }
    expect(story(target)).to.deep.equal([
      "Transaction mined: ",
      `Request 7 submitted: by app gateway ${target}, 2 payloads`,
      `READ queued: on chain 41001, calls ${target}`,
      "Request 7 cancelled: ",
      "Request 7 settled: ",
      `Timeout set: due at 1234, calls ${target}`,
      `Plug called its app gateway: from plug ${target}, to app gateway ${target}`,
    ])
    expect(story(null)).to.deep.equal([
      "Transaction mined: ",
      "Request submitted: by app gateway unknown, 2 payloads",
      "READ queued: on chain 41001, calls an unknown contract",
      "Request cancelled: ",
      "Request settled: ",
      "Timeout set: due at 1234, calls an unknown contract",
      "Plug called its app gateway: from plug unknown, to app gateway unknown",
    ])
    expect(listEvents(gatewayCase())).to.deep.equal([])
  })

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
