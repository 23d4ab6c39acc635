import { expect } from "chai"
import { after, afterEach, before, describe, it } from "mocha"
import type { Hex } from "viem"

import { packMessageId } from "#src/messaging/ids.js"
import { unpackMessageId } from "#src/messaging/index.js"
import { socketAbi } from "#src/messaging/onchain/abi.js"
import { findSentMessage } from "#src/messaging/reading/findSentMessage.js"
import { deepIt } from "#test/fixtures/depth.js"
import { difficultNode } from "#test/fixtures/nodes/difficultNode.js"
import { limitLogs } from "#test/fixtures/nodes/limitLogs.js"
import { createViewNode, type ViewLog } from "#test/fixtures/nodes/viewNode.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { outboundLogs, socket } from "#test/fixtures/wire/outboundLogs.js"
import { createSteppedDevnet, type SteppedDevnet } from "#test/fixtures/worlds/messaging/steppedDevnet.js"
import { countRequests, type NodeLimits } from "#test/fixtures/worlds/swap/countedClient.js"

let world: SteppedDevnet
let start: Hex

async function search(messageId: Hex, limits: NodeLimits = {}) {
  const chain = countRequests(world.alpha, limits)
  const found = await findSentMessage(chain, { messageId })
  return { found, requests: chain.requests.length }
}

