import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, type Hex, numberToHex } from "viem"

import type { SentRecord } from "#src/plugin/records/SentRecord.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { listMessages, type ListMessagesParameters } from "#tasks/messaging/follow/listMessages.js"
import { failure } from "#test/fixtures/failure.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { bytes32, messageAt } from "#test/fixtures/wire/messages.js"
import { dstPlug, outboundLogs, socket, srcPlug } from "#test/fixtures/wire/outboundLogs.js"

const [account, other]: readonly Address[] = ["7", "8"].map((digit): Address => `0x${digit.repeat(40)}`)
const [alpha, beta] = ["alpha", "beta"].map((name, index) => ({ name, slug: 41001 + index, network: name }))

/** A chain on which the transaction 100 + n sent the message n, in the block n, and which has executed every message or none. */
function chainWith(counts: readonly number[], isExecuted = false) {
  const { client } = fakeNode({
    eth_call: bytes32(isExecuted ? 1 : 0),
    eth_blockNumber: "0x64",
    eth_getBlockByNumber: ([number]) =>
      number === "0xd" ? new Error("pruned") : { number, timestamp: number, hash: bytes32(1), transactions: [] },
    eth_getTransactionByHash([hash]) {
      const count = Number(hash) - 100
      return count === 13 ? null : { hash, from: count % 2 === 0 ? account : other, blockNumber: "0x1", type: "0x0" }
    },
    eth_getLogs: ([{ fromBlock, toBlock }]: [{ fromBlock: Hex; toBlock: Hex }]) =>
      counts
        .filter((count) => count >= Number(fromBlock) && count <= Number(toBlock))
        .map((count) => ({
          ...outboundLogs(count)[1],
          ...{ blockNumber: numberToHex(count), transactionHash: bytes32(100 + count), blockHash: bytes32(count) },
          ...{ logIndex: "0x0", transactionIndex: "0x0", removed: false },
        })),
  })
  return { client, socket, name: "alpha", otherNodes: [] }
}

/** Lists what alpha has sent, with the API's states by the number of the message. */
async function list(
  counts: readonly number[],
  states: Readonly<Record<number, string>> = {},
  more: Partial<ListMessagesParameters> = {},
) {
  const asked: string[] = []
  const api = {
    getMessages: ({ srcTxHash, srcChainSlug }: { srcTxHash: Hex; srcChainSlug: number }) => {
      const id = Number(srcTxHash) - 100
      asked.push(`${srcChainSlug} ${id}`)
      const status = states[id]
      if (status === "down") return Promise.reject(new Error("down"))
      return Promise.resolve(status === undefined ? [] : [messageAt(status as "SEALED", { id })])
    },
  }
  const found = await listMessages({
    ...{ sources: [alpha!], api: api, source: "api", remembered: [], plug: undefined, account: undefined },
    ...{ state: undefined, limit: 10, blocks: 1_000n, signal: new AbortController().signal },
    chains: { open: () => Promise.resolve(chainWith(counts)), find: () => Promise.resolve(undefined) } as never,
    ...more,
  })
  return { ...found, asked: asked.sort(), ids: found.messages.map(({ messageId }) => Number(messageId)) }
}
const remembered = (id: number, more: Partial<SentRecord> = {}): SentRecord => ({
  ...{ at: 500, srcChainSlug: 41001, hash: bytes32(100 + id), plug: srcPlug, account: account!, functionName: "add" },
  messages: [{ messageId: bytes32(id), dstChainSlug: 41002, dstPlug }],
  ...more,
})

