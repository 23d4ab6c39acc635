import { expect } from "chai"
import { describe, it } from "mocha"
import {
  type Address,
  type Client,
  encodeEventTopics,
  encodeFunctionData,
  type Hex,
  numberToHex,
  pad,
  parseAbi,
} from "viem"

import { decodeTransaction, readFee } from "#extras/page/tasks/explainForPage.js"
import type { MessageChange } from "#src/devnet/changes.js"
import { socketAbi } from "#src/messaging/onchain/abi.js"
import { createViewNode } from "#test/fixtures/nodes/viewNode.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { outboundLogs, socket, srcPlug } from "#test/fixtures/wire/outboundLogs.js"

const [sender, other]: readonly Address[] = ["7", "8"].map((digit): Address => `0x${digit.repeat(40)}`)
const [outboundTx, executionTxHash] = [bytes32(0xa), bytes32(0xb)]
const ether = 10n ** 18n

const receipt = (from: Address, logs: readonly object[], [gasUsed, price]: readonly [bigint, bigint]) => ({
  ...{ from, to: socket, status: "0x1", type: "0x2", transactionHash: outboundTx, transactionIndex: "0x0" },
  ...{ blockHash: bytes32(12), blockNumber: "0xc", contractAddress: null, logsBloom: "0x", cumulativeGasUsed: "0x1" },
  ...{ gasUsed: numberToHex(gasUsed), effectiveGasPrice: numberToHex(price) },
  logs: logs.map((log, index) => ({
    ...{ blockHash: bytes32(12), blockNumber: "0xc", transactionHash: outboundTx, transactionIndex: "0x0" },
    ...{ logIndex: numberToHex(index), removed: false },
    ...log,
  })),
})
const transaction = (value: bigint, from = sender!, more: object = {}) => ({
  ...{ hash: outboundTx, from, to: socket, value: numberToHex(value), input: "0x", nonce: "0x0", type: "0x2" },
  ...{ gas: "0x1", blockNumber: "0xc", blockHash: bytes32(12), transactionIndex: "0x0", chainId: "0x1", v: "0x0" },
  ...more,
})

/** A node of a chain on which one transaction sent these messages. */
function source(messages: readonly (readonly [count: number, fee: bigint])[], senders: readonly Address[]): Client {
  const logs = messages.flatMap(([count, fee]) => outboundLogs(count, { fee }))
  const client = createViewNode({
    abis: [socketAbi],
    views: { getMinFees: (_to, [gasLimit, size]) => (gasLimit as bigint) * 10n + (size as bigint) },
    methods: {
      eth_getTransactionReceipt: receipt(sender!, logs, [21n, 3n]),
      eth_getTransactionByHash: transaction(10n * ether),
      eth_getBlockByNumber: { number: "0xc", transactions: senders.map((from) => transaction(0n, from)) },
    },
  })
  const { request } = client
  // It had 50 before, and paid 10 of which 2 came back, and 63 wei of gas.
  const balances: Record<string, bigint> = { "0xb": 50n * ether, "0xc": 42n * ether - 63n }
  const asked = (({ method, params }: { method: string; params: readonly [Address, Hex] }) =>
    method === "eth_getBalance"
      ? Promise.resolve(numberToHex(params[0] === sender ? balances[params[1]]! : 0n))
      : request({ method, params } as never)) as never
  return { ...client, request: asked }
}

