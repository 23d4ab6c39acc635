import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, type Hex, numberToHex, pad } from "viem"
import { encodeAbiParameters, encodeEventTopics, parseAbiParameters } from "viem/utils"

import { gatewaySocketAbi, watcherAbi } from "#src/gateway/onchain/watcherAbi.js"
import type { ApiReader, ReportedById } from "#src/gateway/reading/askApi.js"
import { readGateway } from "#src/gateway/reading/readGateway.js"
import type { GatewayChain, GatewayReading, ReachedChain } from "#src/gateway/reading/types.js"
import type { WatcherLog } from "#src/gateway/reading/watcherLogs.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { honestLogs } from "#test/fixtures/nodes/honestLogs.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const [watcher, app, socket, stranger]: readonly Address[] = ["1", "2", "3", "4"].map(
  (digit): Address => `0x${digit.repeat(40)}`,
)

type Node = {
  /** The transactions by their hashes, with what they have logged in the block of the same number. */
  readonly mined?: Readonly<Record<number, readonly object[]>>
  readonly pending?: readonly number[]
  /** What a search finds, whatever it looks for. */
  readonly found?: readonly object[]
  readonly timestamps?: { readonly latest: number; readonly pending?: number }
  /** Of the views of the watcher, in order. */
  readonly isWatcher?: boolean
}

function clientOf({
  mined = {},
  pending = [],
  found = [],
  timestamps = { latest: 900, pending: 950 },
  isWatcher = true,
}: Node) {
  const place = (block: number, logs: readonly object[]) =>
    logs.map((log, index) => ({
      ...{
        blockNumber: numberToHex(block),
        transactionHash: bytes32(block),
        blockHash: bytes32(block),
        removed: false,
      },
      ...{ transactionIndex: "0x0", logIndex: numberToHex(index), ...log },
    }))
  return fakeNode({
    eth_getBlockByNumber([tag]) {
      const timestamp =
        tag === "pending" ? timestamps.pending : tag === "latest" ? timestamps.latest : Number(tag) * 100
      if (timestamp === undefined) throw new Error("no such block")
      return { number: "0x5a", timestamp: numberToHex(timestamp), transactions: [] }
    },
    eth_getTransactionReceipt([hash]) {
      const logs = mined[Number(hash)]
      return logs === undefined
        ? null
        : { status: "0x1", blockNumber: hash, transactionHash: hash, logs: place(Number(hash), logs) }
    },
    eth_getTransactionByHash([hash]) {
      const isKnown = Number(hash) in mined || pending.includes(Number(hash))
      return isKnown
        ? { hash, from: app, to: watcher, input: "0x12", value: "0x5", gas: "0x0", nonce: "0x0", type: "0x2" }
        : null
    },
    eth_getLogs: ([filter]) => honestLogs(place(40, found), filter),
    eth_call([call]) {
      if (!isWatcher) throw new Error("no such function")
      return pad((call as { data: Hex }).data.slice(0, 10) as Hex, { size: 32 })
    },
  }).client
}

const watcherLog = (eventName: WatcherLog["eventName"], args: object, types = "", values: readonly unknown[] = []) => ({
  address: watcher,
  topics: encodeEventTopics({ abi: watcherAbi, eventName, args }),
  data: types === "" ? "0x" : encodeAbiParameters(parseAbiParameters(types), values as never),
})
const submitted = (requestCount: number) =>
  watcherLog("RequestSubmitted", { requestCount, appGateway: app }, "address, uint256, uint32, address", [
    app,
    9n,
    1,
    app,
  ])
const scheduled = (id: number) =>
  watcherLog("TimeoutScheduled", { timeoutId: bytes32(id), scheduler: app, target: app }, "bytes, uint256", [
    "0x",
    700n,
  ])
const options =
  "(uint8 read, uint8 parallel, uint8 writeFinality, uint256 gasLimit, uint256 value, uint256 readAtBlockNumber)"
