import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, encodeAbiParameters, encodeEventTopics, getAddress, type Hex, numberToHex, zeroHash } from "viem"

import { scanChain } from "#extras/watch/src/scanChain.js"
import { socketAbi, switchboardAbi } from "#src/messaging/onchain/abi.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { failure } from "#test/fixtures/failure.js"
import {
  block,
  chainOf,
  details,
  hash,
  idOf,
  node,
  other,
  plug,
  socket,
} from "#test/fixtures/worlds/messaging/watchedFacts.js"

const board: Address = `0x${"b0".repeat(20)}`
const sibling: Address = `0x${"51".repeat(20)}`

type Given = { readonly block: number; readonly index: number; readonly address?: Address; readonly time?: number }

const mined = ({ block: number, index, address = socket, time }: Given, topics: readonly Hex[], data: Hex) => ({
  ...{ address, topics, data, blockNumber: numberToHex(number), blockHash: hash(number), removed: false },
  ...{ transactionHash: hash(100 + index), transactionIndex: "0x0", logIndex: numberToHex(index) },
  ...(time === undefined ? {} : { blockTimestamp: numberToHex(time) }),
})
const words = (types: readonly string[], values: readonly unknown[]): Hex =>
  encodeAbiParameters(
    types.map((type) => ({ type })),
    values,
  )

function sent(given: Given, ends: { id: Hex; srcPlug?: Address; dst?: number; dstPlug?: Address }) {
  const { id, srcPlug = plug, dst = 2, dstPlug = plug } = ends
  const event = socketAbi.find((item) => item.type === "event" && item.name === "MessageOutbound") as {
    inputs: readonly { type: string }[]
  }
  const fees = { transmissionFees: 1n, executionFee: details.executionFee, switchboardFees: 2n }
  const { minMsgGasLimit, executionParams, payload } = details
  const values = [1, srcPlug, dst, dstPlug, id, minMsgGasLimit, executionParams, zeroHash, payload, fees]
  const [topic] = encodeEventTopics({ abi: socketAbi, eventName: "MessageOutbound" })
  return mined(given, [topic], encodeAbiParameters(event.inputs, values))
}
const sealed = (given: Given, root: Hex) =>
  mined(
    given,
    encodeEventTopics({
      abi: socketAbi,
      eventName: "Sealed",
      args: { transmitter: other, packetId: hash(1) },
    }) as Hex[],
    words(["uint256", "bytes32", "bytes"], [1n, root, "0x"]),
  )
const executed = (given: Given, id: Hex) =>
  mined(given, encodeEventTopics({ abi: socketAbi, eventName: "ExecutionSuccess" }) as Hex[], words(["bytes32"], [id]))
function attested(given: Given, root: Hex) {
  const args = { watcher: other, packetId: hash(1) }
  const item = switchboardAbi.find((one) => one.type === "event" && one.name === "ProposalAttested") as {
    inputs: readonly { type: string; name: string; indexed?: boolean }[]
  }
  const named: Readonly<Record<string, unknown>> = { ...args, root }
  const plain = item.inputs.filter(({ indexed }) => indexed !== true)
  const topics = encodeEventTopics({ abi: switchboardAbi, eventName: "ProposalAttested", args: named })
  const data = words(
    plain.map(({ type }) => type),
    plain.map(({ name, type }) => named[name] ?? (type === "bytes32" ? zeroHash : 0n)),
  )
  return mined(given, topics as Hex[], data)
}

