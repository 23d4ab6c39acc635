import { expect } from "chai"
import { beforeEach, describe, it } from "mocha"
import {
  type Client,
  createClient,
  custom,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  keccak256,
  toHex,
  zeroHash,
} from "viem"

import { createChainMessages } from "#src/messaging/following/createChainMessages.js"
import { capacitorAbi, socketAbi, switchboardAbi } from "#src/messaging/onchain/abi.js"
import { readOutboundMessages } from "#src/messaging/onchain/events.js"
import type { Finality } from "#src/onchain/scanning/LogPosition.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { createFakeChain } from "#test/fixtures/nodes/fakeChain.js"
import { createLogChain, type LogChain } from "#test/fixtures/nodes/logChain.js"
import { rejection } from "#test/fixtures/servers/messagingApi.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { capacitor, dstPlug, outboundLogs, socket } from "#test/fixtures/wire/outboundLogs.js"

const switchboard = "0x5FC8d32690cc91D4c39d9d3abcBD16989F875707"
const [sent] = readOutboundMessages(outboundLogs(4))
const right = sent!.packedMessage
const subject = { srcChainSlug: 41001, srcTxHash: bytes32(0x5e47) }
const transactionOf = (number: number): Hex => keccak256(toHex(`transaction ${number}`))

/** What the numbers in blocks log: the packet is sealed, or proposed, or the message executed, or all of that of others. */
const [sealing, proposing, executing, again, others] = [1, 2, 3, 4, 5]

function logOf(number: number) {
  const args = { transmitter: capacitor, packetId: sent!.packetId } as const
  const [uint256, hash] = [{ type: "uint256" }, { type: "bytes32" }]
  const root = number === others ? bytes32(9) : right
  if (number === sealing || number === others) {
    const topics = encodeEventTopics({ abi: socketAbi, eventName: "Sealed", args: args })
    const data = encodeAbiParameters([uint256, hash, { type: "bytes" }], [1n, root, "0x"])
    return { address: socket, topics, data }
  }
  if (number === proposing) {
    const topics = encodeEventTopics({ abi: socketAbi, eventName: "PacketProposed", args: args })
    const data = encodeAbiParameters([uint256, hash, { type: "address" }], [0n, right, switchboard])
    return { address: socket, topics, data }
  }
  const topics = encodeEventTopics({ abi: socketAbi, eventName: "ExecutionSuccess" })
  return { address: socket, topics, data: sent!.messageId }
}