const queued = (id: number, requestCount: number) =>
  watcherLog(
    "PayloadQueued",
    { payloadId: bytes32(id), requestCount, appGateway: app },
    `uint40, uint8, uint32, address, bytes, ${options}, bytes32`,
    [
      0,
      1,
      5,
      app,
      "0x",
      { read: 0, parallel: 0, writeFinality: 0, gasLimit: 1n, value: 0n, readAtBlockNumber: 0n },
      bytes32(0),
    ],
  )
const increased = watcherLog("MaxFeesIncreased", { requestCount: 3 }, "uint256, uint32, address", [99n, 1, app])

/** The id of a trigger on the chain 5. */
const triggerId: Hex = `0x00000005${"0".repeat(54)}77`
const called = (id: Hex) => ({
  address: socket,
  topics: encodeEventTopics({
    ...{ abi: gatewaySocketAbi, eventName: "AppGatewayCallRequested" },
    args: { triggerId: id, appGatewayId: pad(app!), plug: stranger },
  }),
  data: encodeAbiParameters(parseAbiParameters("bytes"), ["0xda"]),
})

type Played = {
  readonly id?: Hex
  readonly gateway?: Node
  readonly chains?: Readonly<Record<number, Node>>
  readonly reported?: Partial<ReportedById>
  /** What the API knows of a transaction, by its hash. */
  readonly ofTransaction?: Readonly<Record<Hex, object>>
  readonly isConfigured?: boolean
}

const nothing: ReportedById = { requests: [], payload: undefined, timeouts: [], triggers: [], problem: null }
const ofId = bytes32(40)

async function read(played: Played) {
  const { id = ofId, gateway: node = {}, chains = {}, reported = {}, ofTransaction = {}, isConfigured = true } = played
  const gateway: GatewayChain = {
    ...{
      client: clientOf(node),
      slug: 43,
      name: "gateway",
      addressResolver: app!,
      watcher: watcher!,
      feesManager: app!,
    },
  }
  const reached = new Map(
    Object.entries(chains).map(([slug, own]): [number, ReachedChain] => [
      Number(slug),
      { client: clientOf(own), slug: Number(slug), name: `chain ${slug}`, socket },
    ]),
  )
  const asked: string[] = []
  const api: ApiReader = {
    isConfigured,
    askForId: () => Promise.resolve({ ...nothing, ...reported }),
    askForTransaction(hash) {
      asked.push(`transaction ${Number(hash)}`)
      return Promise.resolve({ ...nothing, ...ofTransaction[hash] })
    },
    askForTriggers(hash) {
      asked.push(`triggers ${Number(hash)}`)
      return Promise.resolve([])
    },
  }
  const chainOf = (slug: number) => Promise.resolve(reached.get(slug))
  const reading = await readGateway({ id, gateway, chainOf, slugs: [...reached.keys()], api })
  return { ...reading, asked }
}

const summaryOf = ({
  kind,
  transaction,
  requests,
  timeouts,
  triggers,
  changes,
  api,
  asked,
}: GatewayReading & { asked: string[] }) => ({
  kind,
  at: transaction && `${transaction.chain.name} ${Number(transaction.txHash)} ${transaction.state}`,
  requests: requests.map(({ requestCount }) => requestCount),
  timeouts: timeouts.map(({ timeoutId }) => Number(timeoutId)),
  triggers: triggers.map((trigger) => trigger.triggerId),
  changes: changes.length,
  api: api === undefined ? undefined : api.kind === "answer" ? api.isKnown : api.message,
  asked,
})
const none = { requests: [], timeouts: [], triggers: [], changes: 0, api: false, asked: [] }

