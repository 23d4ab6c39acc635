import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeErrorResult, encodeFunctionResult, type Hex, numberToHex, parseAbi } from "viem"

import { socketAbi } from "#src/messaging/onchain/abi.js"
import type { ReadableChain } from "#src/messaging/reading/Journey.js"
import { readTransaction, type SilentTransaction, wasSent } from "#src/messaging/reading/readTransaction.js"
import { fakeNode, reverted } from "#test/fixtures/nodes/fakeNode.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32, messageAt } from "#test/fixtures/wire/messages.js"
import { outboundLogs, socket } from "#test/fixtures/wire/outboundLogs.js"

const abi = parseAbi(["error Paused(uint256 until)"])
const srcTxHash = bytes32(0xaa)
const [account, plug] = [at(0x21), at(0x22)]

type Answers = Readonly<Record<string, (...params: never[]) => unknown>>

/** A transaction as a node describes it. */
const raw = (more: object = {}) => ({
  ...{ hash: srcTxHash, from: account, to: plug, input: "0x1234", value: "0x7", gas: "0x5208", nonce: "0x5" },
  ...{ type: "0x2", blockNumber: "0x28", blockHash: bytes32(40), transactionIndex: "0x0" },
  ...more,
})

const block = (number: number | string) => {
  const height = number === "latest" ? 90 : Number(number)
  return { number: numberToHex(height), hash: bytes32(height), timestamp: numberToHex(height * 100), transactions: [] }
}

const receipt = (status: "success" | "reverted", logs: readonly object[] = []) => ({
  ...{ status: status === "success" ? "0x1" : "0x0", transactionHash: srcTxHash, blockNumber: "0x28", gasUsed: "0x1" },
  logs: logs.map((log, index) => ({
    ...log,
    blockNumber: "0x28",
    transactionHash: srcTxHash,
    logIndex: numberToHex(index),
  })),
})

const slugIs = (slug: number) => () => encodeFunctionResult({ abi: socketAbi, functionName: "chainSlug", result: slug })

/** A chain whose node answers some methods, and has every block up to 90. */
function chainWith(name: string, slug: number, answers: Answers): ReadableChain {
  const known: Answers = { eth_getBlockByNumber: block, eth_call: slugIs(slug), ...answers }
  return {
    client: fakeNode(({ method, params }) => known[method]?.(...(params as never[]))).client,
    socket,
    slug,
    name,
  }
}

function read(answers: Answers, more: Partial<SilentTransaction> = {}) {
  const src = chainWith("alpha", 41001, answers)
  const question = {
    src,
    srcTxHash,
    messageId: undefined,
    reported: [],
    remembered: undefined,
    otherSlugs: [],
    abis: [],
  }
  return readTransaction({ ...question, chainOf: () => Promise.resolve(undefined), ...more })
}