describe("createChainMessages, while chains change", () => {
  let clock: ReturnType<typeof createManualClock>
  let src: LogChain
  let dst: LogChain
  /** What the chains say when they are asked, and the block of the receipt. */
  let state: {
    sealed: boolean
    proposed: boolean
    allowed: boolean
    executed: boolean
    minedIn: number | undefined
    isDown: boolean
    /** Whether the destination tells nothing but its blocks and logs. */
    isMute: boolean
    otherAgrees: boolean
    proposedAt: bigint
    isForOther: boolean
  }
  /** How often the state of each chain, and the other node, were asked. */
  let asked: { src: number; dst: number; other: number }
  beforeEach(() => {
    clock = createManualClock()
    ;[src, dst] = [createLogChain(logOf), createLogChain(logOf)]
    for (let block = 1; block < 10; block += 1) for (const chain of [src, dst]) chain.mine()
    state = {
      ...{ sealed: false, proposed: false, allowed: false, executed: false, minedIn: 5, isDown: false },
      ...{ otherAgrees: true, proposedAt: 1n, isForOther: false, isMute: false },
    }
    asked = { src: 0, dst: 0, other: 0 }
  })

  /** A node of a chain whose blocks and logs are those of the chain, and whose contracts answer by the state. */
  function nodeOf(chain: LogChain, contracts: Parameters<typeof createFakeChain>[0]["contracts"]): Client {
    const blocks = chain.node().client
    const calls = createFakeChain({ contracts: contracts! }).client
    const request = async (question: { readonly method: string }): Promise<unknown> => {
      const { method } = question
      if (chain === dst && (state.isDown || (state.isMute && method === "eth_call"))) throw new Error("down")
      if (method !== "eth_getTransactionReceipt") {
        return await (method === "eth_call" ? calls : blocks).request(question as never)
      }
      return state.minedIn === undefined
        ? null
        : {
            ...{ status: "0x1", logs: outboundLogs(4), blockHash: bytes32(1), transactionHash: subject.srcTxHash },
            blockNumber: toHex(state.minedIn),
          }
    }
    return createClient({ transport: custom({ request }, { retryCount: 0 }), pollingInterval: 1 })
  }

  function open(finality: Finality = "latest") {
    const source = nodeOf(src, {
      [socket]: { abi: socketAbi, answer: () => 41002 },
      [capacitor]: {
        abi: capacitorAbi,
        answer() {
          asked.src += 1
          return [right, state.sealed ? 5n : 4n]
        },
      },
    })
    const destination = nodeOf(dst, {
      [switchboard]: { abi: switchboardAbi, answer: () => state.allowed },
      [socket]: {
        abi: socketAbi,
        answer({ functionName }) {
          if (functionName === "messageExecuted") asked.dst += 1
          if (functionName === "messageExecuted") return state.executed
          if (functionName === "getPlugConfig") return [dstPlug, switchboard, switchboard, capacitor, capacitor]
          if (functionName === "proposalCount") return state.proposed ? 1n : 0n
          if (functionName === "packetIdRoots") return state.isForOther ? zeroHash : right
          return functionName === "rootProposedAt" ? state.proposedAt : 1n
        },
      },
    })
    const other = createFakeChain({
      contracts: {
        [socket]: {
          abi: socketAbi,
          answer() {
            asked.other += 1
            return state.otherAgrees
          },
        },
      },
    })
    const messages = createChainMessages({
      ...{ src: { client: source, socket }, finality, clock },
      dstOf: () => Promise.resolve({ client: destination, socket, name: "beta", otherNodes: [other.client] }),
    })
    /** Looks again after a second. */
    const look = async (ms = 1_000) => {
      await clock.advance(ms)
      return await clock.run(messages.getMessages(subject))
    }
    const statuses = async (ms?: number) => (await look(ms)).map(({ status }) => status)
    return { look, statuses }
  }

  it("follows a message from state to state, each as the chains' logs tell of it", async () => {
    const { statuses, look } = open()
    expect(await statuses()).to.deep.equal(["RECEIVED"])
    state.sealed = true
    src.mine(sealing)
    expect(await statuses()).to.deep.equal(["SEALED"])
    state.proposed = true
    dst.mine(proposing)
    expect(await statuses()).to.deep.equal(["PROPOSED"])
    // By time alone.
    state.allowed = true
    expect(await statuses()).to.deep.equal(["VERIFIED"])
    state.executed = true
    dst.mine(executing)
    const [message] = await look()
    expect(message).to.deep.include({ status: "EXECUTION_SUCCESS", inboundTx: transactionOf(executing) })
    expect(message!.executionDetails).to.deep.equal({
      ...{ inboundStatus: "SUCCESS", isExecuted: true, executor: null, executionTxHash: transactionOf(executing) },
    })
  })

  it("asks again only for what a log names, or what was asked more than a minute ago and is not final", async () => {
    const { statuses } = open()
    await statuses()
    const before = { ...asked }
    state.sealed = true
    src.mine(others)
    expect(await statuses(30_000)).to.deep.equal(["RECEIVED"])
    expect(await statuses(30_000)).to.deep.equal(["RECEIVED"])
    expect(asked).to.deep.equal(before)
    expect(await statuses(1)).to.deep.equal(["RECEIVED"])
    expect(await statuses(500)).to.deep.equal(["SEALED"])
    Object.assign(state, { proposed: true, executed: true })
    dst.mine(proposing, executing)
    expect(await statuses()).to.deep.equal(["EXECUTION_SUCCESS"])
    const after = { ...asked }
    expect(await statuses(120_000)).to.deep.equal(["EXECUTION_SUCCESS"])
    expect(asked).to.deep.equal(after)
  })

  it("shares for half a second what was read", async () => {
    const { statuses } = open()
    await statuses()
    state.sealed = true
    src.mine(sealing)
    expect(await statuses(499)).to.deep.equal(["RECEIVED"])
    expect(await statuses(1)).to.deep.equal(["SEALED"])
  })

  it("forgets a delivery that the destination takes back, and where and by whom it was confirmed", async () => {
    const { statuses, look } = open()
    await statuses()
    Object.assign(state, { sealed: true, proposed: true, allowed: true })
    src.mine(sealing)
    dst.mine(proposing)
    expect(await statuses()).to.deep.equal(["VERIFIED"])
    state.executed = true
    dst.mine(executing)
    expect((await look())[0]?.inboundTx).to.equal(transactionOf(executing))
    expect(await statuses()).to.deep.equal(["EXECUTION_SUCCESS"])
    expect(asked.other).to.equal(1)
    state.executed = false
    dst.reorg(1, [], [])
    expect((await look())[0]).to.deep.include({ status: "VERIFIED", inboundTx: null })
    state.executed = true
    dst.mine(again)
    expect((await look())[0]).to.deep.include({ status: "EXECUTION_SUCCESS", inboundTx: transactionOf(again) })
    expect(asked.other).to.equal(2)
  })

  it("forgets a message whose block the source replaces, and keeps one that stands before it", async () => {
    const { statuses } = open()
    state.minedIn = 10
    await statuses()
    for (let block = 10; block < 12; block += 1) {
      src.mine()
      expect(await statuses()).to.deep.equal(["RECEIVED"])
    }
    state.minedIn = undefined
    src.reorg(1, [], [])
    expect(await statuses()).to.deep.equal(["RECEIVED"])
    src.reorg(3, [], [], [], [])
    expect(await statuses()).to.deep.equal([])
    state.minedIn = 11
    expect(await statuses()).to.deep.equal(["RECEIVED"])
  })

  it("goes back to what was sent where the source takes back its seal", async () => {
    const { statuses } = open()
    await statuses()
    state.sealed = true
    src.mine(sealing)
    expect(await statuses()).to.deep.equal(["SEALED"])
    state.sealed = false
    src.reorg(1, [], [])
    expect(await statuses()).to.deep.equal(["RECEIVED"])
  })

  it("never tells a seal that the source took back, though its block becomes final", async () => {
    const { statuses } = open(2)
    state.sealed = true
    src.mine(sealing)
    expect(await statuses()).to.deep.equal(["RECEIVED"])
    state.sealed = false
    src.reorg(1, [], [])
    for (let block = 0; block < 4; block += 1) {
      expect(await statuses()).to.deep.equal(["RECEIVED"])
      src.mine()
    }
  })

  it("takes no execution for that of a message that was not proposed before, if it was before its proposal", async () => {
    const { statuses } = open()
    expect(await statuses()).to.deep.equal(["RECEIVED"])
    Object.assign(state, { proposed: true, executed: true, proposedAt: 1_000n + BigInt(dst.blocks.length + 1) })
    dst.mine(executing)
    dst.mine(proposing)
    expect(await statuses()).to.deep.equal(["PROPOSED"])
  })

  it("does not take back what is final on the source where the destination replaces blocks", async () => {
    for (let block = 10; block < 13; block += 1) src.mine()
    state.minedIn = 12
    const { statuses } = open(1)
    await statuses()
    state.sealed = true
    src.mine(sealing)
    await statuses()
    src.mine()
    expect(await statuses()).to.deep.equal(["SEALED"])
    // Its blocks have lower numbers than the one of the message.
    dst.reorg(1, [], [])
    expect(await statuses()).to.deep.equal(["SEALED"])
  })

  it("reads what it could not at first as soon as the destination answers", async () => {
    const { look, statuses } = open()
    Object.assign(state, { isDown: true, proposed: true, executed: true })
    dst.mine(executing)
    expect(await rejection(look())).to.include({ code: "NODE_FAILED" })
    state.isDown = false
    expect(await statuses()).to.deep.equal(["EXECUTION_SUCCESS"])
  })

  it("has no message of a block that is newer than what was read", async () => {
    const { statuses } = open()
    state.minedIn = 10
    expect(await statuses()).to.deep.equal([])
    src.mine()
    expect(await statuses()).to.deep.equal(["RECEIVED"])
  })

  it("tells a state once its block is as final as was asked for", async () => {
    const { statuses } = open(2)
    state.minedIn = 8
    expect(await statuses()).to.deep.equal([])
    src.mine()
    expect(await statuses()).to.deep.equal(["RECEIVED"])
    state.sealed = true
    src.mine(sealing)
    const seen: (readonly string[])[] = []
    for (let block = 0; block < 3; block += 1) {
      seen.push(await statuses())
      src.mine()
    }
    expect(seen).to.deep.equal([["RECEIVED"], ["RECEIVED"], ["SEALED"]])
    state.proposed = true
    dst.mine(proposing)
    src.mine()
    expect(await statuses()).to.deep.equal(["SEALED"])
    dst.mine()
    dst.mine()
    expect(await statuses()).to.deep.equal(["PROPOSED"])
  })

  it("says that the destination fails while it does, and goes on afterwards", async () => {
    const { look, statuses } = open()
    await statuses()
    state.isDown = true
    expect(await rejection(look())).to.include({ code: "NODE_FAILED" })
    Object.assign(state, { isDown: false, proposed: true })
    dst.mine(proposing)
    expect(await statuses()).to.deep.equal(["PROPOSED"])
  })

  it("reads anew what it could not read, though no further log names it", async () => {
    const { look, statuses } = open()
    await statuses()
    Object.assign(state, { isMute: true, proposed: true })
    dst.mine(proposing)
    for (let again = 0; again < 2; again += 1) expect(await rejection(look())).to.include({ code: "NODE_FAILED" })
    state.isMute = false
    expect(await statuses()).to.deep.equal(["PROPOSED"])
  })

  it("does not take a message for delivered while another node of the destination does not agree", async () => {
    const { look, statuses } = open()
    await statuses()
    Object.assign(state, { proposed: true, executed: true, otherAgrees: false })
    dst.mine(proposing, executing)
    expect(await rejection(look())).to.include({
      ...{ code: "SOURCES_DISAGREE", delivered: "the node of beta", notDelivered: "node 2 of beta" },
    })
    state.otherAgrees = true
    expect(await statuses()).to.deep.equal(["EXECUTION_SUCCESS"])
    expect(await statuses()).to.deep.equal(["EXECUTION_SUCCESS"])
    expect(asked.other).to.equal(2)
  })

  it("finds where a message was delivered before it was followed", async () => {
    Object.assign(state, { proposed: true, executed: true })
    dst.mine(executing)
    dst.mine()
    const { look } = open()
    const [message] = await look()
    expect(message).to.deep.include({ status: "EXECUTION_SUCCESS", inboundTx: transactionOf(executing) })
    expect((await look())[0]?.inboundTx).to.equal(transactionOf(executing))
  })

  it("never tells a state that the chain took back before it was final", async () => {
    const { statuses } = open(2)
    state.minedIn = 5
    await statuses()
    state.sealed = true
    src.mine(sealing)
    await statuses()
    src.mine()
    src.mine()
    state.proposed = true
    dst.mine(proposing)
    expect(await statuses()).to.deep.equal(["SEALED"])
    state.proposed = false
    dst.reorg(1, [], [], [], [])
    expect(await statuses()).to.deep.equal(["SEALED"])
    src.mine()
    expect(await statuses()).to.deep.equal(["SEALED"])
  })

  it("takes an execution before the proposal for that of another message with the same id", async () => {
    const statusWhere = async (proposedAt: bigint) => {
      Object.assign(state, { proposed: true, executed: true, proposedAt })
      const { statuses } = open()
      return await statuses()
    }
    dst.mine(executing)
    const minedAt = 1_000n + BigInt(dst.blocks.length - 1)
    expect(await statusWhere(minedAt)).to.deep.equal(["EXECUTION_SUCCESS"])
    expect(await statusWhere(minedAt + 1n)).to.deep.equal(["PROPOSED"])
  })

  it("counts a proposal for another switchboard of a message that was executed, as the plug was connected anew", async () => {
    Object.assign(state, { proposed: true, executed: true, isForOther: true })
    dst.mine(proposing)
    dst.mine(executing)
    expect(await open().statuses()).to.deep.equal(["EXECUTION_SUCCESS"])
    state.executed = false
    expect(await open().statuses()).to.deep.equal(["RECEIVED"])
  })
})
