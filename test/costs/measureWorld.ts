import { expect } from "chai"
import { beforeEach, describe, it } from "mocha"
import { type Address, createClient, custom, encodeFunctionData, type Hex, publicActions } from "viem"

import { gasOfInbound, keysIn, type MeasuredWorld, measureWorld, noteTraffic } from "#src/costs/measureWorld.js"
import type { MessageRecord } from "#src/devnet/messaging/MessageRecord.js"
import { socketAbi } from "#src/messaging/onchain/abi.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const addressOf = (digit: string): Address => `0x${digit.repeat(40)}`
const [user, actor, socket, plug, otherPlug] = ["1", "2", "3", "4", "5"].map(addressOf) as [
  Address,
  Address,
  Address,
  Address,
  Address,
]

/** A call of the socket that executes a message. */
const executing = (id: number): Hex =>
  encodeFunctionData({
    abi: socketAbi,
    functionName: "execute",
    args: [
      { packetId: bytes32(9), proposalCount: 0n, executionGasLimit: 0n, decapacitorProof: "0x", signature: "0x" },
      { msgId: bytes32(id), executionFee: 0n, minMsgGasLimit: 0n, executionParams: bytes32(0), payload: "0x" },
    ],
  })
const call = (from: Address, to: Address, gasUsed: number, more: object = {}) => ({
  ...{ type: "CALL", from, to, gasUsed: `0x${gasUsed.toString(16)}`, input: "0x12345678" },
  ...more,
})
/** What an actor's contract calls: two executions in one transaction, the second of which reverts in its first attempt. */
const batch = call(actor, addressOf("b"), 900_000, {
  calls: [
    call(addressOf("b"), socket, 100, {
      input: executing(2),
      error: "execution reverted",
      calls: [call(socket, plug, 7)],
    }),
    call(addressOf("b"), socket, 80_000, {
      input: executing(1),
      calls: [call(socket, plug, 11_000), call(plug, socket, 5)],
    }),
    call(addressOf("b"), socket, 90_000, {
      input: executing(2),
      calls: [
        call(socket, otherPlug, 3),
        call(socket, plug, 4, { type: "STATICCALL" }),
        call(otherPlug, plug, 5),
        call(socket, plug, 42_000),
        call(socket, plug, 6),
      ],
    }),
  ],
})

const client = createClient({
  transport: custom({ request: () => Promise.resolve(batch) }, { retryCount: 0 }),
})

describe("the gas of inbound", () => {
  const gasOf = (id: number) =>
    gasOfInbound({ publicClient: client } as never, {
      record: { messageId: bytes32(id), dstPlug: plug } as MessageRecord["outbound"],
      ...{ hash: bytes32(7), socket },
    })

  it("is that of the plug's call by the socket, in the message's own execution that was not undone", async () => {
    expect([await gasOf(1), await gasOf(2), await gasOf(3)]).to.deep.equal([11_000n, 42_000n, undefined])
  })
})