describe("listMessages", () => {
  it("has the newest first, with what the node and the API say of each, and nothing where they say nothing", async () => {
    const { messages, searched, problems } = await list([4, 13, 7], { 7: "SEALED", 4: "down" })
    expect(
      messages.map(({ messageId, status, account: by, sentAt, outboundTx }) => [
        Number(messageId),
        status,
        by,
        sentAt,
        Number(outboundTx),
      ]),
    ).to.deep.equal([
      [7, "SEALED", other, 7_000, 107],
      [4, null, account, 4_000, 104],
      [13, null, null, null, 113],
    ])
    expect(messages[0]).to.include({ srcChainSlug: 41001, srcPlug, dstChainSlug: 41002, dstPlug })
    expect([searched, problems]).to.deep.equal([[{ srcChainSlug: 41001, fromBlock: 0n, toBlock: 100n }], []])
  })

  it("shows no more than the limit, and looks at more where a filter drops some", async () => {
    const counts = [2, 3, 4, 5, 6]
    const { ids, asked } = await list(counts, {}, { limit: 2 })
    expect([ids, asked]).to.deep.equal([
      [6, 5],
      ["41001 5", "41001 6"],
    ])
    expect((await list(counts, {}, { limit: 2, account: account! })).ids).to.deep.equal([6, 4])
    expect(
      (await list(counts, { 2: "SEALED", 3: "SEALED", 6: "PROPOSED" }, { limit: 1, state: "SEALED" })).ids,
    ).to.deep.equal([3])
    expect((await list(counts, {}, { plug: dstPlug })).ids).to.deep.equal([])
    expect((await list(counts, {}, { plug: srcPlug })).ids).to.deep.equal([6, 5, 4, 3, 2])
  })

  it("adds what the tasks remember and the logs do not show, of the chains and accounts that are asked for", async () => {
    const records = [
      remembered(5),
      remembered(50),
      remembered(51, { srcChainSlug: 7 }),
      remembered(52, { at: 9_000, account: other!, plug: dstPlug }),
    ]
    expect(
      (await list([5], { 50: "SEALED" }, { remembered: records })).messages.map(({ messageId, status, sentAt }) => [
        Number(messageId),
        status,
        sentAt,
      ]),
    ).to.deep.equal([
      [52, null, 9_000],
      [5, null, 5_000],
      [50, "SEALED", 500],
    ])
    const also = (more: Partial<ListMessagesParameters>) => list([], {}, { remembered: records, ...more })
    expect((await also({ account: account! })).ids).to.deep.equal([5, 50])
    expect((await also({ plug: dstPlug })).ids).to.deep.equal([52])
    expect((await also({ limit: 1 })).ids).to.deep.equal([5])
    // What is listed already takes no place, nor does what another account has sent, and of a transaction only the rest is added.
    const newer = remembered(50, { at: 9_000 })
    const rest = { ...newer, messages: [...remembered(5).messages, ...newer.messages] }
    expect((await list([5], {}, { remembered: [remembered(5), rest], limit: 1 })).ids).to.deep.equal([50])
    expect((await list([5], {}, { remembered: [rest] })).ids).to.deep.equal([50, 5])
    expect(
      (await also({ remembered: [remembered(52, { account: other! }), newer], account: account!, limit: 1 })).ids,
    ).to.deep.equal([50])
    const many = Array.from({ length: 5 }, (_, index) => remembered(60 + index))
    const sealed = { remembered: many, state: "SEALED", limit: 1 }
    expect((await list([], { 64: "SEALED" }, sealed)).ids).to.deep.equal([64])
  })

  it("says why a chain was left out, beside the others", async () => {
    const open = (slug: number) => Promise.resolve(slug === 41001 ? chainWith([4]) : { problem: "it is down" })
    const chains = { open, find: () => Promise.resolve(undefined) } as never
    const { ids, problems, searched } = await list([], {}, { sources: [alpha!, beta!], chains })
    expect([ids, searched.length]).to.deep.equal([[4], 1])
    expect(problems).to.deep.equal([{ srcChainSlug: 41002, says: "it is down" }])
  })

  it("believes that a message was delivered only where the chains can confirm it, unless the API alone is asked", async () => {
    const found = async (status: string, source: "api" | "both", dst: object = chainWith([])) => {
      const open = () => Promise.resolve(chainWith([4]))
      const chains = { open, find: (slug: number) => Promise.resolve(slug === 41002 ? dst : undefined) }
      const { messages, disagreements } = await list([4], { 4: status }, { source, chains: chains as never })
      return [messages[0]!.status, disagreements]
    }
    const disagreement = { messageId: bytes32(4), delivered: "the messaging API", notDelivered: "the node of alpha" }
    expect(await found("EXECUTION_SUCCESS", "api")).to.deep.equal(["EXECUTION_SUCCESS", []])
    expect(await found("EXECUTION_SUCCESS", "both")).to.deep.equal([null, [disagreement]])
    expect(await found("EXECUTION_SUCCESS", "both", chainWith([], true))).to.deep.equal(["EXECUTION_SUCCESS", []])
    expect(await found("SEALED", "both")).to.deep.equal(["SEALED", []])
    // A mistake in the configuration is no answer.
    const mistake = new InvalidInputError({ argument: "nodes[0]", problem: "it is odd", fix: "Name another one." })
    const otherNodes = [fakeNode(() => mistake).client]
    const wrong = await failure(found("EXECUTION_SUCCESS", "both", { ...chainWith([], true), otherNodes }))
    expect(wrong).to.equal(mistake)
    expect((await list([4], {}, { source: "both", api: undefined })).messages[0]!.status).to.equal(null)
  })
})
