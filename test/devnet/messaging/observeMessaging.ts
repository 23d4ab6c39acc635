import { expect } from "chai"
import { describe, it } from "mocha"
import {
  type Abi,
  type AbiEvent,
  type Address,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionData,
  getAbiItem,
  getAddress,
  type Hex,
} from "viem"

import type { LocalChain } from "#src/devnet/chain/chains.js"
import type { MessageFact } from "#src/devnet/messaging/facts.js"
import type { MessagingLedger } from "#src/devnet/messaging/ledger.js"
import { observeMessaging } from "#src/devnet/messaging/observeMessaging.js"
import { batchTransaction } from "#src/devnet/relay/callBatch.js"
import { packPacketId } from "#src/messaging/ids.js"
import { capacitorAbi, socketAbi, switchboardAbi } from "#src/messaging/onchain/abi.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { outboundLogs } from "#test/fixtures/wire/outboundLogs.js"

const [socket, fast, optimistic, capacitor, batcher, stranger, plug, sibling] = [1, 2, 3, 4, 5, 6, 7, 8].map((digit) =>
  getAddress(at(digit)),
) as [Address, Address, Address, Address, Address, Address, Address, Address]

/** A log of a contract, in the transaction of this number. */
function logOf(address: Address, abi: Abi, eventName: string, tx: number, args: Readonly<Record<string, unknown>>) {
  const { inputs } = getAbiItem({ abi, name: eventName }) as AbiEvent
  const plain = inputs.filter((input) => input.indexed !== true)
  return {
    ...{ address: address.toLowerCase(), transactionHash: bytes32(tx), blockNumber: 1n },
    topics: encodeEventTopics({ abi, eventName, args }),
    data: encodeAbiParameters(plain, plain.map(({ name = "" }) => args[name]) as never),
  }
}

const executeCall = (id: number, packet: number, proposalCount: bigint): Hex =>
  encodeFunctionData({
    abi: socketAbi,
    functionName: "execute",
    args: [
      {
        ...{ packetId: bytes32(packet), proposalCount, executionGasLimit: 9n },
        ...{ decapacitorProof: "0xaa", signature: "0xbb" },
      },
      { msgId: bytes32(id), executionFee: 1n, minMsgGasLimit: 2n, executionParams: bytes32(0), payload: "0xcc" },
    ] as never,
  })

/** What a chain's logs say, where its node has these transactions; and what went wrong. */
async function factsOf(logs: readonly object[], transactions: Readonly<Record<number, object | null>> = {}) {
  const facts: MessageFact[] = []
  const reports: string[] = []
  const asked: Address[] = []
  const block = { number: "0x1", hash: bytes32(1), parentHash: bytes32(0), timestamp: "0x3e8" }
  const chain = {
    slug: 41_001,
    firstBlock: 0n,
    onHead: () => () => undefined,
    provider: {
      request: ({ method, params }: { method: string; params: readonly [Hex] }) =>
        Promise.resolve(method === "eth_getTransactionByHash" ? (transactions[Number(params[0])] ?? null) : block),
    },
    publicClient: {
      readContract: ({ args: [address] }: { args: readonly [Address] }) => {
        asked.push(getAddress(address))
        return Promise.resolve(getAddress(address) === capacitor ? 41_002 : 0)
      },
    },
    readLogs: () => Promise.resolve(logs),
  } as unknown as LocalChain
  const ledger = {
    record: (_: number, found: readonly MessageFact[]) => void facts.push(...found),
    replace: () => undefined,
  } as unknown as MessagingLedger
  const emitters = { socket, batcher, switchboard: fast, optimisticSwitchboard: optimistic }
  const report = (error: unknown) => void reports.push(String(error))
  await observeMessaging(chain, { emitters, ledger, report, known: [] })
  return { facts, reports, asked }
}

const proposed = (from: Address, packet: number, count: bigint) =>
  logOf(from, socketAbi, "PacketProposed", 20 + packet, {
    ...{ transmitter: stranger, packetId: bytes32(packet), proposalCount: count },
    ...{ root: bytes32(90 + packet), switchboard: fast },
  })
