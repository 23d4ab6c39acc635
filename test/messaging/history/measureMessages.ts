import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, type Client, decodeFunctionData, type Hex, numberToHex, pad } from "viem"

import { measureMessages } from "#src/messaging/history/measureMessages.js"
import type { SentMessage, Traffic } from "#src/messaging/history/readTraffic.js"
import { socketAbi } from "#src/messaging/onchain/abi.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { failure } from "#test/fixtures/failure.js"
import { fakeNode, reverted } from "#test/fixtures/nodes/fakeNode.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const [user, plug, other, socket] = [at(1), at(2), at(3), at(4)]
const price = 1_000n

type Given = { readonly id: number; readonly tx: number; readonly block: number; readonly fee: bigint }

function sentMessage({ id, tx, block, fee }: Given, more: Partial<SentMessage> = {}): SentMessage {
  return {
    ...{ messageId: bytes32(id), tx: bytes32(tx), blockNumber: BigInt(block), srcPlug: plug, dstChainSlug: 41_002 },
    ...{ minMsgGasLimit: BigInt(id), payloadSize: 32, executionParams: bytes32(0), transmissionParams: bytes32(0) },
    fees: { executionFee: fee, switchboardFees: 0n, transmissionFees: 0n },
    ...more,
  } as SentMessage
}

type Node = {
  /** The value of each transaction, and what the plug gave back. */
  readonly paid?: Readonly<Record<number, readonly [value: bigint, refunded: bigint]>>
  readonly receipts?: Readonly<Record<number, object>>
  /** The newest block whose state the node has forgotten. */
  readonly forgotten?: number
  /** The block in which the plugs were not connected. */
  readonly unconnected?: number
}

/** A node on which a message costs a thousand for each gas that it asks for, and ten times as much now; and what it was asked. */
function nodeWith({ paid = {}, receipts = {}, forgotten = 0, unconnected }: Node) {
  const asked: string[] = []
  const answer = (method: string, [first, second]: readonly unknown[]): unknown => {
    if (method === "eth_getTransactionByHash") {
      asked.push(`paid ${Number(first)}`)
      const value = numberToHex(paid[Number(first)]![0])
      return { hash: first, from: user, to: plug, value, type: "0x2" }
    }
    if (method === "debug_traceTransaction") {
      const [value, refunded] = paid[Number(first)]!
      const back = { type: "CALL", from: plug, to: user, value: numberToHex(refunded) }
      return { type: "CALL", from: user, to: plug, value: numberToHex(value), calls: [back] }
    }
    if (method === "eth_getTransactionReceipt") {
      asked.push(`executed ${Number(first)}`)
      return receipts[Number(first)] ?? null
    }
    const { to, data } = first as { to?: Address; data: Hex }
    // Where calls are made together, each is made again alone.
    if (to === undefined) throw new Error("not together")
    const { args } = decodeFunctionData({ abi: socketAbi, data })
    const gas = args[0] as bigint
    asked.push(`demanded of ${gas} in ${second === "latest" ? "latest" : Number(second)}`)
    if (second !== "latest" && Number(second) <= forgotten) throw new Error("missing trie node")
    if (Number(second) === unconnected) throw reverted("0x")
    return numberToHex(gas * price * (second === "latest" ? 10n : 1n), { size: 32 })
  }
  const { client } = fakeNode(({ method, params }) => answer(method, params))
  return { client, asked }
}

const receipt = (gas: number, gasPrice: number, more: object = {}) => ({
  ...{ gasUsed: numberToHex(gas), effectiveGasPrice: numberToHex(gasPrice), status: "0x1", logs: [], type: "0x2" },
  ...{ blockNumber: "0x1", transactionHash: bytes32(1), ...more },
})

