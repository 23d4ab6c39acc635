import { expect } from "chai"
import { describe, it } from "mocha"
import { numberToHex } from "viem"

import {
  listOutboundMessages,
  type ListOutboundMessagesParameters,
} from "#src/messaging/onchain/delivery/listOutboundMessages.js"
import { failure } from "#test/fixtures/failure.js"
import { fakeNode, nodeError } from "#test/fixtures/nodes/fakeNode.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { dstPlug, outboundLogs, socket, srcPlug } from "#test/fixtures/wire/outboundLogs.js"

type Node = {
  /** The newest block. */
  readonly head: number
  /** The blocks in which a message was sent, whose number is that of its block. */
  readonly sent?: readonly number[]
  /** The blocks whose log is cut off. */
  readonly cut?: readonly number[]
  /** The most blocks that it searches at once. */
  readonly most?: number
}

/** Lists the messages of a chain, and the ranges in which they were looked for. */
async function list(
  { head, sent = [], cut = [], most = Infinity }: Node,
  more: Partial<ListOutboundMessagesParameters> = {},
) {
  const ranges: string[] = []
  const { client } = fakeNode(({ method, params }) => {
    if (method === "eth_blockNumber") return numberToHex(head)
    const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }]
    const [from, to] = [Number(fromBlock), Number(toBlock)]
    ranges.push(`${from}-${to}`)
    if (to - from + 1 > most) throw nodeError("range too long", -32_005)
    const found = sent.filter((block) => block >= from && block <= to)
    return found.map((block) => {
      const place = {
        blockNumber: numberToHex(block),
        transactionHash: bytes32(block),
        removed: false,
        logIndex: "0x1",
      }
      const log = { ...outboundLogs(block)[1], ...place }
      return cut.includes(block) ? { ...log, data: log.data.slice(0, 66) } : log
    })
  })
  const { messages, fromBlock, toBlock } = await listOutboundMessages(client, { socket, ...more })
  return { blocks: messages.map(({ blockNumber }) => Number(blockNumber)), ranges, searched: [fromBlock, toBlock] }
}

describe("listOutboundMessages", () => {
  it("searches the newest 10,000 blocks, 2,000 at once, from the newest one backwards", async () => {
    const { blocks, ranges, searched } = await list({ head: 30_000, sent: [20_000, 20_001, 27_000, 30_000] })
    expect(blocks).to.deep.equal([30_000, 27_000, 20_001])
    expect(ranges).to.deep.equal(["28001-30000", "26001-28000", "24001-26000", "22001-24000", "20001-22000"])
    expect(searched).to.deep.equal([20_001n, 30_000n])
  })

  it("ends at the first block of a chain that has no more, and at a limit", async () => {
    const all = await list({ head: 9, sent: [0, 9] })
    expect(all).to.deep.equal({ blocks: [9, 0], ranges: ["0-9"], searched: [0n, 9n] })
    const sent = Array.from({ length: 30 }, (_, index) => 100 + index)
    expect((await list({ head: 200, sent })).blocks).to.have.length(20)
    const { blocks, ranges, searched } = await list({ head: 9_000, sent: [6_000, 8_000, 8_500] }, { limit: 2 })
    expect([blocks, ranges]).to.deep.equal([[8_500, 8_000], ["7001-9000"]])
    expect(searched).to.deep.equal([7_001n, 9_000n])
    expect((await list({ head: 50, sent: [50] }, { blocks: 1n })).ranges).to.deep.equal(["50-50"])
    expect((await list({ head: 50, sent: [50] }, { signal: AbortSignal.abort() })).searched).to.deep.equal([51n, 50n])
  })

  it("lists the messages of one plug alone", async () => {
    const ofPlug = async (plug: typeof srcPlug) => (await list({ head: 9, sent: [3, 7] }, { plug })).blocks
    expect(await ofPlug(srcPlug)).to.deep.equal([7, 3])
    expect(await ofPlug(dstPlug)).to.deep.equal([])
  })

  it("takes smaller ranges where the node refuses one, down to a single block", async () => {
    const { blocks, ranges } = await list({ head: 99, sent: [0, 40, 99], most: 25 })
    expect(blocks).to.deep.equal([99, 40, 0])
    expect(ranges).to.deep.equal(["0-99", "50-99", "75-99", "50-74", "25-49", "0-24"])
    expect((await list({ head: 2, sent: [0, 1], most: 1 })).blocks).to.deep.equal([1, 0])
    expect(await failure(list({ head: 3, most: 0 }))).to.include({ code: "NODE_FAILED" })
  })
})
