import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeAbiParameters, encodeEventTopics, type Hex, numberToHex, parseAbiParameters } from "viem"

import { socketAbi } from "#src/messaging/onchain/abi.js"
import { findExecution } from "#src/messaging/reading/execution/readOtherExecution.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { createViewNode } from "#test/fixtures/nodes/viewNode.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { socket } from "#test/fixtures/wire/outboundLogs.js"

const executed = (message: number, block: number, address = socket) => ({
  ...{ address, block, topics: encodeEventTopics({ abi: socketAbi, eventName: "ExecutionSuccess" }) as Hex[] },
  data: encodeAbiParameters(parseAbiParameters("bytes32"), [bytes32(message)]),
})

/** Looks for message 7 in blocks 0 to 9,999, at a node that gives the logs of so many at once. */
async function find(logs: readonly ReturnType<typeof executed>[], atOnce = 10_000) {
  const node = createViewNode({ abis: [socketAbi], logs })
  const { client, asked } = fakeNode({
    async eth_getLogs(params: [{ fromBlock: Hex; toBlock: Hex }]) {
      const [{ fromBlock, toBlock }] = params
      if (Number(toBlock) - Number(fromBlock) >= atOnce) throw new Error("too many blocks")
      return await node.request({ method: "eth_getLogs", params } as never)
    },
    eth_getBlockByNumber: ([number]: [Hex]) => ({
      ...{ number, timestamp: numberToHex(1_000 + Number(number)), transactions: [] },
    }),
  })
  const view = { client, socket, firstBlock: 0n, answers: new Map<string, Promise<unknown>>() }
  const found = await findExecution(view, { messageId: bytes32(7), fromBlock: 0n, toBlock: 9_999n })
  return { ...found, requests: asked.filter((method) => method === "eth_getLogs").length }
}

describe("findExecution", () => {
  it("finds where the message was delivered, among others, and of the socket alone", async () => {
    const cut = { ...executed(7, 41), data: "0x" } as const
    const logs = [executed(6, 40), cut, executed(7, 41, at(0xf0)), executed(7, 42), executed(8, 42)]
    expect(await find(logs)).to.deep.equal({
      found: [{ blockNumber: 42n, transactionHash: bytes32(1_042), timestamp: 1_042n }],
      ...{ unread: undefined, requests: 1 },
    })
    expect((await find([executed(6, 40)])).found).to.deep.equal([])
  })

  it("reads no older blocks once it is found, and all where it is not", async () => {
    // The first request is refused.
    expect(await find([executed(7, 9_000), executed(7, 10)], 2_000)).to.deep.include({ requests: 2 })
    expect((await find([executed(7, 10)], 2_000)).found).to.have.length(1)
    expect(await find([executed(6, 9_000)], 2_000)).to.deep.equal({ found: [], unread: undefined, requests: 6 })
  })
})
