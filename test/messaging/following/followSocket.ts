import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeAbiParameters, encodeEventTopics, keccak256, toHex } from "viem"

import { followSocket } from "#src/messaging/following/followSocket.js"
import { socketAbi } from "#src/messaging/onchain/abi.js"
import type { Finality } from "#src/onchain/scanning/LogPosition.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { failure } from "#test/fixtures/failure.js"
import { createLogChain, type LogChain, type NodeMood } from "#test/fixtures/nodes/logChain.js"
import { rejection } from "#test/fixtures/servers/messagingApi.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { capacitor, socket } from "#test/fixtures/wire/outboundLogs.js"

const transactionOf = (number: number) => keccak256(toHex(`transaction ${number}`))

/** The logs of a socket: numbers below 100 are sealed roots, those below 200 proposed ones, and the rest executed messages. */
function socketChain(): LogChain {
  const indexed = { transmitter: capacitor, packetId: bytes32(0x9ac) }
  const [uint256, hash] = [{ type: "uint256" }, { type: "bytes32" }]
  return createLogChain((number) => {
    if (number < 100) {
      const topics = encodeEventTopics({ abi: socketAbi, eventName: "Sealed", args: indexed })
      const data = encodeAbiParameters([uint256, hash, { type: "bytes" }], [1n, bytes32(number), "0x"])
      return { address: socket, topics, data }
    }
    if (number < 200) {
      const topics = encodeEventTopics({ abi: socketAbi, eventName: "PacketProposed", args: indexed })
      const data = encodeAbiParameters([uint256, hash, { type: "address" }], [0n, bytes32(number), capacitor])
      return { address: socket, topics, data }
    }
    const topics = encodeEventTopics({ abi: socketAbi, eventName: "ExecutionSuccess" })
    return { address: socket, topics, data: bytes32(number) }
  })
}

/** A chain of so many blocks that is followed from its newest one on. */
function follow(blocks: number, finality: Finality = "latest", mood: NodeMood = {}) {
  const chain = socketChain()
  while (chain.blocks.length < blocks) chain.mine(1)
  const clock = createManualClock()
  const follower = followSocket({ client: chain.node(mood).client, socket }, { finality, clock })
  const read = async () => {
    const { view, news } = await clock.run(follower.read())
    const { blockNumber, finalBlock } = view
    const about = [...news.about].map(Number)
    return { blockNumber, finalBlock, about, executions: [...news.executions], reorgedFrom: news.reorgedFrom }
  }
  return { chain, clock, follower, read }
}

const nothing = { about: [], executions: [], reorgedFrom: undefined }

describe("followSocket", () => {
  it("tells of what was mined since the last time, once, and the first time of nothing", async () => {
    const { chain, read } = follow(12)
    expect(await read()).to.deep.equal({ blockNumber: 11n, finalBlock: 11n, ...nothing })
    chain.mine(2, 102)
    chain.mine(202, 203)
    expect(await read()).to.deep.equal({
      ...{ blockNumber: 13n, finalBlock: 13n, about: [2, 102, 202, 203], reorgedFrom: undefined },
      executions: [202, 203].map((number) => [bytes32(number), transactionOf(number)]),
    })
    expect(await read()).to.deep.equal({ blockNumber: 13n, finalBlock: 13n, ...nothing })
  })

  it("tells from which block on the chain has replaced blocks, and what it has instead", async () => {
    const { chain, read } = follow(12)
    await read()
    for (const number of [2, 3, 4]) chain.mine(number)
    await read()
    chain.reorg(2, [5], [6], [7])
    expect(await read()).to.deep.equal({
      ...{ blockNumber: 15n, finalBlock: 15n, about: [5, 6, 7], executions: [], reorgedFrom: 13n },
    })
    expect(await read()).to.deep.equal({ blockNumber: 15n, finalBlock: 15n, ...nothing })
  })

  it("keeps what it has read where the node fails afterwards, and the first of several blocks that were replaced", async () => {
    let isDown = false
    const { chain, read } = follow(12, "safe", {
      before({ method, params }) {
        if (isDown && method === "eth_getBlockByNumber" && params[0] === "safe") throw new Error("down")
      },
    })
    await read()
    for (const number of [2, 3, 4]) chain.mine(number)
    await read()
    isDown = true
    for (const [depth, ...instead] of [
      [2, 20, 21, 22],
      [1, 30, 31],
      [4, 40, 41, 42, 43, 44],
      [2, 50, 51, 52],
    ] as const) {
      chain.reorg(depth, ...instead.map((number) => [number]))
      expect(await rejection(read())).to.be.instanceOf(Error)
    }
    isDown = false
    const { about, reorgedFrom } = await read()
    expect([about, reorgedFrom]).to.deep.equal([[20, 21, 22, 30, 31, 40, 41, 42, 43, 44, 50, 51, 52], 13n])
    expect(await read()).to.deep.include(nothing)
  })

  it("knows which block is as final as was asked for, and that none is yet", async () => {
    const finalOf = async (blocks: number, finality: Finality) => (await follow(blocks, finality).read()).finalBlock
    expect(await finalOf(12, 0)).to.equal(11n)
    expect(await finalOf(12, 3)).to.equal(8n)
    expect(await finalOf(12, 30)).to.be.below(0n)
    expect(await finalOf(12, "safe")).to.equal(6n)
    expect(await finalOf(12, "finalized")).to.equal(1n)
    expect(await finalOf(5, "safe")).to.be.below(0n)
  })

  it("reads no more when it is stopped", async () => {
    const { follower } = follow(12)
    expect(await failure(follower.read(AbortSignal.abort()))).to.include({ code: "ABORTED" })
  })
})
