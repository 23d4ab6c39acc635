import { expect } from "chai"
import { describe, it } from "mocha"
import { type Hex, numberToHex, pad, type RpcLog } from "viem"
import { formatLog } from "viem/utils"

import {
  findWatcherLogs,
  getLogs,
  logsOfCall,
  minedAt,
  readWatcher,
  type WatcherLog,
  watcherLogsIn,
} from "#src/gateway/reading/watcherLogs.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { honestLogs } from "#test/fixtures/nodes/honestLogs.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { watcher, watcherLog } from "#test/fixtures/wire/watcherLogs.js"

const resolved = (id: number, block = 40) =>
  watcherLog("PayloadResolved", block, { payloadId: bytes32(id), requestCount: 7, fee: 1n }) as RpcLog
const gatewayOf = (client: unknown) => ({ client, watcher }) as Parameters<typeof findWatcherLogs>[0]
const idsOf = (logs: readonly WatcherLog[]) => logs.map(({ args }) => Number("payloadId" in args ? args.payloadId : 0))

describe("the watcher's logs", () => {
  it("are those of its address alone, whatever others log", () => {
    const foreign = { ...resolved(2), address: at(9) }
    const logs = [resolved(1), foreign, resolved(3)].map((log) => formatLog(log))
    expect(idsOf(watcherLogsIn({ logs } as never, gatewayOf(undefined)))).to.deep.equal([1, 3])
  })

  it("are asked for by the first indexed value, and not at all where there is none", async () => {
    const asked: unknown[] = []
    const { client } = fakeNode({
      eth_getLogs: (params: readonly unknown[]) => {
        asked.push(...params)
        return honestLogs([resolved(1)], params[0])
      },
    })
    expect(await findWatcherLogs(gatewayOf(client), [], 5n)).to.deep.equal([])
    expect(idsOf(await findWatcherLogs(gatewayOf(client), [bytes32(1), 7], 5n))).to.deep.equal([1])
    const topics = [null, [bytes32(1), pad(numberToHex(7))]]
    expect(asked).to.deep.equal([{ address: [watcher], topics, fromBlock: "0x5", toBlock: "latest" }])
  })

  it("are read in shorter ranges from the oldest on where a node refuses a long one, or else its error is thrown", async () => {
    const asked: unknown[] = []
    const nodeThat = (most: bigint) =>
      fakeNode({
        eth_blockNumber: () => numberToHex(2_500),
        eth_getLogs: ([{ fromBlock, toBlock }]: [{ fromBlock: Hex; toBlock: Hex | "latest" }]) => {
          const [from, to] = [BigInt(fromBlock), toBlock === "latest" ? 2_500n : BigInt(toBlock)]
          asked.push([Number(from), toBlock === "latest" ? toBlock : Number(to)])
          if (to - from >= most) throw new Error("too long")
          return [resolved(Number(from), Number(from))]
        },
      }).client
    const ids = [bytes32(1), bytes32(2_001)]
    const logs = await getLogs(nodeThat(2_000n), watcher, ids, 1n)
    expect(logs.map(({ blockNumber }) => Number(blockNumber))).to.deep.equal([1, 2_001])
    expect(asked.splice(0)).to.deep.equal([
      ...[
        [1, "latest"],
        [1, 2_500],
        [1, 2_000],
        [2_001, 2_500],
      ],
    ])
    const error: unknown = await getLogs(nodeThat(1n), watcher, ids, 1n).catch((reason: unknown) => reason)
    expect(String(error)).to.contain("too long")
  })

  it("are refused where a node gives others than it was asked for", async () => {
    for (const other of [resolved(2), { ...resolved(1), address: at(9) }, resolved(1, 4)]) {
      const { client } = fakeNode({ eth_getLogs: () => [resolved(1), other] })
      const error: unknown = await findWatcherLogs(gatewayOf(client), [bytes32(1)], 5n).catch((one: unknown) => one)
      expect(error).to.have.property("code", "FALSE_LOGS")
    }
  })

  it("stand where their block says, or at no known place", () => {
    const place = (more: object) => minedAt({ ...formatLog(resolved(1)), ...more })
    const transactionHash = resolved(1).transactionHash
    expect([
      place({ blockTimestamp: 9n }),
      place({ blockTimestamp: null }),
      place({ blockTimestamp: undefined }),
    ]).to.deep.equal([
      { blockNumber: 40n, transactionHash, timestamp: 9n },
      { blockNumber: 40n, transactionHash, timestamp: null },
      { blockNumber: 40n, transactionHash, timestamp: null },
    ])
    expect(place({ blockNumber: null, transactionHash: null })).to.deep.equal({
      ...{ blockNumber: 0n, transactionHash: "0x", timestamp: 4_000n },
    })
  })

  it("belong to the call before which the last id was logged", () => {
    const submitted = (requestCount: number) =>
      watcherLog("RequestSubmitted", 40, {
        ...{ requestCount, appGateway: at(1), consumeFrom: at(1), maxFees: 1n, feePoolChain: 5, feePoolToken: at(2) },
      })
    const all = [
      ...[submitted(1), resolved(1), submitted(2), submitted(3)],
      ...[
        watcherLog("PayloadReverted", 40, { payloadId: bytes32(2), isOnchain: true, revertData: "0x" }),
        submitted(4),
      ],
      ...[watcherLog("TimeoutResolved", 40, { timeoutId: bytes32(3) }), submitted(5)],
      ...[watcherLog("TriggerHandled", 40, { triggerId: bytes32(4), appGateway: at(1) }), submitted(6)],
    ]
    const logs = watcherLogsIn({ logs: all.map((log) => formatLog(log as RpcLog)) } as never, gatewayOf(undefined))
    const requestsOf = (id: number) =>
      logsOfCall(logs, bytes32(id)).flatMap(({ eventName, args }) =>
        eventName === "RequestSubmitted" ? [args.requestCount] : [],
      )
    expect([1, 2, 3, 4, 5].map(requestsOf)).to.deep.equal([[2, 3], [4], [5], [6], []])
    expect(logsOfCall(logs, bytes32(1))).to.have.length(3)
  })

  it("cost what the watcher says, and nothing is known of another contract in its place", async () => {
    const client = (count: number) => {
      let calls = 0
      return fakeNode({
        eth_call: () => {
          calls += 1
          if (calls > count) throw new Error("execution reverted")
          return numberToHex(calls, { size: 32 })
        },
      }).client
    }
    expect(await readWatcher(gatewayOf(client(3)))).to.deep.equal({ payloadFee: 1n, feePerGas: 2n, operator: at(3) })
    expect(await readWatcher(gatewayOf(client(2)))).to.equal(null)
  })
})