describe("what is measured in a world", () => {
  let records: Map<Hex, MessageRecord>
  let requests: Map<number, object>
  let say: (record: MessageRecord) => void
  let sayPayload: (payload: { requestCount: number }) => void
  let undone: number
  let world: MeasuredWorld

  /** A message from alpha to beta, whose fee is three hundred times its id. */
  const message = (id: number, tx: number, more: { executionTx?: Hex; dstChainSlug?: number } = {}): MessageRecord => {
    const { executionTx, dstChainSlug = 2 } = more
    const fees = { transmissionFees: BigInt(id), executionFee: BigInt(id * 9), switchboardFees: BigInt(id * 290) }
    return {
      executionTx,
      outbound: {
        ...{ messageId: bytes32(id), transactionHash: bytes32(tx), srcChainSlug: 1, dstChainSlug, fees },
        ...{ srcPlug: otherPlug, dstPlug: plug, minMsgGasLimit: BigInt(id * 50_000) },
      },
    } as MessageRecord
  }
  const put = (record: MessageRecord) => {
    records.set(record.outbound.messageId, record)
    say(record)
  }
  const putRequest = (requestCount: number, more: object) => {
    requests.set(requestCount, { requestCount, txHash: bytes32(30 + requestCount), appGateway: plug, ...more })
    sayPayload({ requestCount })
  }

  beforeEach(() => {
    records = new Map()
    requests = new Map()
    undone = 0
    /** Transactions from 20 on are sent by an actor. */
    const answers: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
      debug_traceTransaction: () => batch,
      eth_getTransactionByHash: ([hash]) => ({
        ...{ hash, from: Number(hash) === 20 ? actor : user, to: otherPlug, input: "0x12345678", value: "0x0" },
      }),
      eth_getTransactionReceipt: ([hash]) => ({
        transactionHash: hash,
        gasUsed: `0x${(Number(hash) * 1_000).toString(16)}`,
      }),
    }
    const request = ({ method, params }: { method: string; params?: readonly unknown[] }) =>
      Promise.resolve(answers[method]?.(params ?? []))
    const publicClient = createClient({ transport: custom({ request }, { retryCount: 0 }) }).extend(publicActions)
    const chain = (name: string, slug: number) => ({ chain: { name, slug, publicClient }, contracts: { socket } })
    const names = new Map([
      [plug, "Plug"],
      [otherPlug, "OtherPlug"],
    ])
    world = {
      accounts: { executor: { address: actor } },
      messaging: {
        contexts: [chain("alpha", 1), chain("beta", 2)],
        ledger: {
          get: (id: Hex) => records.get(id),
          subscribe: (listener: typeof say) => ((say = listener), () => (undone += 1)),
        },
      },
      gateway: {
        ...chain("gateway", 3),
        ledger: {
          request: (count: number) => requests.get(count),
          subscribe: (listener: typeof sayPayload) => ((sayPayload = listener), () => (undone += 1)),
        },
      },
      relay: { idle: () => Promise.resolve() },
      registry: { find: (_chain: string, at: Address) => ({ name: names.get(at.toLowerCase() as Address), abi: [] }) },
      defer: (undo: () => void) => undos.push(undo),
    } as unknown as MeasuredWorld
    undos.length = 0
    noteTraffic(world)
  })
  const undos: (() => void)[] = []
  const measured = async (kind: string) =>
    (await measureWorld(world)).flatMap((one) => (one.kind === kind ? [one] : []))
  const sum = { contract: "OtherPlug", functionName: "0x12345678" }

  it("is a transaction once, whatever it has sent, and the fee of each of its messages", async () => {
    for (const record of [message(1, 11), message(2, 11), message(3, 12)]) put(record)
    put(message(1, 11))
    expect((await measured("outbound")).map((one) => "gasUsed" in one && one.gasUsed)).to.deep.equal([11_000n, 12_000n])
    expect((await measured("fee")).map((one) => "wei" in one && one.wei)).to.deep.equal([300n, 600n, 900n])
    const keys = (await measureWorld(world)).map(({ key }) => key)
    expect(new Set(keys).size).to.equal(5)
    expect(new Set(keysIn(world))).to.deep.equal(new Set(keys))
  })

  it("is no transaction of the actors, in which a message was sent as an answer", async () => {
    put(message(1, 20))
    expect(await measureWorld(world)).to.deep.equal([
      {
        contract: "OtherPlug",
        functionName: "inbound",
        kind: "fee",
        key: `fee ${bytes32(1)} ${bytes32(20)}`,
        wei: 300n,
      },
    ])
  })

  it("is inbound of what was delivered on a chain of the world", async () => {
    put(message(1, 11, { executionTx: bytes32(7) }))
    put(message(2, 12, { executionTx: bytes32(7), dstChainSlug: 99 }))
    put(message(3, 13))
    const key = `inbound ${bytes32(1)} ${bytes32(7)}`
    const inbound = { ...sum, kind: "inbound", key, gasUsed: 11_000n, gasLimit: 50_000n }
    expect(await measured("inbound")).to.deep.equal([inbound])
    put(message(2, 12, { executionTx: bytes32(7) }))
    expect((await measured("inbound")).map((one) => "gasUsed" in one && one.gasUsed)).to.deep.equal([11_000n, 42_000n])
  })

  it("is a request once it is completed, with all that it was charged", async () => {
    for (const [count, status] of ["IN_PROGRESS", "COMPLETED", "REVERTING"].entries()) {
      putRequest(count, { status, fee: BigInt(count * 70) })
    }
    const request = { ...sum, kind: "request", key: `request 1 ${bytes32(31)}`, credits: 70n }
    expect(await measureWorld(world)).to.deep.equal([request])
    expect(keysIn(world)).to.deep.equal([request.key])
  })

  it("is nothing that the world has gone back from, and nobody listens once it has stopped", async () => {
    put(message(1, 11))
    putRequest(1, { status: "COMPLETED", fee: 5n })
    records.clear()
    requests.clear()
    expect([await measureWorld(world), keysIn(world)]).to.deep.equal([[], []])
    for (const undo of undos) undo()
    expect(undone).to.equal(2)
  })
})
