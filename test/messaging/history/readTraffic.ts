import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, encodeEventTopics, keccak256, toHex } from "viem"

import { readTraffic } from "#src/messaging/history/readTraffic.js"
import { socketAbi } from "#src/messaging/onchain/abi.js"
import { systemClock } from "#src/primitives/clock.js"
import { createLogChain, type LogChain, type NodeMood } from "#test/fixtures/nodes/logChain.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { dstPlug, outboundLogs, socket, srcPlug } from "#test/fixtures/wire/outboundLogs.js"

const transactionOf = (number: number) => keccak256(toHex(`transaction ${number}`))

/** A chain of forty blocks. A number below 100 sends the message of that number, and one above executes that of 100 less. */
function chainWith(blocks: Readonly<Record<number, number[]>>): LogChain {
  const topics = encodeEventTopics({ abi: socketAbi, eventName: "ExecutionSuccess" })
  const chain = createLogChain((number) =>
    number < 100 ? outboundLogs(number)[1] : { address: socket, topics, data: bytes32(number - 100) },
  )
  for (let block = 1; block < 40; block += 1) chain.mine(...(blocks[block] ?? []))
  return chain
}

/** Reads a chain whose first block was mined 1,000 s after 1970, and the next ones a second after another. */
async function read(
  chain: LogChain,
  { seconds, ...more }: { seconds: number; srcPlug?: Address; firstBlock?: bigint; signal?: AbortSignal },
  mood?: NodeMood,
) {
  const { firstBlock, ...options } = more
  const readable = { client: chain.node(mood).client, socket, slug: 41001, name: "alpha", firstBlock }
  const { sent, executions, ...rest } = await readTraffic(readable, {
    ...{ since: new Date(seconds * 1_000), clock: systemClock },
    ...options,
  })
  expect(rest.chain).to.equal(readable)
  return { ...rest, chain: undefined, sent: sent.map(({ messageId }) => Number(messageId)), executions, all: sent }
}

describe("readTraffic", () => {
  it("reads what was sent and what arrived from the first block that is not before a moment", async () => {
    const chain = chainWith({ 9: [1, 101], 10: [2, 3], 31: [109], 39: [4, 107] })
    const { all, ...found } = await read(chain, { seconds: 1_009.1 })
    expect(found).to.deep.equal({
      ...{ chain: undefined, fromBlock: 10n, toBlock: 39n, sent: [2, 3, 4] },
      executions: new Map([
        [bytes32(9), transactionOf(109)],
        [bytes32(7), transactionOf(107)],
      ]),
    })
    expect(all[2]).to.deep.include({ blockNumber: 39n, tx: transactionOf(4), payloadSize: 2, srcPlug })
    expect(all[2]).to.not.have.property("payload")
    const later = await read(chain, { seconds: 0, firstBlock: 11n })
    expect(later).to.deep.include({ fromBlock: 11n, sent: [4] })
    expect(await read(chain, { seconds: 5_000 })).to.deep.include({ fromBlock: 40n, toBlock: 39n, sent: [] })
  })

  it("reads the messages of one plug, however its address is written, and all executions", async () => {
    const chain = chainWith({ 20: [1, 105] })
    const executions = new Map([[bytes32(5), transactionOf(105)]])
    const own = await read(chain, { seconds: 0, srcPlug: srcPlug.toLowerCase() as Address })
    expect(own).to.deep.include({ sent: [1], executions })
    expect(await read(chain, { seconds: 0, srcPlug: dstPlug })).to.deep.include({ sent: [], executions })
  })

  it("forgets what a reorg took back while it was read, from the first block that was replaced", async () => {
    const chain = chainWith({ 5: [1, 101], 12: [2, 102], 13: [3, 103], 38: [4] })
    let heads = 0
    const before: NodeMood["before"] = ({ method, params }) => {
      const [range] = params as [{ fromBlock: string; toBlock: string }]
      if (params[0] === "latest" && (heads += 1) === 3) chain.reorg(27, [6, 106], ...Array<number[]>(31).fill([]))
      const isLong = method === "eth_getLogs" && Number(range.toBlock) - Number(range.fromBlock) >= 25
      if (isLong) throw Object.assign(new Error("range too long"), { code: -32_005 })
    }
    const { all, ...found } = await read(chain, { seconds: 0 }, { before })
    expect(found).to.deep.equal({
      ...{ chain: undefined, fromBlock: 0n, toBlock: 44n, sent: [1, 2, 6] },
      executions: new Map([1, 2, 6].map((id) => [bytes32(id), transactionOf(100 + id)])),
    })
    expect(all.map(({ blockNumber }) => blockNumber)).to.deep.equal([5n, 12n, 13n])
  })
})
