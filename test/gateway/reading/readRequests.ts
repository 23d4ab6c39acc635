import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address, Hex } from "viem"

import { changesIn, readOpened, readRequests, readTimeouts } from "#src/gateway/reading/readRequests.js"
import type { GatewayChain } from "#src/gateway/reading/types.js"
import { type WatcherLog, watcherLogsIn } from "#src/gateway/reading/watcherLogs.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { honestLogs } from "#test/fixtures/nodes/honestLogs.js"
import { minedAt, payloadFacts, requestFacts, timeoutFacts } from "#test/fixtures/wire/gatewayFacts.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { watcher, watcherLog } from "#test/fixtures/wire/watcherLogs.js"

const [app, target]: readonly Address[] = ["2", "3"].map((digit): Address => `0x${digit.repeat(40)}`)

const options = { read: 0, parallel: 0, writeFinality: 0, gasLimit: 9n, value: 3n, readAtBlockNumber: 0n }
const queued = (id: number, requestCount: number, block: number, more: object = {}) =>
  watcherLog("PayloadQueued", block, {
    ...{ payloadId: bytes32(id), requestCount, appGateway: app, batchCount: id % 3, callType: 1, chainSlug: 41_001 },
    ...{ target, callData: "0xda", options, contractId: bytes32(0), ...more },
  })
const fees = { feePoolChain: 1, feePoolToken: target }
const submitted = (requestCount: number, block: number, maxFees: bigint) =>
  watcherLog("RequestSubmitted", block, { requestCount, appGateway: app, consumeFrom: app, maxFees, ...fees })
const increased = (requestCount: number, block: number, maxFees: bigint) =>
  watcherLog("MaxFeesIncreased", block, { requestCount, maxFees, ...fees })
const resolved = (id: number, requestCount: number, block: number) =>
  watcherLog("PayloadResolved", block, { payloadId: bytes32(id), requestCount, fee: BigInt(block) })

/** A gateway chain whose node has these logs, and these receipts by the block of their transaction; and what it was asked. */
function gatewayWith(later: readonly object[], receipts: Readonly<Record<number, readonly object[]>> = {}) {
  const asked: unknown[] = []
  const { client } = fakeNode(({ method, params: [first] }) => {
    if (method === "eth_getLogs") {
      const { address, topics, fromBlock } = first as { address: [Hex]; topics: [null, Hex[]]; fromBlock: Hex }
      asked.push([address[0], topics[0], topics[1].map(Number), Number(fromBlock)])
      return honestLogs(later, first)
    }
    asked.push(Number(first))
    const logs = receipts[Number(first)]
    return logs === undefined ? null : { status: "0x1", blockNumber: "0x1", transactionHash: first, logs }
  })
  const gateway = { client, slug: 43, name: "gateway", watcher, addressResolver: app, feesManager: app } as GatewayChain
  return { gateway, asked }
}

/** Logs as they come with a receipt. */
function read(...logs: readonly object[]): WatcherLog[] {
  const { gateway } = gatewayWith([])
  const formatted = logs.map((log) => ({
    ...log,
    blockNumber: BigInt((log as { blockNumber: Hex }).blockNumber),
    blockTimestamp: BigInt((log as { blockTimestamp: Hex }).blockTimestamp),
  }))
  return watcherLogsIn({ logs: formatted as unknown as Parameters<typeof watcherLogsIn>[0]["logs"] }, gateway)
}

describe("readRequests", () => {
  it("builds each request of a transaction from its logs and all later ones, and mixes up none", async () => {
    const own = [
      ...[queued(1, 7, 5), queued(2, 7, 5, { callType: 0, chainSlug: 41_002 }), submitted(7, 5, 100n)],
      // A payload of a request that another transaction submits.
      ...[queued(3, 8, 5), submitted(8, 5, 900n), queued(4, 9, 5)],
    ]
    const later = [
      ...own,
      ...[increased(7, 6, 110n), increased(7, 8, 130n), increased(8, 9, 950n)],
      watcherLog("CallbackSet", 5, { payloadId: bytes32(1), selector: "0x12345678", data: "0x01" }),
      watcherLog("ScheduleStarted", 6, { payloadId: bytes32(2), requestCount: 7, executeAt: 777n }),
      watcherLog("PayloadFinalized", 7, { payloadId: bytes32(1), digest: bytes32(1), proof: "0xf1" }),
      watcherLog("PayloadReverted", 8, { payloadId: bytes32(3), isOnchain: true, revertData: "0xbad0" }),
      ...[resolved(1, 7, 9), watcherLog("RequestSettled", 9, { requestCount: 7, fee: 1n })],
      watcherLog("RequestCancelled", 10, { requestCount: 8 }),
    ]
    const { gateway, asked } = gatewayWith(later)
    const requests = await readRequests(gateway, read(...own))
    const payload = (id: number, more: object) =>
      payloadFacts(id, {
        ...{ batchCount: id % 3, appGateway: app!, target: target!, callData: "0xda", queued: minedAt(5) },
        ...{ options: options, ...more },
      })
    expect(requests).to.deep.equal([
      requestFacts(
        [
          payload(1, {
            callback: { selector: "0x12345678", data: "0x01" },
            finalized: { ...minedAt(7), proof: "0xf1" },
            resolved: { ...minedAt(9), fee: 9n },
          }),
          payload(2, { callType: "READ", chainSlug: 41_002, dueAt: 777n }),
        ],
        { txHash: bytes32(5), submitted: minedAt(5), appGateway: app!, maxFees: 130n, settled: minedAt(9) },
      ),
      requestFacts([payload(3, { requestCount: 8, marked: { ...minedAt(8), revertData: "0xbad0" } })], {
        ...{ requestCount: 8, txHash: bytes32(5), submitted: minedAt(5), appGateway: app!, maxFees: 950n },
        cancelled: minedAt(10),
      }),
    ])
    expect(asked).to.deep.equal([[watcher, null, [7, 8, 1, 2, 3], 5]])
  })
})