/** Scans a chain of these logs, and lists the blocks that were asked for because of their time. */
async function scan(
  logs: readonly object[],
  more: { newest?: bigint; timeOf?: (block: number) => bigint | null } = {},
) {
  const times: number[] = []
  const { newest = 7n, timeOf = (number: number) => BigInt(1_000 + number) } = more
  const client = node({
    eth_getBlockByNumber: ([asked]) => {
      const number = asked === "latest" ? Number(newest) : Number(asked)
      if (number < 7) times.push(number)
      const time = timeOf(number)
      return time === null ? null : { ...block(number, 0), timestamp: numberToHex(time) }
    },
    eth_getLogs: () => logs,
  })
  const clock = createManualClock()
  const chain = chainOf(1, client, { switchboards: [board], siblings: [board, sibling], awaited: [3] })
  const isWatched = (slug: number, address: Address): boolean =>
    slug !== 4 && address.toLowerCase() === plug.toLowerCase()
  const next = scanChain(chain, { from: 0n, finality: "latest", clock, isWatched, isFrugal: false })
  const { messages, marks, position, isCaughtUp } = await clock.run(next())
  expect([position?.blockNumber, isCaughtUp]).to.deep.equal([7n, true])
  return { messages, marks, times }
}

describe("scanChain", () => {
  it("reads what concerns watched plugs from the contracts of the protocol, and asks for no time that a log has", async () => {
    const { messages, marks, times } = await scan([
      sent({ block: 3, index: 0, time: 77 }, { id: idOf(1, 1) }),
      sent({ block: 3, index: 1 }, { id: idOf(1, 2), srcPlug: other }),
      sent({ block: 4, index: 2 }, { id: idOf(1, 3), srcPlug: other, dst: 4 }),
      sealed({ block: 5, index: 3 }, hash(50)),
      sealed({ block: 5, index: 4, address: board }, hash(51)),
      attested({ block: 5, index: 5, address: board }, hash(52)),
      attested({ block: 5, index: 6 }, hash(53)),
      executed({ block: 6, index: 7, time: 78 }, idOf(2, 9)),
      executed({ block: 6, index: 8, time: 78 }, idOf(2, 10, sibling)),
      executed({ block: 6, index: 9, time: 78 }, idOf(2, 11, other)),
      // It may be a sibling of a plug of the chain that has not answered yet.
      executed({ block: 6, index: 10, time: 78 }, idOf(3, 12, other)),
    ])
    const own = getAddress(plug)
    const message = { src: 1, dst: 2, dstPlug: own, details, fee: 8n }
    expect(messages.map(({ packed, ...one }) => [packed.length, one])).to.deep.equal([
      [66, { ...message, id: idOf(1, 1), srcPlug: own, block: 3, log: 0, tx: hash(100), at: 77 }],
      [66, { ...message, id: idOf(1, 2), srcPlug: getAddress(other), block: 3, log: 1, tx: hash(101), at: 1_003 }],
    ])
    expect(marks).to.deep.equal([
      { kind: "sealed", key: hash(50), block: 5, log: 3, tx: hash(103), at: 1_005 },
      { kind: "attested", key: hash(52), block: 5, log: 5, tx: hash(105), at: 1_005 },
      { kind: "executed", key: idOf(2, 9), block: 6, log: 7, tx: hash(107), at: 78 },
      { kind: "executed", key: idOf(2, 10, sibling), block: 6, log: 8, tx: hash(108), at: 78 },
      { kind: "executed", key: idOf(3, 12, other), block: 6, log: 10, tx: hash(110), at: 78 },
    ])
    // Each block once.
    expect(times.filter((number) => [3, 4, 5, 6].includes(number))).to.deep.equal([3, 5])
  })

  it("says what it cannot use of a node: a log of a block that is not there, and numbers that are no time", async () => {
    const logs = [sealed({ block: 5, index: 3 }, hash(50))]
    const most = BigInt(Number.MAX_SAFE_INTEGER)
    const { marks } = await scan(logs, { timeOf: (number) => (number === 5 ? most : 9n) })
    expect(marks.map(({ at }) => at)).to.deep.equal([Number.MAX_SAFE_INTEGER])
    for (const time of [null, most + 1n]) {
      const { code, facts } = await failure(scan(logs, { timeOf: (number) => (number === 5 ? time : 9n) }))
      expect([code, facts["function"]]).to.deep.equal(["NODE_FAILED", "eth_getLogs"])
    }
  })
})
