import { expect } from "chai"
import { describe, it } from "mocha"
import { type Abi, type Hex, numberToHex, parseAbi } from "viem"
import { encodeAbiParameters, encodeEventTopics } from "viem/utils"

import { socketAbi } from "#src/messaging/onchain/abi.js"
import { failureOf } from "#src/testing/assertions/Matcher.js"
import { checkCauseEvent, checkInboundReverts } from "#src/testing/assertions/messages/inbound.js"
import type { OpenWorld } from "#src/testing/world/OpenWorld.js"
import { createRegistry } from "#src/testing/world/registry.js"
import { rememberWorld, worldOf } from "#src/testing/world/runningWorlds.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const [plug, socket, stranger] = [1, 2, 3].map((digit): Hex => `0x${String(digit).repeat(40)}`) as [Hex, Hex, Hex]
/** An event whose parameters have no names, and one that the contract does not know of. */
const abi = parseAbi(["event Added(uint256, uint256)"])
const others = parseAbi(["event Other(uint256 amount)"])
const moved = parseAbi(["event Moved(uint256 amount, uint256 sum)"])
const named = [...parseAbi(["error Moved(uint256 other)", "event Kept(uint256 left)"]), ...moved]
const execution = bytes32(70)

type Logged = { readonly address: Hex; readonly topics: unknown; readonly data: Hex }

function log(address: Hex, from: Abi, eventName: string, ...values: readonly (bigint | Hex)[]): Logged {
  const types = values.map((value) => ({ type: typeof value === "bigint" ? "uint256" : "bytes32" }))
  return {
    address,
    topics: encodeEventTopics({ abi: from, eventName }),
    data: encodeAbiParameters(types, values),
  }
}

/** What `send` returned of messages to beta, where these were executed in one transaction that has logged this. */
function sentWith(records: readonly object[], logs: readonly Logged[] = [], known: Abi = abi) {
  const at = { blockNumber: "0x5", transactionHash: execution, transactionIndex: "0x0", blockHash: bytes32(5) }
  const { client } = fakeNode({
    eth_getTransactionReceipt: () => ({
      ...{ ...at, status: "0x1", from: stranger },
      logs: logs.map((each, index) => ({ ...at, ...each, logIndex: numberToHex(index), removed: false })),
    }),
  })
  const registry = createRegistry()
  registry.add({ name: "Counter", chain: "beta", address: plug, abi: known })
  const beta = { slug: 2, name: "beta", publicClient: client, contracts: { socket } }
  const world = {
    ...{ registry, isOpen: () => true, relay: { running: false }, messaging: { sync: () => Promise.resolve() } },
    devnet: { chains: { alpha: { slug: 1, name: "alpha" }, beta }, messagesFromTx: () => records },
  }
  const sent = { hash: bytes32(1), chain: "alpha", functionName: "add", messageIds: [bytes32(1)] }
  rememberWorld(sent, world as unknown as OpenWorld)
  return sent
}

const message = (id: number, more: object = {}) => ({
  ...{ outbound: { messageId: bytes32(id), dstChainSlug: 2, dstPlug: plug }, executionTx: execution, ...more },
})

