import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeAbiParameters, encodeEventTopics, type Hex, numberToHex, pad } from "viem"

import { watcherAbi } from "#src/gateway/onchain/watcherAbi.js"
import { listGatewayTransactions, listTransactions } from "#tasks/gateway/list/listTransactions.js"
import { failure } from "#test/fixtures/failure.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const [addressResolver, app, other]: readonly Hex[] = ["1", "2", "3"].map((digit): Hex => `0x${digit.repeat(40)}`)
const submitted = watcherAbi.find((item) => item.type === "event" && item.name === "RequestSubmitted")
if (submitted?.type !== "event") throw new Error("The ABI has no RequestSubmitted.")
const values = submitted.inputs.filter((input) => !("indexed" in input))

type Filter = { readonly fromBlock: Hex; readonly toBlock: Hex; readonly topics: readonly (Hex | null)[] }
type Request = { readonly block: number; readonly tx: number; readonly by?: Hex }

/** A node with 10,000 blocks of ten seconds, in which these requests were submitted. */
function nodeWith(requests: readonly Request[], { newest = 10_000 } = {}) {
  const ranges: [number, number][] = []
  const { client } = fakeNode(({ method, params }) => {
    if (method === "eth_blockNumber") return numberToHex(newest)
    if (method === "eth_getCode") return "0x60"
    if (method === "eth_call") return pad(other!)
    const [filter] = params as [Filter]
    if (method === "eth_getBlockByNumber") {
      const number = Number(filter)
      return number === 13
        ? new Error("pruned")
        : { number: filter, timestamp: numberToHex(number * 10), transactions: [] }
    }
    const [from, to] = [Number(filter.fromBlock), Number(filter.toBlock)]
    ranges.push([from, to])
    return requests
      .filter(
        ({ block, by = app! }) =>
          block >= from && block <= to && ((filter.topics[2] ?? null) === null || filter.topics[2] === pad(by)),
      )
      .map(({ block, tx, by = app! }, index) => ({
        ...{
          address: other,
          blockNumber: numberToHex(block),
          transactionHash: bytes32(tx),
          blockHash: bytes32(block),
        },
        ...{ logIndex: numberToHex(index), transactionIndex: "0x0", removed: false },
        topics: encodeEventTopics({
          abi: watcherAbi,
          eventName: "RequestSubmitted",
          args: { requestCount: tx, appGateway: by },
        }),
        data: encodeAbiParameters(values, [app!, 1n, 1, app!] as never),
      }))
  })
  return { client, ranges }
}

describe("listGatewayTransactions", () => {
  it("says what of the node could not be read", async () => {
    for (const failing of ["eth_blockNumber", "eth_getLogs"]) {
      const { client } = fakeNode({
        ...{
          eth_getCode: () => "0x60",
          eth_call: () => pad(other!),
          eth_blockNumber: () => "0x1",
          eth_getLogs: () => [],
        },
        [failing]: () => {
          throw new Error("pruned")
        },
      })
      const error = await failure(
        listGatewayTransactions(client, { addressResolver: addressResolver!, limit: 1, blocks: 9n }),
      )
      expect(error.code, failing).to.equal("NODE_FAILED")
    }
  })

  const list = async (
    requests: readonly Request[],
    more: { limit?: number; blocks?: bigint; appGateway?: Hex; newest?: number } = {},
  ) => {
    const { newest, ...options } = more
    const { client, ranges } = nodeWith(requests, newest === undefined ? {} : { newest })
    const found = await listGatewayTransactions(client, {
      addressResolver: addressResolver!,
      limit: 10,
      blocks: 10_000n,
      ...options,
    })
    return { found: found.map(({ txHash }) => Number(txHash)), ranges }
  }

  it("has the newest first, each transaction once, up to the limit, and reads no further", async () => {
    const requests = [3_000, 9_000, 9_500, 9_500].map((block, index) => ({ block, tx: index < 3 ? index + 1 : 3 }))
    const { found, ranges } = await list(requests, { limit: 2 })
    expect(found).to.deep.equal([3, 2])
    expect(ranges).to.deep.equal([[8_001, 10_000]])
    expect((await list(requests, { limit: 1 })).found).to.deep.equal([3])
    expect((await list(requests)).found).to.deep.equal([3, 2, 1])
  })

  it("reads as many blocks as it is told, each once, and none before the first", async () => {
    expect((await list([], { blocks: 4_500n })).ranges).to.deep.equal([
      [8_001, 10_000],
      [6_001, 8_000],
      [5_501, 6_000],
    ])
    expect(
      (
        await list(
          [
            { block: 5_501, tx: 1 },
            { block: 5_500, tx: 2 },
          ],
          { blocks: 4_500n },
        )
      ).found,
    ).to.deep.equal([1])
    expect((await list([{ block: 0, tx: 1 }], { newest: 3 })).ranges).to.deep.equal([[0, 3]])
    expect((await list([{ block: 0, tx: 1 }], { newest: 3, blocks: 3n })).ranges).to.deep.equal([[1, 3]])
    expect((await list([{ block: 0, tx: 1 }], { newest: 3, blocks: 4n })).found).to.deep.equal([1])
  })

  it("has only those of an app gateway that is named", async () => {
    const requests = [
      { block: 9_000, tx: 1 },
      { block: 9_100, tx: 2, by: other! },
    ]
    expect((await list(requests, { appGateway: other! })).found).to.deep.equal([2])
  })
})

describe("listTransactions", () => {
  it("has the state of the request that is open, else of the last, and counts payloads", async () => {
    const answers: Record<number, object[] | Error> = {
      1: [
        { status: "COMPLETED", payloads: [1, 2] },
        { status: "IN_PROGRESS", payloads: [3] },
        { status: "COMPLETED", payloads: [] },
      ],
      2: [{ status: "COMPLETED", payloads: [1] }],
      3: [],
      4: new Error("down"),
    }
    const { client } = nodeWith([10, 11, 12, 13].map((block, index) => ({ block, tx: index + 1 })))
    const api = {
      getTransaction: ({ txHash }: { txHash: Hex }) => {
        const answer = answers[Number(txHash)]
        return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
      },
    }
    const parameters = {
      ...{ client, api: api as never, addressResolver: addressResolver!, appGateway: undefined, state: undefined },
      ...{ limit: 10, blocks: 10_000n, signal: new AbortController().signal },
    }
    const rows = async (more: object) =>
      (await listTransactions({ ...parameters, ...more })).map(({ txHash, status, payloadCount, sentAt }) => [
        Number(txHash),
        status,
        payloadCount,
        sentAt,
      ])
    expect(await rows({})).to.deep.equal([
      [4, null, 0, null],
      [3, null, 0, 120_000],
      [2, "COMPLETED", 1, 110_000],
      [1, "IN_PROGRESS", 3, 100_000],
    ])
    // A filter looks at more than it shows.
    expect(await rows({ limit: 1, state: "IN_PROGRESS" })).to.deep.equal([[1, "IN_PROGRESS", 3, 100_000]])
    expect(await rows({ limit: 1 })).to.have.length(1)
  })
})
