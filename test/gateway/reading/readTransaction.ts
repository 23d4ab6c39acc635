import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, getAddress, type Hex, numberToHex, pad } from "viem"
import { encodeAbiParameters, encodeEventTopics, parseAbiParameters } from "viem/utils"

import { gatewaySocketAbi, watcherAbi } from "#src/gateway/onchain/watcherAbi.js"
import { findTriggerTransaction, readTransaction, readTriggers } from "#src/gateway/reading/readTransaction.js"
import type { GatewayChain, ReachedChain } from "#src/gateway/reading/types.js"
import { fakeNode, type NodeAnswers } from "#test/fixtures/nodes/fakeNode.js"
import { honestLogs } from "#test/fixtures/nodes/honestLogs.js"
import { minedAt } from "#test/fixtures/wire/gatewayFacts.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const [from, to, socket, plug, app] = ["1", "2", "3", "4", "abcde"].map(
  (digits) => `0x${digits.padStart(40, digits)}`,
) as [Address, Address, Address, Address, Address]
const hash = bytes32(40)
const isDown = () => Promise.reject(new Error("down"))

function chainWith(answers: NodeAnswers): ReachedChain {
  return { client: fakeNode(answers).client, slug: 5, name: "alpha", socket }
}

describe("readTransaction", () => {
  const sent = { hash, from, to, input: "0x12", value: "0x5", gas: "0x77", nonce: "0x0", type: "0x2" }
  const receipt = { status: "0x0", blockNumber: "0x28", transactionHash: hash, logs: [] }
  const block = { number: "0x28", timestamp: "0x64", transactions: [] }

  /** Reads a transaction that reverted in block 40, where each simulation ends like this; and says which were made. */
  async function reverted(simulations: readonly (Error | "succeeds")[], more: NodeAnswers = {}) {
    const simulated: unknown[] = []
    const chain = chainWith({
      eth_getTransactionReceipt: () => receipt,
      eth_getTransactionByHash: () => ({ ...sent, blockNumber: "0x28" }),
      eth_getBlockByNumber: () => block,
      eth_call([call, at]: [object, unknown]) {
        const end = simulations[simulated.push([call, at]) - 1]
        if (end instanceof Error) throw end
        return "0x"
      },
      ...more,
    })
    return { ...(await readTransaction(chain, hash)), simulated }
  }
  const revert = (data: Hex) => Object.assign(new Error("execution reverted"), { code: 3, data })
  const call = { from, to, data: "0x12", value: "0x5", gas: "0x77" }

  it("simulates one that reverted as it was sent, before its block, or on the latest where the node has dropped that", async () => {
    const first = await reverted([revert("0xbad0")])
    expect([first.state, first.reverted, first.revertData]).to.deep.equal(["mined", true, "0xbad0"])
    expect(first.mined).to.deep.equal({ blockNumber: 40n, transactionHash: hash, timestamp: 100n })
    expect(first.simulated).to.deep.equal([[call, "0x27"]])
    const second = await reverted([new Error("missing trie node"), revert("0xbad1")])
    expect([second.revertData, second.simulated]).to.deep.equal([
      "0xbad1",
      [
        [call, "0x27"],
        [call, "latest"],
      ],
    ])
    const silent = await reverted([revert("0x")])
    expect([silent.revertData, silent.simulated.length]).to.deep.equal(["0x", 1])
  })

  it("does not know the revert data where no simulation reverts, none can be made, or the transaction is not to be had", async () => {
    for (const ends of [
      ["succeeds", "succeeds"],
      [new Error("no state"), new Error("no state")],
    ] as const) {
      const { revertData, simulated } = await reverted(ends)
      expect([revertData, simulated.length]).to.deep.equal([null, 2])
    }
    const unknown = await reverted([], { eth_getTransactionByHash: isDown })
    expect(unknown).to.deep.include({ state: "mined", reverted: true, revertData: null, from: null, to: null })
    expect(unknown).to.deep.include({ input: "0x", value: 0n, simulated: [] })
  })

  it("knows no time of a block that the node does not give, and nothing mined of what is pending or unknown", async () => {
    const untimed = await reverted([revert("0x")], { eth_getBlockByNumber: isDown })
    expect(untimed.mined).to.deep.equal({ blockNumber: 40n, transactionHash: hash, timestamp: null })
    const none = { mined: null, reverted: false, revertData: null }
    const pending = await reverted([], { eth_getTransactionReceipt: () => null })
    expect(pending).to.deep.include({ ...none, state: "pending", from, value: 5n, simulated: [] })
    const unknown = { eth_getTransactionReceipt: isDown, eth_getTransactionByHash: () => null }
    expect(await reverted([], unknown)).to.deep.include({ ...none, state: "unknown", from: null })
  })
})