describe("the events of an inbound", () => {
  const counter = { address: plug, chainName: "beta", contractName: "Counter", abi }
  const executed = (id: number) => log(socket, socketAbi, "ExecutionSuccess", bytes32(id))

  it("are what was logged since the message before it in the same transaction, by position where nothing has a name", async () => {
    const logs = [
      ...[log(plug, abi, "Added", 9n, 9n), executed(1)],
      ...[log(plug, abi, "Added", 1n, 5n), log(plug, others, "Other", 7n), log(stranger, abi, "Added", 2n, 6n)],
      // Anybody can log the same.
      ...[log(stranger, socketAbi, "ExecutionSuccess", bytes32(2)), log(plug, abi, "Added", 3n, 7n), executed(2)],
      log(plug, abi, "Added", 4n, 8n),
    ]
    const sent = sentWith([message(2)], logs)
    for (const args of [undefined, [1n, 5n], [3n, 7n]]) {
      expect((await checkCauseEvent(sent, counter, "Added", args)).holds, String(args)).to.equal(true)
    }
    for (const args of [
      [9n, 9n],
      [2n, 6n],
      [4n, 8n],
    ]) {
      const result = await checkCauseEvent(sent, counter, "Added", args)
      expect([result.holds, await failureOf(result, false)]).to.deep.equal([
        false,
        [
          `Expected inbound to make Counter on beta emit Added(${args.join(", ")}), but it emitted:`,
          "  Counter on beta: Added(1, 5)",
          "  Counter on beta: an event that its ABI has not",
          "  Counter on beta: Added(3, 7)",
        ].join("\n"),
      ])
    }
  })

  it("have their arguments in the order of their own parameters, where those have names", async () => {
    const sent = sentWith([message(2)], [log(plug, moved, "Moved", 1n, 5n), executed(2)], named)
    const mover = { ...counter, abi: named }
    const holds = async (...args: bigint[]) => (await checkCauseEvent(sent, mover, "Moved", args)).holds
    expect([await holds(1n, 5n), await holds(5n, 1n), await holds(1n)]).to.deep.equal([true, false, false])
    expect(await failureOf(await checkCauseEvent(sent, mover, "Kept", undefined), false)).to.equal(
      "Expected inbound to make Counter on beta emit Kept, but it emitted:\n  Counter on beta: Moved(amount: 1, sum: 5)",
    )
  })

  it("are those of the contract that is asked for, and none of the socket's own, where a test knows them all", async () => {
    const twin = { ...counter, address: stranger, contractName: "Twin" }
    const logs = [executed(1), log(plug, abi, "Added", 1n, 5n), log(stranger, abi, "Added", 2n, 6n), executed(2)]
    const sent = sentWith([message(2)], logs)
    const { registry } = worldOf(sent)!
    registry.add({ name: "Socket", chain: "beta", address: socket, abi: socketAbi })
    registry.add({ name: "Twin", chain: "beta", address: stranger, abi })
    const holds = async (of: object, ...args: bigint[]) => (await checkCauseEvent(sent, of, "Added", args)).holds
    expect([await holds(counter, 1n, 5n), await holds(twin, 2n, 6n)]).to.deep.equal([true, true])
    expect([await holds(counter, 2n, 6n), await holds(twin, 1n, 5n)]).to.deep.equal([false, false])
    const result = await checkCauseEvent(sent, counter, "Added", [2n, 6n])
    expect((await failureOf(result, false))?.split("\n").slice(1)).to.deep.equal([
      ...["  Counter on beta: Added(1, 5)", "  Twin on beta: Added(2, 6)"],
    ])
  })

  it("are none of a transaction that executed another message", async () => {
    const sent = sentWith([message(3)], [log(plug, abi, "Added", 1n, 5n), executed(1)])
    const result = await checkCauseEvent(sent, counter, "Added", undefined)
    expect(await failureOf(result, false)).to.equal(
      "Expected inbound to make Counter on beta emit Added, but it emitted nothing.",
    )
  })
})

describe("an inbound that reverts", () => {
  it("is known by the note of it, also of a plug that no test has deployed", async () => {
    const outbound = { messageId: bytes32(1), dstChainSlug: 2, dstPlug: stranger }
    const holds = async (note?: object) => (await checkInboundReverts(sentWith([message(1, { outbound, note })]))).holds
    expect(await holds({ stage: "reverting", revertData: "0x12345678" })).to.equal(true)
    expect(await holds({ stage: "reverting", revertData: "0x" })).to.equal(true)
    expect(await holds({ stage: "verified" })).to.equal(false)
    expect(await holds()).to.equal(false)
  })
})
