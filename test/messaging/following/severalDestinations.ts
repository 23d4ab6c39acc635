import { setImmediate } from "node:timers/promises"

import { expect } from "chai"
import { describe, it } from "mocha"
import {
  type Client,
  createClient,
  custom,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  keccak256,
  toHex,
} from "viem"

import { createChainMessages } from "#src/messaging/following/createChainMessages.js"
import { capacitorAbi, socketAbi, switchboardAbi } from "#src/messaging/onchain/abi.js"
import { readOutboundMessages } from "#src/messaging/onchain/events.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { createFakeChain } from "#test/fixtures/nodes/fakeChain.js"
import { createLogChain, type LogChain } from "#test/fixtures/nodes/logChain.js"
import { rejection } from "#test/fixtures/servers/messagingApi.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { capacitor, dstPlug, outboundLogs, socket } from "#test/fixtures/wire/outboundLogs.js"

const switchboard = "0x5FC8d32690cc91D4c39d9d3abcBD16989F875707"
const [alpha, beta, gamma] = [41_001, 41_002, 41_003] as const
const subject = { srcChainSlug: alpha, srcTxHash: bytes32(0x5e47) }
const logs = [...outboundLogs(4), ...outboundLogs(5, { dstChainSlug: gamma })]
const sent = readOutboundMessages(logs)
const transactionOf = (number: number): Hex => keccak256(toHex(`transaction ${number}`))

/** Numbers whose last digit is 4 or 5 log that this message was executed. */
function executedLog(number: number) {
  const topics = encodeEventTopics({ abi: socketAbi, eventName: "ExecutionSuccess" })
  return { address: socket, topics, data: encodeAbiParameters([{ type: "bytes32" }], [bytes32(number % 10)]) }
}

/** One transaction that sent message 4 to beta, and message 5 to gamma. */
function play() {
  const clock = createManualClock()
  const state = { executed: new Set<string>(), sealed: 0n, down: new Set<number>(), unread: new Set<number>() }
  /** What the nodes wait for before they answer. */
  const gates: Partial<Record<"receipt" | "execution", Promise<undefined>>> = {}
  const reached = Promise.withResolvers<undefined>()
  const asked: number[] = []
  const chains = new Map<number, LogChain>([alpha, beta, gamma].map((slug) => [slug, createLogChain(executedLog)]))
  for (const chain of chains.values()) chain.mine()

  function nodeOf(slug: number): Client {
    const blocks = chains.get(slug)!.node().client
    const { client: calls } = createFakeChain({
      contracts: {
        [capacitor]: { abi: capacitorAbi, answer: () => [bytes32(1), state.sealed] },
        [switchboard]: { abi: switchboardAbi, answer: () => false },
        [socket]: {
          abi: socketAbi,
          answer({ functionName, args }) {
            if (functionName === "capacitorToSlug") return Number(args[0] === capacitor) && beta
            if (functionName === "messageExecuted") return state.executed.has(`${slug} ${Number(args[0])}`)
            if (functionName === "getPlugConfig") return [dstPlug, switchboard, switchboard, capacitor, capacitor]
            if (functionName === "packetIdRoots") return sent[slug === beta ? 0 : 1]!.packedMessage
            return 1n
          },
        },
      },
    })
    const request = async (question: { readonly method: string }): Promise<unknown> => {
      if (state.down.has(slug)) throw new Error("down")
      if (question.method === "eth_call" && slug !== alpha && gates.execution !== undefined) {
        reached.resolve(undefined)
        await gates.execution
      }
      if (question.method === "eth_call") return await calls.request(question as never)
      if (question.method !== "eth_getTransactionReceipt") return await blocks.request(question as never)
      await gates.receipt
      return { status: "0x1", logs, blockHash: bytes32(1), transactionHash: subject.srcTxHash, blockNumber: "0x1" }
    }
    return createClient({ transport: custom({ request }, { retryCount: 0 }), pollingInterval: 1 })
  }
  const source = createChainMessages({
    ...{ src: { client: nodeOf(alpha), socket }, clock },
    dstOf(slug) {
      asked.push(slug)
      return Promise.resolve(state.unread.has(slug) ? undefined : { client: nodeOf(slug), socket })
    },
  })
  const look = async (srcTxHash = subject.srcTxHash) => {
    await clock.advance(1_000)
    const messages = await clock.run(source.getMessages({ ...subject, srcTxHash }))
    return messages.map(({ status, inboundTx }) => [status, inboundTx])
  }
  const statuses = async (srcTxHash: Hex) =>
    (await source.getMessages({ ...subject, srcTxHash })).map(({ status }) => status)
  return {
    ...{ clock, gates, reached: reached.promise, statuses },
    state,
    asked,
    look,
    mine: (slug: number, ...numbers: number[]) => {
      chains.get(slug)!.mine(...numbers)
    },
  }
}

describe("createChainMessages, of messages to several chains", () => {
  it("takes of each chain what concerns the messages to it, and opens each once", async () => {
    const { state, asked, look, mine } = play()
    const proposed = ["PROPOSED", null]
    expect(await look()).to.deep.equal([proposed, proposed])
    // A log of another chain says nothing of where it was delivered.
    mine(beta, 35)
    expect(await look()).to.deep.equal([proposed, proposed])
    mine(gamma, 45)
    state.executed.add(`${gamma} 5`)
    expect(await look()).to.deep.equal([proposed, ["EXECUTION_SUCCESS", transactionOf(45)]])
    mine(beta, 54)
    state.executed.add(`${beta} 4`)
    const both = [
      ["EXECUTION_SUCCESS", transactionOf(54)],
      ["EXECUTION_SUCCESS", transactionOf(45)],
    ]
    expect(await look()).to.deep.equal(both)
    expect(await look(bytes32(0x5e48))).to.have.length(2)
    expect(asked).to.deep.equal([beta, gamma])
  })

  it("follows a message on its source alone whose destination cannot be read, and fails for one that was and cannot be", async () => {
    const { state, asked, look } = play()
    state.unread.add(gamma)
    expect(await look()).to.deep.equal([
      ["PROPOSED", null],
      ["RECEIVED", null],
    ])
    expect(asked).to.deep.equal([beta, gamma])
    state.down.add(beta)
    expect(await rejection(look())).to.include({ code: "NODE_FAILED" })
    state.down.clear()
    state.executed.add(`${beta} 4`)
    expect((await look())[0]?.[0]).to.equal("EXECUTION_SUCCESS")
  })

  it("reads a transaction that is asked for while others are being read, and does not take their reading for its own", async () => {
    const { look, clock, gates, reached, statuses } = play()
    await look()
    const [receipt, execution] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
    gates.receipt = receipt.promise
    const second = statuses(bytes32(0x5e48))
    await clock.advance(1_000)
    gates.execution = execution.promise
    const first = statuses(subject.srcTxHash)
    await reached
    receipt.resolve(undefined)
    for (let turn = 0; turn < 50; turn += 1) await setImmediate()
    execution.resolve(undefined)
    expect(await Promise.all([first, second])).to.deep.equal(Array(2).fill(["PROPOSED", "PROPOSED"]))
  })
})