describe("a plug's call of its app gateway", () => {
  const [own, other] = [bytes32(0xaa), bytes32(0xbb)]
  const called = (triggerId: Hex, address = socket) => ({
    ...{
      address,
      blockNumber: "0x28",
      transactionHash: hash,
      logIndex: "0x0",
      transactionIndex: "0x0",
      removed: false,
    },
    topics: encodeEventTopics({
      ...{ abi: gatewaySocketAbi, eventName: "AppGatewayCallRequested" },
      args: { triggerId, appGatewayId: pad(app), plug },
    }),
    data: encodeAbiParameters(parseAbiParameters("bytes"), ["0xda"]),
  })
  const handled = (triggerId: Hex, block: number) => ({
    ...{
      address: to,
      blockNumber: numberToHex(block),
      transactionHash: bytes32(block),
      blockTimestamp: numberToHex(block * 100),
    },
    ...{ logIndex: "0x0", transactionIndex: "0x0", removed: false, data: "0x" },
    topics: encodeEventTopics({ abi: watcherAbi, eventName: "TriggerHandled", args: { triggerId, appGateway: app } }),
  })

  it("is read from the socket's logs with the log of its own call, and with what the API has of it", async () => {
    const logs = [called(own), called(other), called(bytes32(0xcc), plug)]
    const read = async (answers: NodeAnswers, more: Partial<ReachedChain> = {}) => {
      const gateway = { ...chainWith(answers), watcher: to, addressResolver: to, feesManager: to } as GatewayChain
      const reported = [{ callId: own.toUpperCase().replace("X", "x") }] as never
      const transaction = { receipt: { logs } as never, mined: minedAt(40) }
      return await readTriggers({ ...chainWith({}), ...more }, transaction, { gateway, reported })
    }
    const found = await read({
      eth_getLogs: ([filter]: [unknown]) => honestLogs([handled(other, 50), handled(own, 60)], filter),
    })
    const facts = { sent: minedAt(40), plug, appGateway: getAddress(app), payload: "0xda" }
    expect(
      found.map(({ chain, reported, ...more }) => ({ ...more, chain: chain.slug, isKnown: !!reported })),
    ).to.deep.equal([
      { ...facts, triggerId: own, chain: 5, handled: minedAt(60), isKnown: true },
      { ...facts, triggerId: other, chain: 5, handled: minedAt(50), isKnown: false },
    ])
    // The gateway chain cannot be searched.
    const unread = await read({ eth_getLogs: isDown })
    expect(unread.map((trigger) => [trigger.triggerId, trigger.handled])).to.deep.equal([
      [own, null],
      [other, null],
    ])
  })

  it("is found by its id, on a chain whose socket is known and whose node can be searched", async () => {
    const asked: unknown[] = []
    const chain = chainWith({
      eth_getLogs([filter]: [unknown]) {
        asked.push(filter)
        return honestLogs([called(own)], filter)
      },
    })
    expect(await findTriggerTransaction(chain, own)).to.equal(hash)
    expect(asked).to.deep.equal([{ address: [socket], topics: [null, [own]], fromBlock: "0x0", toBlock: "latest" }])
    expect(await findTriggerTransaction({ ...chain, socket: undefined }, own)).to.equal(undefined)
    expect(asked).to.have.length(1)
    expect(await findTriggerTransaction(chainWith({ eth_getLogs: () => [] }), own)).to.equal(undefined)
    expect(await findTriggerTransaction(chainWith({ eth_getLogs: isDown }), own)).to.equal(undefined)
  })
})