/** Sends a message, and returns its transaction and its id. */
async function sent(): Promise<{ srcTxHash: Hex; messageId: Hex }> {
  const srcTxHash = await world.add(1n)
  const { slug, publicClient } = world.alpha
  await publicClient.getBlockNumber()
  for (;;) {
    const [record] = world.devnet.messagesFromTx(slug, srcTxHash)
    if (record !== undefined) return { srcTxHash, messageId: record.outbound.messageId }
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe("findSentMessage", () => {
  before(async () => {
    world = await createSteppedDevnet()
    start = await world.devnet.snapshot()
  })
  after(() => world[Symbol.asyncDispose]())
  afterEach(() => world.devnet.revert(start))

  deepIt("finds the transaction of a message in few requests, whatever was sent later", async () => {
    const { srcTxHash, messageId } = await sent()
    await sent()
    const { found, requests } = await search(messageId.toUpperCase().replace("0X", "0x") as Hex)
    expect(found).to.include({ kind: "found", srcTxHash })
    expect(requests).to.equal(2)
  })

  it("finds it at a node that gives logs of few blocks at once, and ends where an older message was sent", async () => {
    await sent()
    const { srcTxHash, messageId } = await sent()
    await world.alpha.testClient.mine({ blocks: 1_200 })
    expect((await search(messageId, { blocksOfLogs: 500n })).found).to.include({ kind: "found", srcTxHash })
    const { counter, ...parts } = unpackMessageId(messageId)
    const another = packMessageId({ ...parts, dstPlug: world.alpha.contracts.socket, counter })
    await world.alpha.testClient.mine({ blocks: 30_000 })
    expect((await search(another, { blocksOfLogs: 2_000n })).found).to.include({ kind: "never sent" })
  })

  it("knows that a number was never given, and that an id belongs to another chain", async () => {
    const { messageId } = await sent()
    const parts = unpackMessageId(messageId)
    const later = await search(packMessageId({ ...parts, counter: parts.counter + 1n }))
    expect(later.found).to.include({ kind: "never sent" })
    const elsewhere = await search(packMessageId({ ...parts, srcChainSlug: world.beta.slug }))
    expect(elsewhere.found).to.include({ kind: "never sent" })
  })

  it("claims nothing if the node gives no logs, or has none of a number that the socket has given", async () => {
    const { messageId } = await sent()
    const { found } = await search(messageId, { blocksOfLogs: 0n })
    expect(found.kind).to.equal("unread")
    const { publicClient, contracts, slug, name } = world.alpha
    const { client } = difficultNode(publicClient, { logs: () => [] })
    const forgetful = { client, socket: contracts.socket, slug, name }
    expect((await findSentMessage(forgetful, { messageId })).kind).to.equal("unread")
    const down: unknown = await search(messageId, { refuse: () => new Error("down") }).catch((error: unknown) => error)
    expect(down).to.include({ code: "NODE_FAILED" })
  })
})

describe("findSentMessage, by the logs of the socket", () => {
  const idOf = (counter: number, dstPlug = at(0xd1), srcChainSlug = 41_001) =>
    packMessageId({ srcChainSlug, dstPlug, counter: BigInt(counter) })
  const log = (id: Hex, block: number): ViewLog => {
    const [, { topics, data }] = outboundLogs(1)
    // The id is the fifth word.
    return { address: socket, topics, data: `0x${data.slice(2, 258)}${id.slice(2)}${data.slice(322)}`, block }
  }

  type Looking = {
    readonly count?: bigint
    readonly firstBlock?: bigint | undefined
    readonly messageId?: Hex
    /** Blocks of which the node gives logs at once. */
    readonly atOnce?: number
    /** The newest block of the view that is given. Default: none is. */
    readonly newest?: bigint
  }

  /** Looks for message 5 in 3,000 blocks, at a node that gives the logs of 500 at once. */
  async function find(logs: readonly ViewLog[], how: Looking = {}) {
    const { count = 9n, firstBlock, messageId = idOf(5), atOnce = 500, newest } = { firstBlock: 5n, ...how }
    const node = createViewNode({
      ...{ abis: [socketAbi], logs, views: { globalMessageCount: () => count } },
      methods: { eth_getBlockByNumber: { number: "0xbb8", timestamp: "0x384", transactions: [] } },
    })
    const { client, requests } = limitLogs(node, atOnce)
    const src = { client, socket, slug: 41_001, name: "alpha", firstBlock }
    const head = newest === undefined ? undefined : { number: newest, timestamp: 900n }
    const view = head && {
      client,
      socket,
      firstBlock,
      head,
      blockNumber: head.number,
      answers: new Map<string, Promise<unknown>>(),
    }
    const { kind, ...found } = await findSentMessage(src, { messageId, view })
    expect(found.blockNumber).to.equal(newest ?? 3_000n)
    const says = "says" in found ? found.says : found.srcTxHash
    return { kind, says, requests: requests() }
  }

  it("ends where it is found, or where one with a lower number was sent", async () => {
    // Two requests are refused.
    expect(await find([log(idOf(4), 100), log(idOf(5), 2_900), log(idOf(6), 2_950)])).to.deep.equal({
      ...{ kind: "found", says: bytes32(3_900), requests: 3 },
    })
    expect(await find([log(idOf(5), 1_200), log(idOf(6), 2_900)])).to.deep.include({ kind: "found", requests: 6 })
    const older = await find([log(idOf(3), 100), log(idOf(4), 2_900), log(idOf(7), 2_950)])
    expect(older).to.deep.include({ kind: "unread", requests: 3 })
    expect(older.says).to.contain("number 5")
    expect(await find([log(idOf(5), 0)], { firstBlock: undefined })).to.include({ kind: "found" })
    expect(await find([log(idOf(5), 4)])).to.include({ kind: "unread" })
  })

  it("was never sent if the number was not given, or was given to another", async () => {
    expect(await find([], { count: 5n })).to.include({ kind: "never sent" })
    expect(await find([], { count: 6n })).to.include({ kind: "unread" })
    const other = idOf(5, at(0xd2))
    const found = await find([log(idOf(6), 2_950), log(other, 2_900), log(idOf(4), 2_800)])
    expect(found.kind).to.equal("never sent")
    expect(found.says).to.contain(other)
    // One with its number is not enough to end the search.
    expect(await find([log(idOf(5), 1_200), log(other, 2_900)])).to.include({ kind: "found", says: bytes32(2_200) })
  })

  it("was never sent from a chain that its id does not name, of which nothing is asked", async () => {
    const messageId = idOf(5, at(0xd1), 41_002)
    expect(await find([log(idOf(5), 2_900)], { messageId })).to.include({ kind: "never sent", requests: 0 })
  })

  it("is looked for in the block that is given, and unread for the reason of the node", async () => {
    expect(await find([log(idOf(5), 2_900)], { newest: 2_899n })).to.include({ kind: "unread" })
    expect(await find([log(idOf(5), 2_900)], { newest: 2_900n })).to.include({ kind: "found" })
    const silent = await find([], { atOnce: 0 })
    expect([silent.kind, silent.says.includes("too many blocks")]).to.deep.equal(["unread", true])
  })

  it("reads past a log that is none", async () => {
    const cut = { ...log(idOf(5), 2_700), data: bytes32(1) }
    expect(await find([cut, log(idOf(5), 2_800)])).to.include({ kind: "found", says: bytes32(3_800) })
  })
})
