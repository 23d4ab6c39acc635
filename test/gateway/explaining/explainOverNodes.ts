import { expect } from "chai"
import { describe, it } from "mocha"
import {
  type Abi,
  type Address,
  decodeFunctionData,
  encodeErrorResult,
  type Hex,
  numberToHex,
  pad,
  parseAbi,
} from "viem"
import { encodeAbiParameters, encodeEventTopics, parseAbiParameters, toFunctionSelector } from "viem/utils"

import { explainTransaction } from "#src/gateway/index.js"
import { gatewaySocketAbi, watcherAbi } from "#src/gateway/onchain/watcherAbi.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { honestLogs } from "#test/fixtures/nodes/honestLogs.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { watcher, watcherLog } from "#test/fixtures/wire/watcherLogs.js"

const [app, target, socket, plug, other] = ["2", "3", "4", "5", "6"].map((digit) => `0x${digit.repeat(40)}`) as [
  Address,
  Address,
  Address,
  Address,
  Address,
]
const abis: readonly Abi[] = [parseAbi(["function poke(uint256)", "function look()", "error TooHigh(uint256 by)"])]
const tooHigh = Object.assign(new Error("execution reverted"), {
  code: 3,
  data: encodeErrorResult({ abi: abis[0]!, errorName: "TooHigh", args: [77n] }),
})
const [poke, look] = [toFunctionSelector("poke(uint256)"), toFunctionSelector("look()")]
const [txHash, id] = [bytes32(40), bytes32(9)]

type Node = {
  /** What the transaction in block 40 has logged; the node does not have it without. */
  readonly mined?: readonly object[]
  readonly later?: readonly { readonly topics: readonly (Hex | null | Hex[])[] }[]
  /** Answers a call of a contract, or throws. */
  readonly call?: (to: Hex, data: Hex) => Hex
}

/** A chain in block 90, at the time 9000. */
function clientOf({ mined, later = [], call = () => "0x" }: Node) {
  return fakeNode({
    eth_blockNumber: () => "0x5a",
    eth_getBlockByNumber: () => ({ number: "0x5a", hash: bytes32(90), timestamp: numberToHex(9_000) }),
    eth_getTransactionReceipt: ([hash]: [Hex]) =>
      mined && hash === txHash
        ? { status: "0x1", blockNumber: "0x28", transactionHash: hash, from: other, logs: mined }
        : null,
    eth_getTransactionByHash: () => null,
    eth_getLogs: ([filter]: [unknown]) => honestLogs(later, filter),
    eth_getCode: () => "0x00",
    eth_call: ([{ to, data }]: [{ to: Hex; data: Hex }]) => call(to, data),
  }).client
}

/** A watcher that takes fees, is operated by an account, and answers every other call like this. */
const watcherThat =
  (act: (functionName: string, args: readonly unknown[]) => void) =>
  (to: Hex, data: Hex): Hex => {
    const { functionName, args } = decodeFunctionData({ abi: watcherAbi, data })
    if (functionName === "operator") return pad(other)
    if (!/^[A-Z_]+$/.test(functionName)) act(functionName, args)
    return to === watcher ? numberToHex(5, { size: 32 }) : "0x"
  }

async function explain(gateway: Node, alpha: Node = {}) {
  const chain = { client: clientOf(alpha), slug: 5, name: "alpha", socket }
  const { verdict, causes, items, subject, ...told } = await explainTransaction({
    ...{
      id: txHash,
      abis,
      slugs: [5],
      api: undefined,
      chainOf: (slug) => Promise.resolve(slug === 5 ? chain : undefined),
    },
    gateway: {
      client: clientOf(gateway),
      slug: 43,
      name: "gateway",
      watcher,
      addressResolver: app,
      feesManager: other,
    },
  })
  const shown = causes.map(({ name, about, says }) => [name, about, says])
  return { verdict, items: items.length, causes: shown, subject, says: told.says, parts: items.map(({ says }) => says) }
}