describe("readTransaction of one that was mined", () => {
  const mined = (more: Answers = {}): Answers => ({
    eth_getTransactionByHash: () => raw(),
    eth_getTransactionReceipt: () => receipt("reverted"),
    ...more,
  })
  const revert = (until: bigint) => encodeErrorResult({ abi, errorName: "Paused", args: [until] })

  it("makes the same call on the block before, for why it reverted, where the node does not trace", async () => {
    const asked: unknown[] = []
    const call = (...params: never[]): never => {
      asked.push(...params)
      throw reverted(revert(77n))
    }
    const reading = await read(mined({ eth_call: call }), { abis: [abi] })
    const sent = { from: account, to: plug, data: "0x1234", value: "0x7", gas: "0x5208" }
    expect(asked).to.deep.equal([sent, "0x27"])
    expect(reading).to.deep.include({ kind: "mined", timestamp: 4_000n, calls: undefined, hasCode: true })
    expect(reading).to.have.nested.property("revert.name", "Paused")
    expect(reading).to.have.deep.nested.property("revert.args", [77n])
    expect(reading).to.have.nested.property("transaction.hash", srcTxHash)
    const passed = await read(mined({ eth_call: () => "0x" }))
    expect(passed).to.deep.include({ revert: undefined, unconnected: undefined })
  })

  it("takes the reason from the trace where there is one", async () => {
    const frame = { type: "CALL", from: account, to: plug, value: "0x7", gas: "0x1", gasUsed: "0x1", input: "0x1234" }
    const trace = { ...frame, output: revert(9n), error: "execution reverted" }
    const reading = await read(mined({ debug_traceTransaction: () => trace }), { abis: [abi] })
    expect(reading).to.have.nested.property("calls.length", 1)
    expect(reading).to.have.deep.nested.property("revert.args", [9n])
  })

  it("says whether there is code at the address of one that succeeded", async () => {
    const success = (more: Answers) => read(mined({ eth_getTransactionReceipt: () => receipt("success"), ...more }))
    const known = { kind: "mined", revert: undefined, unconnected: undefined } as const
    expect(await success({ eth_getCode: () => "0x60" })).to.deep.include({ ...known, hasCode: true })
    expect(await success({ eth_getCode: () => "0x" })).to.deep.include({ ...known, hasCode: false })
    expect(await success({}), "not known").to.deep.include({ ...known, hasCode: true })
    const created = { eth_getTransactionByHash: () => raw({ to: null }), eth_getCode: () => "0x60" }
    expect(await success(created)).to.deep.include({ ...known, hasCode: false })
  })

  it("says which other messages it sent, and looks for the one that was not seen to be sent", async () => {
    const [messageId, other] = [bytes32(3), bytes32(4)]
    const logs = [...outboundLogs(4), ...outboundLogs(9)]
    const answers = mined({ eth_getTransactionReceipt: () => receipt("success", logs), eth_getCode: () => "0x60" })
    const found = { kind: "other messages", blockNumber: 40n, sent: [other, bytes32(9)] }
    const remembered = { account, messageIds: [messageId] }
    const reported = [{ ...messageAt("RECEIVED"), messageId }]
    expect(await read(answers, { messageId, remembered })).to.deep.equal({ ...found, search: undefined })
    expect(await read(answers, { messageId, reported })).to.deep.equal({ ...found, search: undefined })
    const searched = await read(answers, { messageId, reported: [messageAt("RECEIVED")] })
    expect(searched).to.deep.include(found)
    expect(searched).to.have.nested.property("search.kind", "never sent")
    const failing = { ...answers, eth_getBlockByNumber: () => Promise.reject(new Error("no")) }
    expect(await read(failing, { messageId }), "no answer").to.deep.equal({ ...found, search: undefined })
    expect(await read(mined({ eth_call: () => "0x" }), { messageId }), "none").to.have.property("kind", "mined")
    for (const id of [other, bytes32(9), undefined]) {
      expect(await read(answers, { messageId: id }), String(id)).to.have.property("kind", "mined")
    }
  })
})

