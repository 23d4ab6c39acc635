import { expect } from "chai"
import { after, afterEach, before, describe, it } from "mocha"
import type { Hex } from "viem"

import { packMessageId } from "../../../src/messaging/ids.js"
import { unpackMessageId } from "../../../src/messaging/index.js"
import { findSentMessage } from "../../../src/messaging/reading/findSentMessage.js"
import { deepIt } from "../../fixtures/depth.js"
import { difficultNode } from "../../fixtures/nodes/difficultNode.js"
import { createSteppedDevnet, type SteppedDevnet } from "../../fixtures/worlds/messaging/steppedDevnet.js"
import { countRequests, type NodeLimits } from "../../fixtures/worlds/swap/countedClient.js"

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
