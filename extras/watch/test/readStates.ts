import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, encodeAbiParameters, encodeEventTopics, type Hex, numberToHex } from "viem"

import type { PlacedMark } from "#extras/watch/src/progress.js"
import { createStateReader, readAllStates } from "#extras/watch/src/readStates.js"
import type { WatchStore } from "#extras/watch/src/store/WatchStore.js"
import { packPacketId } from "#src/messaging/ids.js"
import { socketAbi, switchboardAbi } from "#src/messaging/onchain/abi.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { createViewNode } from "#test/fixtures/nodes/viewNode.js"
import { at } from "#test/fixtures/wire/addresses.js"
import {
  block,
  chainOf,
  hash,
  idOf,
  message,
  other,
  plug,
  socket,
} from "#test/fixtures/worlds/messaging/watchedFacts.js"

const [own, foreign] = [at(0x51), at(0x52)]
const packetId = packPacketId({ srcChainSlug: 1, capacitor: at(0xca), packetCount: 3n })

/** The receipt of a transaction that proposed the root of message 1 for a switchboard, as logged by a contract. */
function receiptOf(switchboard: Address, emitter: Address = socket): object {
  const [types, values] = [
    ["uint256", "bytes32", "address"],
    [4n, hash(1), switchboard],
  ] as const
  const data = encodeAbiParameters(
    types.map((type) => ({ type })),
    values,
  )
  const args = { transmitter: at(1), packetId }
  const topics = encodeEventTopics({ abi: socketAbi, eventName: "PacketProposed", args })
  const place = { blockNumber: "0x5a", blockHash: hash(90), transactionHash: hash(7), transactionIndex: "0x0" }
  const log = { address: emitter, topics, data, ...place, logIndex: "0x0", removed: false }
  return { ...place, status: "0x1", logs: [log], type: "0x2" }
}

/** Watched messages 1 and 2, of which the first is proposed on beta. */
function setUp() {
  const told: unknown[] = []
  const marks: PlacedMark[] = [
    { kind: "sealed", chain: 1, tx: hash(6), at: 5 },
    { kind: "proposed", chain: 2, tx: hash(7), at: 6 },
    // Of a root that another chain has proposed as well.
    { kind: "proposed", chain: 3, tx: hash(8), at: 6 },
  ]
  const state = { isAllowed: true, isDown: false, timestamp: 900n, asked: 0, receipt: receiptOf(own) }
  const views = {
    getPlugConfig: () => [plug, own, other, other, other],
    rootProposedAt: () => 500n,
    allowPacket: (to: Address, [root, id, count, slug, proposedAt]: readonly unknown[]) => {
      const isIt = [to, root, id, count, slug, proposedAt].join() === [own, hash(1), packetId, 4n, 1, 500n].join()
      return isIt && state.isAllowed
    },
    isRootValid: () => true,
    isProposalTripped: () => false,
  }
  const methods = {
    get eth_getBlockByNumber() {
      state.asked += 1
      if (state.isDown) throw Object.assign(new Error("down"), { code: -32_000 })
      return { ...block(90), timestamp: numberToHex(state.timestamp), transactions: [] }
    },
    get eth_getTransactionReceipt() {
      return state.receipt
    },
  }
  const client = createViewNode({ abis: [socketAbi, switchboardAbi], views, methods })
  const store = {
    inFlight: () => [message(1, { status: "PROPOSED" }), message(2)],
    marksOf: ({ id }: { id: Hex }) => (id === idOf(1, 1) ? marks : []),
    setShown: (id: Hex, shown: { status: string; at: number }) => void told.push([id, shown.status, shown.at]),
  } as unknown as WatchStore
  const clock = createManualClock(10_000)
  return { state, marks, told, clock, options: { store, chains: [chainOf(2, client)], clock } }
}

describe("what a destination says of proposed messages", () => {
  it("is read once, and again when something was logged of them or a minute has passed", async () => {
    const { state, marks, told, clock, options } = setUp()
    const read = createStateReader(options)
    const verified = [idOf(1, 1), "VERIFIED", 900]
    await read()
    await read()
    expect([told, state.asked]).to.deep.equal([[verified], 1])
    marks.push({ kind: "attested", chain: 2, tx: hash(9), at: 8 })
    state.isAllowed = false
    await read()
    await clock.advance(59_999)
    await read()
    expect(told).to.deep.equal([verified, [idOf(1, 1), "ATTESTED", 900]])
    await clock.advance(1)
    await read()
    expect([told.length, state.asked]).to.deep.equal([3, 3])
  })

  it("counts proposals of the socket alone, for the switchboard that the plug uses", async () => {
    for (const receipt of [receiptOf(foreign), receiptOf(own, at(0x99))]) {
      const { state, told, options } = setUp()
      state.receipt = receipt
      await createStateReader(options)()
      expect(told).to.deep.equal([[idOf(1, 1), "SEALED", 900]])
    }
  })

  it("is read in the next look where a node is silent, and is an error of an export", async () => {
    const { state, told, options } = setUp()
    const read = createStateReader(options)
    state.isDown = true
    const unread = await read()
    expect(unread.map(({ slug, name, problem }) => [slug, name, problem.code])).to.deep.equal([
      [2, "beta", "NODE_FAILED"],
    ])
    const failed = await readAllStates(options).catch((error: unknown) => error)
    expect([failed, told]).to.have.nested.property("0.code", "NODE_FAILED")
    expect(told).to.deep.equal([])
    state.isDown = false
    state.timestamp = 2n ** 200n
    await read()
    expect(told).to.deep.equal([])
    state.timestamp = 900n
    await read()
    await readAllStates(options)
    expect(told).to.have.length(2)
  })
})