describe("readTransaction of one that was not mined", () => {
  const missing: Answers = { eth_getTransactionReceipt: () => null, eth_getTransactionByHash: () => null }

  it("says that the node is of another chain", async () => {
    const chain = chainWith("beta", 41002, {})
    const chainOf = (slug: number) => Promise.resolve(slug === 41002 ? chain : undefined)
    const wrong = { ...missing, eth_call: slugIs(41002) }
    expect(await read(wrong, { chainOf })).to.deep.equal({ kind: "wrong node", slug: 41002, chain })
    const silent = { ...missing, eth_call: () => Promise.reject(new Error("no")) }
    expect(await read(silent)).to.have.property("kind", "missing")
  })

  it("says that it is pending, with what its account and its chain say", async () => {
    const relay = { failures: [], paused: [], unmined: [41001], delay: 0, watchers: [] }
    const pending = { ...missing, eth_getTransactionByHash: () => raw({ blockNumber: null, blockHash: null }) }
    const counted = { ...pending, eth_getTransactionCount: () => "0x3", devnet_relay: () => relay }
    const reading = await read(counted)
    expect(reading).to.deep.include({ kind: "pending", nextNonce: 3, isUnmined: true })
    expect(reading).to.have.nested.property("head.number", 90n)
    const elsewhere = { ...pending, devnet_relay: () => ({ ...relay, unmined: [41002] }) }
    expect(await read(elsewhere)).to.deep.include({ nextNonce: 5, isUnmined: false })
    expect(await read(pending)).to.deep.include({ nextNonce: 5, isUnmined: false })
  })

  it("finds it on another chain, and else says which chains were asked", async () => {
    const chains = [
      chainWith("gamma", 41003, missing),
      chainWith("beta", 41002, { eth_getTransactionByHash: () => raw() }),
      chainWith("delta", 41004, {}),
      chainWith("alpha", 41001, {}),
    ]
    const chainOf = (slug: number) => Promise.resolve(chains.find((chain) => chain.slug === slug))
    const found = await read(missing, { chainOf, otherSlugs: [41001, 41003, 41002, 41004, 41009] })
    expect(found).to.include({ kind: "elsewhere", chain: chains[1] })
    expect(found).to.have.nested.property("transaction.hash", srcTxHash)
    const not = await read(missing, { chainOf, otherSlugs: [41001, 41003, 41004, 41009] })
    expect(not).to.deep.include({ kind: "missing", askedChains: ["gamma", "delta"] })
    expect(not).to.have.nested.property("head.number", 90n)
  })

  it("finds the transaction that took its nonce, once the account has used it", async () => {
    const using = (hash: Hex, used: number): Answers => ({
      ...missing,
      eth_blockNumber: () => "0x5a",
      eth_getTransactionCount: (_, tag: Hex | "latest") =>
        numberToHex(tag === "latest" || Number(tag) >= 50 ? used : 0),
      eth_getBlockByNumber: (number: Hex) => ({
        ...block(number),
        transactions: Number(number) === 50 ? [raw({ hash: bytes32(1), nonce: "0x4" }), raw({ hash })] : [],
      }),
    })
    const remembered = { account, nonce: 5, messageIds: [] }
    const replaced = await read(using(bytes32(7), 6), { remembered })
    expect(replaced).to.deep.include({ kind: "replaced", usedNonces: 6 })
    expect(replaced).to.have.nested.property("by.hash", bytes32(7))
    const late = await read(using(bytes32(7), 9), { remembered: { ...remembered, fromBlock: 51n } })
    expect(late).to.deep.equal({ kind: "replaced", by: undefined, usedNonces: 9 })
    expect(await read(using(srcTxHash, 6), { remembered })).to.have.property("kind", "missing")
    expect(await read(using(bytes32(7), 5), { remembered })).to.have.property("kind", "missing")
    const unknown = { account, messageIds: [] }
    expect(await read(using(bytes32(7), 6), { remembered: unknown })).to.have.property("kind", "missing")
  })

  it("says that it was taken back where it was seen in a block, or the API knows it", async () => {
    const seen = (number: bigint) => ({ account, messageIds: [], block: { number, hash: bytes32(1) } })
    const blockNow = async (number: bigint) => {
      const reading = await read(missing, { remembered: seen(number) })
      expect(reading).to.include({ kind: "taken back" }).and.to.have.nested.property("head.number", 90n)
      return reading.kind === "taken back" ? reading.blockNow?.hash : reading
    }
    expect(await blockNow(12n)).to.equal(bytes32(12))
    expect(await blockNow(90n)).to.equal(bytes32(90))
    expect(await blockNow(91n)).to.equal(undefined)
    const known = await read(missing, { reported: [messageAt("RECEIVED")] })
    expect(known).to.deep.include({ kind: "taken back", blockNow: undefined })
  })
})

describe("wasSent", () => {
  it("is so of a message that its sender or the API has seen, and of none that is not asked about", () => {
    const asked = (messageId: Hex | undefined, seen: readonly Hex[] | undefined, ...reported: readonly number[]) =>
      wasSent({
        ...{ messageId, remembered: seen && { account, messageIds: seen }, chainOf: () => Promise.resolve(undefined) },
        ...{ reported: reported.map((id) => messageAt("RECEIVED", { id })), otherSlugs: [], abis: [] },
      })
    const [one, two] = [bytes32(1), bytes32(2)]
    expect([asked(one, [two, one]), asked(one, undefined, 2, 1), asked(one, [two], 1)]).to.deep.equal([
      ...[true, true, true],
    ])
    expect([asked(one, [two], 2), asked(one, undefined), asked(one, [])]).to.deep.equal([false, false, false])
    expect(asked(undefined, [one], 1)).to.equal(false)
  })
})