describe("readFee", () => {
  const dst = {
    client: createViewNode({
      abis: [],
      methods: { eth_getTransactionReceipt: receipt(other!, [], [1_000n, 5n * 10n ** 12n]) },
    }),
    name: "beta",
  }
  const to = { name: "beta", slug: 41002, network: "beta" }
  const read = async (client: Client, { executed = true, hasDst = true, id = 2 } = {}) => {
    const message = { messageId: bytes32(id), outboundTx, executionTxHash: executed ? executionTxHash : null }
    const fee = await readFee(message as MessageChange, {
      ...{ src: { client, socket, name: "alpha" }, dst: hasDst ? dst : undefined, to },
      api: {
        estimateMinFees: ({ msgGasLimit, payloadLength }) => Promise.resolve(msgGasLimit + BigInt(payloadLength)),
      },
      signal: new AbortController().signal,
    })
    return fee.map(({ step, wei, says }) => [step, BigInt(wei), says])
  }
  const two = [
    [1, 3n * ether],
    [2, 5n * ether],
  ] as const

  it("has what is asked now, what was attached to all, and what was paid for one, spent on it and refunded", async () => {
    expect(await read(source(two, [sender!, other!]))).to.deep.equal([
      ["estimated", 100_002n, "0.000000000000100002 is what the messaging API estimates now"],
      ["demanded", 1_000_002n, "0.000000000001000002 is what getMinFees of the socket on alpha demands now"],
      ["attached", 10n * ether, "10 was attached to the transaction, of which 8 paid for all 2 messages"],
      ["paid", 5n * ether, "5 was paid to the socket on alpha for this message"],
      ["spent", 5n * 10n ** 15n, "0.005 of the native token of beta was spent on gas by the executor"],
      ["refunded", 2n * ether, "2 came back to the sender in the same transaction"],
    ])
  })

  it("leaves out what is not known: what is not executed, or cannot be read, or has others of the sender beside it", async () => {
    const steps = async (...given: Parameters<typeof read>) => (await read(...given)).map(([step]) => step)
    const alone = source(two.slice(1), [sender!])
    const all = ["estimated", "demanded", "attached", "paid", "spent", "refunded"]
    expect(await steps(alone)).to.deep.equal(all)
    expect((await read(alone))[2]).to.deep.equal(["attached", 10n * ether, "10 was attached to the transaction"])
    const unspent = all.filter((step) => step !== "spent")
    expect(await steps(alone, { executed: false })).to.deep.equal(unspent)
    expect(await steps(alone, { hasDst: false })).to.deep.equal(unspent)
    expect(await steps(source(two, [sender!, sender!]))).to.deep.equal(all.slice(0, -1))
    expect(await steps(alone, { id: 1 })).to.deep.equal([])
  })
})

describe("decodeTransaction", () => {
  const [named, unnamed] = [
    parseAbi(["function pay(address to, uint256 amount)", "event Paid(address indexed to, uint256 amount)"]),
    parseAbi(["event Noted(uint256)"]),
  ]
  const topic = (digit: string): Hex => `0x${digit.repeat(64)}`
  const log = (topics: readonly Hex[], data: Hex = "0x") => ({ address: socket, topics, data })
  const decode = async (logs: readonly object[], more: object) =>
    await decodeTransaction(
      createViewNode({
        abis: [],
        methods: {
          eth_getTransactionReceipt: receipt(sender!, logs, [1n, 1n]),
          eth_getTransactionByHash: transaction(0n, sender, more),
        },
      }),
      outboundTx,
      [unnamed, named],
    )
  const input = encodeFunctionData({ abi: named, functionName: "pay", args: [srcPlug, 5n] })

  it("writes the call and each log with the ABI that has it, twelve logs at most", async () => {
    const paid = log(encodeEventTopics({ abi: named, eventName: "Paid", args: { to: srcPlug } }) as Hex[], pad("0x05"))
    const unknown = log([topic("3")])
    const lines = await decode([paid, unknown, log([])], { input })
    expect(lines).to.deep.equal([
      `Calls ${socket}: pay(to: ${srcPlug}, amount: 5)`,
      `Log of ${socket}: Paid(to: ${srcPlug}, amount: 5)`,
      `Log of ${socket}: an event that no known ABI has, ${topic("3")}`,
      `Log of ${socket}: an event that no known ABI has, without a topic`,
    ])
    const many = (count: number) => Array<object>(count).fill(unknown)
    expect(await decode(many(12), { input })).to.have.length(13)
    expect((await decode(many(15), { input })).slice(-2)).to.deep.equal([lines[2], "… and 3 more logs"])
  })

  it("says what no ABI has, what deploys a contract, and nothing of a transaction that is not there", async () => {
    expect(await decode([], { input: "0x12345678ab" })).to.deep.equal([`Calls ${socket}: 0x12345678`])
    expect(await decode([], { input: "0x60", to: null })).to.deep.equal(["Deploys a contract"])
    expect(await decodeTransaction(createViewNode({ abis: [] }), outboundTx, [])).to.deep.equal([])
  })
})