describe("readGateway", () => {
  const summary = async (played: Played) => summaryOf(await read(played))
  const logs = [increased, submitted(7), scheduled(8), queued(9, 7), scheduled(10)]
  const gateway: Node = { mined: { 40: logs } }

  it("reads the gateway chain's time, its watcher, and a transaction with all that it made", async () => {
    const reading = await read({ gateway, id: ofId.toUpperCase().replace("X", "x") as Hex })
    expect(summaryOf(reading)).to.deep.equal({
      ...{ ...none, kind: "transaction", at: "gateway 40 mined", requests: [7], timeouts: [8, 10], changes: 1 },
      asked: ["transaction 40"],
    })
    expect(reading.requests[0]!.payloads.map(({ payloadId }) => payloadId)).to.deep.equal([bytes32(9)])
    const { head, now, id, transaction } = reading
    expect({ head, now, id }).to.deep.equal({ head: { number: 90n, timestamp: 900n }, now: 950n, id: ofId })
    expect(transaction).to.deep.include({
      from: app,
      to: watcher,
      input: "0x12",
      value: 5n,
      reverted: false,
      revertData: null,
    })
    expect(transaction!.mined).to.deep.equal({ blockNumber: 40n, transactionHash: ofId, timestamp: 4_000n })
    expect(reading.watcher).to.not.equal(null)
    const foreign = await read({ gateway: { ...gateway, isWatcher: false, timestamps: { latest: 900 } } })
    expect([foreign.watcher, foreign.now]).to.deep.equal([null, 900n])
  })

  it("asks the API for what the transaction made, unless it does not answer or there is none", async () => {
    const request = { requestCount: 70, status: "IN_PROGRESS", feesInfo: null, payloads: [] }
    const known = { gateway, ofTransaction: { [ofId]: { requests: [request], timeouts: [] } } }
    expect(await summary(known)).to.deep.include({ requests: [7, 70], api: true, asked: ["transaction 40"] })
    expect(await summary({ ...known, reported: { problem: "It is down." } })).to.deep.include({
      ...{ requests: [7], api: "It is down.", asked: [] },
    })
    expect(await summary({ ...known, isConfigured: false })).to.deep.include({ api: undefined })
    // Where the chain has nothing of it yet.
    const late = {
      gateway: { pending: [40] },
      ofTransaction: { [ofId]: { timeouts: [{ timeoutId: bytes32(8), executeAt: 5 }] } },
    }
    expect(await summary(late)).to.deep.equal({
      ...{
        ...none,
        kind: "transaction",
        at: "gateway 40 pending",
        timeouts: [8],
        api: true,
        asked: ["transaction 40"],
      },
    })
    expect(await summary({ ...known, gateway: {}, reported: { requests: [request] as never } })).to.deep.include({
      ...{ kind: "transaction", at: "gateway 40 unknown", requests: [70], api: true },
    })
  })

  it("finds a payload by its log, with its whole request, or by the API, with nothing but itself", async () => {
    const own = { id: bytes32(9), gateway: { ...gateway, found: [queued(9, 7)] } }
    expect(await summary(own)).to.deep.equal({
      ...{
        ...none,
        kind: "payload",
        at: "gateway 40 mined",
        requests: [7],
        timeouts: [8, 10],
        asked: ["transaction 40"],
      },
    })
    const payload = { payloadId: bytes32(9), requestCount: 71, status: "NO", chainSlug: 5 } as never
    expect(await summary({ id: bytes32(9), reported: { payload } })).to.deep.equal({
      ...{ ...none, kind: "payload", at: null, requests: [71] },
    })
    const requests = [7, 70].map((requestCount) => ({ requestCount, status: "NO", feesInfo: null, payloads: [] }))
    const whole = await read({ ...own, ofTransaction: { [ofId]: { requests } } })
    expect(whole.requests.map(({ requestCount, txHash }) => [requestCount, txHash])).to.deep.equal([
      [7, ofId],
      [70, ofId],
    ])
    // Its transaction has more of it.
    expect((await summary({ ...own, reported: { payload } })).requests).to.deep.equal([7])
  })

  it("finds a timeout by its log or by the API, and nothing else of its transaction", async () => {
    const found = { ...none, kind: "timeout", at: "gateway 40 mined", timeouts: [10], asked: ["transaction 40"] }
    expect(await summary({ id: bytes32(10), gateway: { ...gateway, found: [scheduled(10)] } })).to.deep.equal(found)
    const timeout = { timeoutId: bytes32(10), originTxHash: ofId, executeAt: 5, isResolved: false } as never
    expect(await summary({ id: bytes32(10), gateway, reported: { timeouts: [timeout] } })).to.deep.equal(found)
    const others = [8, 10, 77].map((id) => ({ timeoutId: bytes32(id), originTxHash: ofId, executeAt: 5 }))
    const told = { gateway: { ...gateway, found: [scheduled(10)] }, ofTransaction: { [ofId]: { timeouts: others } } }
    expect(await summary({ id: bytes32(10), ...told })).to.deep.equal({ ...found, api: true })
    const unplaced = { timeoutId: bytes32(10), originTxHash: null, executeAt: 5, isResolved: false } as never
    expect(await summary({ id: bytes32(10), gateway, reported: { timeouts: [unplaced] } })).to.deep.equal({
      ...{ ...none, kind: "timeout", at: null, timeouts: [10], api: true },
    })
  })

  it("asks the API for what the run of a timeout opened, and for nothing else of that transaction", async () => {
    const ran = watcherLog("TimeoutResolved", { timeoutId: bytes32(10) })
    const at = { blockNumber: "0x3c", transactionHash: bytes32(60) }
    const own = { ...gateway, mined: { 40: logs, 60: [submitted(12), ran, submitted(13)] } }
    const requests = [12, 13, 99].map((requestCount) => ({ requestCount, status: "NO", feesInfo: null, payloads: [] }))
    const reading = await read({
      ...{ id: bytes32(10), gateway: { ...own, found: [scheduled(10), { ...ran, ...at }] } },
      ofTransaction: { [bytes32(60)]: { requests } },
    })
    expect(summaryOf(reading)).to.deep.equal({
      ...{ ...none, kind: "timeout", at: "gateway 40 mined", requests: [13], timeouts: [10] },
      asked: ["transaction 40", "transaction 60"],
    })
    const [opened] = reading.requests
    expect([opened!.openedBy, opened!.txHash, opened!.reported]).to.deep.equal([
      ...[bytes32(10), bytes32(60), requests[1]],
    ])
  })

  it("finds a trigger by its id, on the chain that the id names, and no other of its transaction", async () => {
    const both = [called(triggerId), called(bytes32(78))]
    const chains = { 4: { found: [] }, 5: { mined: { 40: both }, found: [called(triggerId)] } }
    expect(await summary({ id: triggerId, chains })).to.deep.equal({
      ...{ ...none, kind: "trigger", at: "chain 5 40 mined", triggers: [triggerId], asked: ["triggers 40"] },
    })
    expect(await summary({ id: triggerId, chains: { 4: chains[5] } })).to.deep.equal({
      ...{ ...none, kind: "unknown", at: `gateway ${Number(triggerId)} unknown` },
      asked: [`transaction ${Number(triggerId)}`],
    })
  })

  it("finds the transaction of a plug on any chain, that of the API first, and all of its triggers", async () => {
    const both = [called(triggerId), { ...called(bytes32(78)), address: stranger }]
    const chains = { 4: {}, 5: { mined: { 40: both } }, 6: { mined: { 40: [called(bytes32(79))] } } }
    expect(await summary({ chains })).to.deep.equal({
      ...{ ...none, kind: "trigger", at: "chain 5 40 mined", triggers: [triggerId] },
    })
    const trigger = { callId: bytes32(79), chainSlug: 6, status: "Queued", payload: {}, ExecutionDetails: {} } as never
    expect(await summary({ chains, reported: { triggers: [trigger] } })).to.deep.equal({
      ...{ ...none, kind: "trigger", at: "chain 6 40 mined", triggers: [bytes32(79)], api: true },
    })
    const unlogged = { ...(trigger as object), callId: bytes32(80) } as never
    expect((await summary({ chains, reported: { triggers: [unlogged] } })).triggers).to.deep.equal([
      ...[bytes32(79), bytes32(80)],
    ])
    const done = {
      ...(unlogged as object),
      status: "Executed",
      ExecutionDetails: { appGatewayTxHash: bytes32(90) },
    } as never
    const reported = [unlogged, { ...(done as object), callId: bytes32(81) } as never]
    const { triggers } = await read({ chains, reported: { triggers: reported } })
    expect(triggers.map(({ triggerId: id, handled }) => [Number(id), handled])).to.deep.equal([
      ...[
        [79, null],
        [80, null],
        [81, { transactionHash: bytes32(90) }],
      ],
    ])
  })
})
