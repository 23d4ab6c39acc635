import { expect } from "chai"
import { describe, it } from "mocha"
import {
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  parseAbi,
  parseAbiParameters,
  parseEventLogs,
  type RpcLog,
  zeroAddress,
} from "viem"

import { createLogParser } from "#src/primitives/createLogParser.js"

const abi = parseAbi([
  "event Moved(address indexed from, uint256 amount, bytes data)",
  "event Named(string indexed name, uint32 id)",
  "event Listed(uint256[] indexed ids, address who)",
  "event Rang()",
  "function ring()",
])
const others = parseAbi(["event Other(uint256 amount)"])

const from = "0x5FbDB2315678afecb367f032d93F642f64180aa3"

function logOf(topics: unknown, data: Hex): RpcLog {
  return {
    address: zeroAddress,
    topics: topics as [Hex, ...Hex[]],
    data,
    blockHash: `0x${"11".repeat(32)}`,
    blockNumber: "0x5",
    logIndex: "0x1",
    transactionHash: `0x${"22".repeat(32)}`,
    transactionIndex: "0x0",
    removed: false,
    blockTimestamp: "0x6",
  }
}

describe("createLogParser", () => {
  const topicsOf = (eventName: "Moved" | "Named", args: object): unknown => encodeEventTopics({ abi, eventName, args })
  const moved = logOf(
    topicsOf("Moved", { from }),
    encodeAbiParameters(parseAbiParameters("uint256, bytes"), [7n, "0x1234"]),
  )
  const named = logOf(topicsOf("Named", { name: "alpha" }), encodeAbiParameters(parseAbiParameters("uint32"), [9]))
  const listedTopics = [...encodeEventTopics({ abi, eventName: "Listed" }), `0x${"33".repeat(32)}`]
  const listed = logOf(listedTopics, encodeAbiParameters(parseAbiParameters("address"), [from]))
  const rang = logOf(encodeEventTopics({ abi, eventName: "Rang" }), "0x")
  const other = logOf(encodeEventTopics({ abi: others, eventName: "Other" }), moved.data)
  const short = { ...moved, data: "0x12" } as const
  const withoutTopic = { ...moved, topics: moved.topics.slice(0, 1) as [Hex] }

  it("decodes as viem does, and leaves out the same logs", () => {
    const logs = [moved, other, named, short, listed, withoutTopic, logOf([], "0x")]
    const parsed = createLogParser(abi)(logs)
    expect(parsed).to.have.lengthOf(3)
    expect(parsed).to.deep.equal(parseEventLogs({ abi, logs }))
  })

  it("gives an event without arguments an empty object", () => {
    expect(createLogParser(abi)([rang]).map(({ eventName, args }) => [eventName, args])).to.deep.equal([["Rang", {}]])
  })

  it("takes logs that viem has read already", () => {
    const read = parseEventLogs({ abi, logs: [moved] })
    expect(createLogParser(abi)(read)).to.deep.equal(read)
  })
})