describe("changesIn", () => {
  it("lists what a transaction changed about requests, in order", () => {
    const logs = read(
      ...[submitted(6, 5, 1n), increased(7, 5, 130n), watcherLog("RequestCancelled", 5, { requestCount: 8 })],
    )
    expect(changesIn(logs)).to.deep.equal([
      { requestCount: 7, mined: minedAt(5), maxFees: 130n },
      { requestCount: 8, mined: minedAt(5), maxFees: null },
    ])
  })
})

describe("readTimeouts", () => {
  it("builds each timeout of a transaction, and whether it has run", async () => {
    const scheduled = (id: number, executeAt: bigint) =>
      watcherLog("TimeoutScheduled", 5, { timeoutId: bytes32(id), scheduler: app, target, payload: "0xda", executeAt })
    const ran = (id: number, block: number) => watcherLog("TimeoutResolved", block, { timeoutId: bytes32(id) })
    const { gateway, asked } = gatewayWith([scheduled(1, 600n), scheduled(2, 700n), ran(2, 8), ran(3, 9)])
    const timeouts = await readTimeouts(gateway, read(submitted(7, 4, 1n), scheduled(1, 600n), scheduled(2, 700n)))
    const facts = { scheduled: minedAt(5), originTxHash: bytes32(5), target: target!, payload: "0xda" } as const
    expect(timeouts).to.deep.equal([
      timeoutFacts(1, { ...facts, dueAt: 600n }),
      timeoutFacts(2, { ...facts, dueAt: 700n, resolved: minedAt(8) }),
    ])
    expect(asked).to.deep.equal([[watcher, null, [1, 2], 5]])
    expect(await readTimeouts(gateway, read(submitted(7, 4, 1n)))).to.deep.equal([])
    expect(asked).to.have.length(1)
  })
})

describe("readOpened", () => {
  const callback = { selector: "0x12345678", data: "0x" } as const
  const done = (id: number, block: number, more: object = {}) =>
    payloadFacts(id, { callback, resolved: { ...minedAt(block), fee: 1n }, ...more })

  it("reads what callbacks, timeouts and triggers opened, level by level, and reads each transaction once", async () => {
    // One transaction resolves two payloads. What follows the first one's log was opened by its callback.
    const both = [resolved(1, 7, 20), submitted(11, 20, 1n), resolved(2, 7, 20), submitted(12, 20, 1n)]
    const deeper = [
      queued(5, 11, 20),
      watcherLog("CallbackSet", 20, { payloadId: bytes32(5), selector: "0x12345678", data: "0x" }),
    ]
    const byTimeout = [watcherLog("TimeoutResolved", 21, { timeoutId: bytes32(3) }), submitted(13, 21, 1n)]
    const byTrigger = [
      watcherLog("TriggerHandled", 22, { triggerId: bytes32(4), appGateway: app }),
      submitted(14, 22, 1n),
    ]
    const last = [resolved(5, 11, 23), submitted(15, 23, 1n)]
    const { gateway, asked } = gatewayWith([...both, ...deeper, ...byTimeout, ...byTrigger, ...last], {
      ...{ 20: [both[0]!, deeper[0]!, ...both.slice(1)], 21: byTimeout, 22: byTrigger, 23: last },
    })
    const opened = await readOpened(gateway, {
      requests: [
        requestFacts([done(1, 20), done(2, 20), done(8, 25, { callback: null }), payloadFacts(9, { callback })]),
      ],
      timeouts: [
        timeoutFacts(3, { resolved: minedAt(21) }),
        timeoutFacts(6),
        timeoutFacts(7, { resolved: { transactionHash: null } }),
      ],
      triggers: [{ triggerId: bytes32(4), handled: minedAt(22) }] as never,
    })
    expect(opened.map(({ requestCount, openedBy }) => [requestCount, Number(openedBy)])).to.deep.equal([
      ...[
        [11, 1],
        [12, 2],
        [13, 3],
        [14, 4],
        [15, 5],
      ],
    ])
    expect(asked.filter((one) => typeof one === "number")).to.deep.equal([20, 21, 22, 23])
  })

  it("finds nothing in a transaction that the node does not have, and ends where callbacks run in a circle", async () => {
    const start = { requests: [requestFacts([done(1, 20)])], timeouts: [], triggers: [] }
    expect(await readOpened(gatewayWith([]).gateway, start)).to.deep.equal([])
    const circle = [
      ...[resolved(1, 7, 20), queued(1, 7, 20), submitted(7, 20, 1n)],
      watcherLog("CallbackSet", 20, { payloadId: bytes32(1), selector: "0x12345678", data: "0x" }),
    ]
    const found = await readOpened(gatewayWith(circle, { 20: circle }).gateway, start)
    expect(found.map(({ requestCount }) => requestCount)).to.deep.equal([7])
  })
})