async function measure(
  messages: readonly SentMessage[],
  src: Node,
  receipts: NonNullable<Node["receipts"]>,
  executedBy: number[],
) {
  const [from, to] = [nodeWith(src), nodeWith({ receipts })]
  const clock = createManualClock()
  const traffic = (client: Client, sent: readonly SentMessage[], executions: ReadonlyMap<Hex, Hex>): Traffic =>
    ({ chain: { client, socket }, sent, executions }) as unknown as Traffic
  const executions = new Map(
    executedBy.map((tx, index) => [messages[index]!.messageId, pad(numberToHex(tx), { size: 32 })] as const),
  )
  const estimates: bigint[] = []
  const estimate = ({ minMsgGasLimit }: SentMessage): Promise<bigint> => {
    estimates.push(minMsgGasLimit)
    return minMsgGasLimit === 9n ? Promise.reject(new Error("down")) : Promise.resolve(minMsgGasLimit + 1n)
  }
  const measuring = { src: traffic(from.client, messages, new Map()), dst: traffic(to.client, [], executions) }
  const fees = await clock.run(measureMessages(messages, { ...measuring, estimate, clock }))
  return { fees, asked: [...from.asked, ...to.asked].sort(), estimates: estimates.sort() }
}

describe("measureMessages", () => {
  it("shares what one transaction attached by the fees, and what one executed by the number of its messages", async () => {
    const messages = [
      sentMessage({ id: 5, tx: 11, block: 30, fee: 10n }),
      sentMessage({ id: 7, tx: 11, block: 30, fee: 30n }),
      sentMessage({ id: 8, tx: 12, block: 31, fee: 50n }),
    ]
    const src = { paid: { 11: [80n, 40n], 12: [50n, 0n] } } as const
    const receipts = { 21: receipt(1_001, 3, { l1Fee: "0x8" }), 22: receipt(500, 2) }
    const { fees, asked, estimates } = await measure(messages, src, receipts, [21, 21, 22])
    expect(fees).to.deep.equal([
      {
        ...{ estimatedNow: 6n, demanded: 5_000n, demandedNow: null, attached: 20n, refunded: 10n, paid: 10n },
        ...{ gasUsed: 500n, deliveryCost: 1_505n },
      },
      {
        ...{ estimatedNow: 8n, demanded: 7_000n, demandedNow: null, attached: 60n, refunded: 30n, paid: 30n },
        ...{ gasUsed: 500n, deliveryCost: 1_505n },
      },
      {
        ...{ estimatedNow: 9n, demanded: 8_000n, demandedNow: null, attached: 50n, refunded: 0n, paid: 50n },
        ...{ gasUsed: 500n, deliveryCost: 1_000n },
      },
    ])
    expect(estimates).to.deep.equal([5n, 7n, 8n])
    expect(asked).to.deep.equal([
      ...["demanded of 5 in 30", "demanded of 7 in 30", "demanded of 8 in 31"],
      ...["executed 21", "executed 22", "paid 11", "paid 12"],
    ])
  })

  it("asks nothing more once it is stopped", async () => {
    const { client, asked } = nodeWith({ paid: { 11: [80n, 40n] } })
    const traffic = { chain: { client, socket }, sent: [], executions: new Map() } as unknown as Traffic
    const measuring = { src: traffic, dst: traffic, estimate: () => Promise.resolve(1n), clock: createManualClock() }
    const stopped = { ...measuring, signal: AbortSignal.abort() }
    const work = measureMessages([sentMessage({ id: 5, tx: 11, block: 30, fee: 10n })], stopped)
    expect([(await failure(work)).code, asked]).to.deep.equal(["ABORTED", []])
  })

  it("says what the socket demands now where the node has forgotten the block, and asks no more for older ones", async () => {
    const messages = [
      sentMessage({ id: 5, tx: 11, block: 30, fee: 0n }),
      sentMessage({ id: 6, tx: 12, block: 20, fee: 0n }, { srcPlug: other }),
      sentMessage({ id: 9, tx: 12, block: 10, fee: 0n }),
    ]
    const src = { paid: { 11: [9n, 0n], 12: [0n, 0n] }, forgotten: 20 } as const
    const { fees, asked } = await measure(messages, src, { 21: receipt(7, 2, { effectiveGasPrice: null }) }, [21])
    const unknown = { gasUsed: null, deliveryCost: null }
    expect(fees).to.deep.equal([
      {
        ...{ estimatedNow: 6n, demanded: 5_000n, demandedNow: null, attached: 9n, refunded: 0n, paid: 0n },
        ...{ gasUsed: 7n, deliveryCost: null },
      },
      // Its plug is not the one that the transaction called.
      {
        ...{ estimatedNow: 7n, demanded: null, demandedNow: 60_000n, attached: 0n, refunded: 0n, paid: 0n },
        ...unknown,
      },
      {
        ...{ estimatedNow: null, demanded: null, demandedNow: 90_000n, attached: 0n, refunded: 0n, paid: 0n },
        ...unknown,
      },
    ])
    expect(asked.filter((question) => question.startsWith("demanded"))).to.deep.equal([
      ...["demanded of 5 in 30", "demanded of 5 in latest", "demanded of 6 in 20", "demanded of 6 in latest"],
      ...["demanded of 9 in 10", "demanded of 9 in latest"],
    ])
    const older = Array.from({ length: 20 }, (_, index) => {
      return sentMessage({ id: 100 + index, tx: 12, block: 20 - index, fee: 1n })
    })
    const many = await measure(older, src, {}, [])
    // Only what was asked at the same time as the first.
    expect(many.asked.filter((question) => /^demanded .* in \d/.test(question))).to.have.length.at.most(8)
    expect(many.fees.map(({ demandedNow }) => demandedNow)).to.deep.equal(
      older.map((one) => one.minMsgGasLimit * 10_000n),
    )
  })

  it("asks for older blocks though a plug was not connected in one, and shares evenly what no message paid for", async () => {
    const messages = [
      sentMessage({ id: 5, tx: 11, block: 30, fee: 0n }),
      sentMessage({ id: 6, tx: 11, block: 30, fee: 0n }),
      sentMessage({ id: 7, tx: 12, block: 20, fee: 5n }),
    ]
    const src = { paid: { 11: [80n, 40n], 12: [5n, 0n] }, unconnected: 30 } as const
    const { fees } = await measure(messages, src, {}, [])
    expect(
      fees.map(({ demanded, demandedNow, attached, refunded }) => [demanded, demandedNow, attached, refunded]),
    ).to.deep.equal([
      [null, 50_000n, 40n, 20n],
      [null, 60_000n, 40n, 20n],
      [7_000n, null, 5n, 0n],
    ])
  })

  it("asks once about messages that cost the same, though they were sent apart", async () => {
    const messages = [1, 2, 3].map((id) =>
      sentMessage({ id, tx: 10 + id, block: 30 + id, fee: 5n }, { minMsgGasLimit: id === 3 ? 8n : 4n }),
    )
    const paid = { 11: [5n, 0n], 12: [5n, 0n], 13: [5n, 0n] } as const
    const { fees, estimates } = await measure(messages, { paid }, {}, [])
    expect(estimates).to.deep.equal([4n, 8n])
    expect(fees.map(({ estimatedNow, demanded }) => [estimatedNow, demanded])).to.deep.equal([
      [5n, 4_000n],
      [5n, 4_000n],
      [9n, 8_000n],
    ])
  })

  it("does not know what an execution cost whose receipt does not say its gas, or says no amount for its data", async () => {
    const ids = [1, 2, 3, 4]
    const messages = ids.map((id) => sentMessage({ id, tx: 11, block: 30, fee: 5n }))
    const more = [{ l1Fee: "0x7" }, { l1Fee: null }, { l1Fee: "much" }, { gasUsed: null }]
    const receipts = Object.fromEntries(ids.map((id) => [20 + id, receipt(100, 3, more[id - 1])]))
    const { fees } = await measure(messages, { paid: { 11: [20n, 0n] } }, receipts, [21, 22, 23, 24])
    expect(fees.map(({ gasUsed, deliveryCost }) => [gasUsed, deliveryCost])).to.deep.equal([
      [100n, 307n],
      [100n, 300n],
      [100n, null],
      [null, null],
    ])
  })
})