const attested = (from: Address) =>
  logOf(from, switchboardAbi, "ProposalAttested", 30, {
    ...{ packetId: bytes32(1), proposalCount: 2n, root: bytes32(91), watcher: sibling, attestationsCount: 1n },
  })
const tripped = (from: Address) =>
  logOf(from, switchboardAbi, "ProposalTripped", 31, { packetId: bytes32(1), proposalCount: 2n })
const executed = (id: number, tx: number) => logOf(socket, socketAbi, "ExecutionSuccess", tx, { msgId: bytes32(id) })
const added = (from: Address, message: number, packetCount: bigint) =>
  logOf(from, capacitorAbi, "MessageAdded", 10, {
    ...{ packedMessage: bytes32(message), packetCount, newRootHash: bytes32(3) },
  })

describe("observeMessaging", () => {
  it("takes what the chain's socket and the devnet's switchboards log, and no other contract's word", async () => {
    const sealed = (from: Address) =>
      logOf(from, socketAbi, "Sealed", 12, {
        ...{ transmitter: stranger, packetId: bytes32(5), batchSize: 1n, root: bytes32(95), signature: "0x" },
      })
    const connected = logOf(socket, socketAbi, "PlugConnected", 13, {
      ...{ plug, siblingChainSlug: 41_002, siblingPlug: sibling, inboundSwitchboard: fast },
      ...{ outboundSwitchboard: optimistic, capacitor, decapacitor: stranger },
    })
    const switchboardAdded = logOf(socket, socketAbi, "SwitchboardAdded", 14, {
      ...{ switchboard: fast, siblingChainSlug: 41_002, capacitor, decapacitor: stranger },
      ...{ maxPacketLength: 1n, capacitorType: 1n },
    })
    const named = logOf(socket, socketAbi, "SiblingSwitchboardUpdated", 15, {
      ...{ switchboard: fast, siblingChainSlug: 41_002, siblingSwitchboard: optimistic },
    })
    const { facts, reports } = await factsOf([
      ...[sealed(stranger), sealed(socket), connected, switchboardAdded, named],
      ...[proposed(stranger, 8, 0n), proposed(socket, 1, 2n), proposed(socket, 2, 0n)],
      ...[attested(stranger), attested(optimistic), attested(socket), attested(fast)],
      ...[tripped(stranger), tripped(socket), tripped(optimistic), tripped(fast)],
    ])
    const proposal = (packet: number, proposalCount: bigint) => ({
      ...{ kind: "proposed", packetId: bytes32(packet) },
      proposal: { proposalCount, root: bytes32(90 + packet), switchboard: fast, txHash: bytes32(20 + packet) },
    })
    expect(facts).to.deep.equal([
      { kind: "sealed", packetId: bytes32(5) },
      { kind: "connected", plug, srcChainSlug: 41_002, connection: { siblingPlug: sibling, inboundSwitchboard: fast } },
      { kind: "capacitorAdded", capacitor, switchboard: fast },
      { kind: "siblingNamed", switchboard: fast, dstChainSlug: 41_002, sibling: optimistic },
      ...[proposal(1, 2n), proposal(2, 0n)],
      { kind: "attested", packetId: bytes32(1), root: bytes32(91), watcher: sibling },
      { kind: "tripped", packetId: bytes32(1), proposalCount: 2n, switchboard: optimistic },
      { kind: "tripped", packetId: bytes32(1), proposalCount: 2n, switchboard: fast },
    ])
    expect(reports).to.deep.equal([])
  })

  it("reads with which proposal each message was executed, alone or in a batch", async () => {
    const calls = [executeCall(2, 12, 0n), executeCall(3, 13, 7n)].map((data) => ({ to: socket, data, gas: 1n }))
    const { to, data } = batchTransaction(batcher, calls)
    const transactions = {
      41: { to: socket, input: executeCall(1, 11, 3n) },
      42: { to, input: data },
    }
    const logs = [executed(1, 41), executed(2, 42), executed(3, 42), executed(4, 43)]
    const { facts } = await factsOf(logs, transactions)
    const fact = (id: number, packet: number, proposalCount: bigint, tx: number) => ({
      ...{ kind: "executed", messageId: bytes32(id), packetId: bytes32(packet), proposalCount, txHash: bytes32(tx) },
    })
    // The chain does not know the transaction of the last one any more.
    expect(facts).to.deep.equal([fact(1, 11, 3n, 41), fact(2, 12, 0n, 42), fact(3, 13, 7n, 42)])
  })

  it("reads a message's execution in any layout that a contract can read, and nothing of data that ends before", async () => {
    const whole = executeCall(1, 11, 3n)
    const words = (data: Hex): string[] => data.slice(10).match(/.{64}/g) ?? []
    const joined = (list: readonly string[]): Hex => `0x${whole.slice(2, 10)}${list.join("")}`
    const moved = (position: number, by: bigint) =>
      words(whole).map((word, index) =>
        index === position ? (BigInt(`0x${word}`) + by).toString(16).padStart(64, "0") : word,
      )
    // One word more before both parts, which begin a word later then.
    const [details = "", message = "", ...rest] = words(whole)
    const shifted = [details, message].map((word) => (BigInt(`0x${word}`) + 32n).toString(16).padStart(64, "0"))
    const inputs: Record<string, Hex> = {
      "in its own layout": whole,
      "in another layout": joined([...shifted, "f".repeat(64), ...rest]),
      "of another function": `0x12345678${whole.slice(10)}`,
      "of nothing": joined([]),
      "of one offset": joined([details]),
      "whose details are out of reach": joined(moved(0, 1n << 64n)),
      "whose message is out of reach": joined(moved(1, 1n << 64n)),
      "whose details end before": joined(moved(0, BigInt(words(whole).length * 32) - 96n)),
      "whose message ends before": joined(moved(1, BigInt(words(whole).length * 32))),
    }
    const found = await Promise.all(
      Object.entries(inputs).map(async ([what, input]) => {
        const { facts } = await factsOf([executed(1, 41)], { 41: { to: socket, input } })
        return facts.length === 0 ? [] : [what]
      }),
    )
    expect(found.flat()).to.deep.equal(["in its own layout", "in another layout"])
  })

  it("has a message with the packet that a capacitor of the socket has queued it in, and says where there is none", async () => {
    const outbound = (id: number, from = socket) =>
      logOf(from, socketAbi, "MessageOutbound", 10, {
        ...{ localChainSlug: 41_001, localPlug: plug, dstChainSlug: 41_002, dstPlug: sibling, msgId: bytes32(id) },
        ...{ minMsgGasLimit: 5n, executionParams: bytes32(0), transmissionParams: bytes32(0), payload: "0x01" },
        fees: { transmissionFees: 1n, executionFee: 2n, switchboardFees: 3n },
      })
    const without = await factsOf([outbound(1), outbound(2, stranger)])
    expect(without.facts).to.deep.equal([])
    expect(without.reports).to.deep.equal([
      `Error: message ${bytes32(1)} was sent, but its capacitor logged no packet for it`,
    ])
    const [queued, sent] = outboundLogs(7, { emitter: socket })
    const mined = { transactionHash: bytes32(10), blockNumber: 1n }
    const logs = (from: Address) => [
      { ...queued, ...mined, address: from },
      { ...sent, ...mined },
    ]
    const foreign = await factsOf(logs(stranger))
    expect([foreign.facts, foreign.reports.length]).to.deep.equal([[], 1])
    const whole = await factsOf(logs(capacitor))
    const packetId = packPacketId({ srcChainSlug: 41_001, capacitor, packetCount: 7n })
    expect(whole.facts).to.containSubset([
      { kind: "outbound", message: { messageId: bytes32(7), packetId, transactionHash: bytes32(10) } },
    ])
    expect([whole.facts.length, whole.reports]).to.deep.equal([1, []])
    const { asked } = await factsOf([
      ...[added(capacitor, 1, 0n), added(stranger, 1, 9n), added(capacitor, 2, 1n), added(capacitor, 3, 2n)],
    ])
    expect(asked, "each contract once").to.deep.equal([capacitor, stranger])
  })
})