describe("explainTransaction, over nodes alone", () => {
  it("simulates the timeouts of a transaction that are due, and no other", async () => {
    const timeout = (timeout: number, executeAt: bigint) =>
      watcherLog("TimeoutScheduled", 40, {
        ...{ timeoutId: bytes32(timeout), scheduler: app, target: app, executeAt },
        payload: poke,
      })
    const mined = [timeout(8, 700n), timeout(9, 9_001n), timeout(10, 600n)]
    const called = new Set<string>()
    const act = (functionName: string, [timeoutId]: readonly unknown[]) => {
      called.add(`${functionName} ${Number(timeoutId)}`)
      if (timeoutId === bytes32(8)) throw tooHigh
    }
    const { verdict, causes, items } = await explain({ mined, call: watcherThat(act) })
    const says = `The call of poke() by timeout ${bytes32(8)} reverts: TooHigh(by: 77).`
    expect([verdict, items, causes[0]]).to.deep.equal(["stuck", 3, ["timeout-reverts", bytes32(8), says]])
    expect(causes.slice(1).map(([name, about]) => [name, about])).to.deep.equal([["timeout-waiting", bytes32(9)]])
    expect([...called].sort()).to.deep.equal(["resolveTimeout 10", "resolveTimeout 8"])
  })

  it("simulates the calls of app gateways that the plugs of a transaction ask for", async () => {
    const trigger = {
      ...{ address: socket, blockNumber: "0x28", transactionHash: txHash, logIndex: "0x0", transactionIndex: "0x0" },
      topics: encodeEventTopics({
        ...{ abi: gatewaySocketAbi, eventName: "AppGatewayCallRequested" },
        args: { triggerId: id, appGatewayId: pad(app), plug },
      }),
      data: encodeAbiParameters(parseAbiParameters("bytes"), [poke]),
    }
    const called: unknown[] = []
    const act = (...call: unknown[]) => {
      called.push(call)
      throw tooHigh
    }
    const { verdict, causes, subject, ...told } = await explain({ call: watcherThat(act) }, { mined: [trigger] })
    expect(subject).to.deep.equal({ kind: "trigger", id: txHash, chainSlug: 5 })
    const says = `The call of poke() by the plug ${plug} on alpha reverts: TooHigh(by: 77).`
    expect([verdict, causes, told.says]).to.deep.equal(["stuck", [["trigger-reverts", id, says]], says])
    expect(called).to.deep.equal([["callAppGateway", [id, app, 5, plug, poke]]])
  })

  it("sums up by the first cause, by the part that runs, by the only one that is done, or by all of them", async () => {
    const options = { read: 0, parallel: 0, writeFinality: 0, gasLimit: 9n, value: 0n, readAtBlockNumber: 0n }
    const queued = (payload: number, batchCount = 0) =>
      watcherLog("PayloadQueued", 40, {
        ...{ payloadId: bytes32(payload), requestCount: 7, appGateway: app, batchCount, callType: 1, chainSlug: 5 },
        ...{ target, callData: poke, options, contractId: bytes32(0) },
      })
    const fees = { feePoolChain: 1, feePoolToken: target, maxFees: 1_000n }
    const submitted = watcherLog("RequestSubmitted", 40, {
      ...{ requestCount: 7, appGateway: app, consumeFrom: app, ...fees },
    })
    const done = (payload: number) => [
      watcherLog("PayloadFinalized", 41, { payloadId: bytes32(payload), digest: id, proof: "0xf1" }),
      watcherLog("PayloadResolved", 42, { payloadId: bytes32(payload), requestCount: 7, fee: 1n }),
    ]
    const read = async (queue: readonly object[], after: readonly object[]) => {
      const mined = [...queue, submitted]
      const later = [...mined, ...after] as NonNullable<Node["later"]>
      const { verdict, says, parts, subject } = await explain({ mined, later, call: watcherThat(() => undefined) })
      expect(subject).to.deep.equal({ kind: "transaction", id: txHash, chainSlug: 43 })
      return { verdict, says, parts }
    }
    const one = await read([queued(1)], done(1))
    expect(one).to.deep.equal({
      verdict: "delivered",
      says: one.parts[0],
      parts: ["WRITE on alpha: callback has run."],
    })
    const both = await read([queued(1), queued(2)], [...done(1), ...done(2)])
    expect([both.verdict, both.says, both.parts.length]).to.deep.equal(["delivered", "All 2 parts are done.", 2])
    const running = await read([queued(1), queued(2, 1), queued(3, 1)], done(1))
    expect([running.verdict, running.says]).to.deep.equal(["waiting", running.parts[1]])
    expect(new Set(running.parts).size).to.be.greaterThan(1)
  })

  describe("of a read that was given up", () => {
    const options = { read: 1, parallel: 0, writeFinality: 0, gasLimit: 9n, value: 0n, readAtBlockNumber: 0n }
    const fees = { feePoolChain: 1, feePoolToken: target, maxFees: 5n }
    const own = { payloadId: id, requestCount: 7 }
    const mined = [
      watcherLog("PayloadQueued", 40, {
        ...{ ...own, appGateway: app, batchCount: 0, callType: 0, chainSlug: 5, target, callData: look, options },
        contractId: bytes32(0),
      }),
      watcherLog("RequestSubmitted", 40, { requestCount: 7, appGateway: app, consumeFrom: app, ...fees }),
      watcherLog("CallbackSet", 40, { payloadId: id, selector: poke, data: "0xda" }),
    ]
    const later = [
      ...[...mined, watcherLog("PayloadFinalized", 41, { payloadId: id, digest: id, proof: "0xf1" })],
      watcherLog("PayloadReverted", 42, { payloadId: id, isOnchain: false, revertData: "0xbad0" }),
    ]
    const value = numberToHex(42, { size: 32 })
    const read = (act: (functionName: string, args: readonly unknown[]) => void) =>
      explain({ mined, later, call: watcherThat(act) }, { call: () => value })

    it("finds the callback that reverts with what the read returns now", async () => {
      const called: unknown[] = []
      const { verdict, causes } = await read((...call) => {
        called.push(call)
        throw tooHigh
      })
      expect(called).to.deep.equal([["resolvePayload", [id, poke, "0xda", value, 0n]]])
      const says = `The callback poke() of payload ${id} reverts: TooHigh(by: 77).`
      expect([verdict, causes]).to.deep.equal(["stuck", [["callback-reverts", id, says]]])
    })

    it("says that it would succeed now, where its callback does", async () => {
      const { verdict, causes } = await read(() => undefined)
      const says = `The call of look() of ${target} on alpha reverted until its tries were over, and it would succeed now.`
      expect([verdict, causes]).to.deep.equal(["stuck", [["given-up", id, says]]])
    })
  })
})
