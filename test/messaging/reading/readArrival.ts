import { expect } from "chai"
import { describe, it } from "mocha"
import {
  type Address,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  isAddressEqual,
  parseAbiParameters,
  zeroAddress,
  zeroHash,
} from "viem"

import { socketAbi, switchboardAbi } from "#src/messaging/onchain/abi.js"
import { readOutboundMessages } from "#src/messaging/onchain/events.js"
import { readArrival } from "#src/messaging/reading/readArrival.js"
import { createViewNode, type ViewLog, type ViewNodeOptions } from "#test/fixtures/nodes/viewNode.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { dstPlug, outboundLogs, socket, srcPlug } from "#test/fixtures/wire/outboundLogs.js"

const [sent] = readOutboundMessages(outboundLogs(4))
const message = { ...sent!, packetId: bytes32(0x99) }
const { messageId, packetId, packedMessage: root } = message
const [board, other, watcher] = [at(0xb1), at(0xb2), at(0x16)]

const log = (address: Address, topics: readonly unknown[], types: string, values: readonly unknown[], block: number) =>
  ({ address, topics, block, data: encodeAbiParameters(parseAbiParameters(types), values) }) as ViewLog
const proposed = (count: bigint, of: Hex, by: Address, block: number) => {
  const topics = encodeEventTopics({
    ...{ abi: socketAbi, eventName: "PacketProposed", args: { transmitter: at(0x14), packetId } },
  })
  return log(socket, topics, "uint256, bytes32, address", [count, of, by], block)
}
const attested = (of: Hex, block: number) => {
  const topics = encodeEventTopics({ abi: switchboardAbi, eventName: "ProposalAttested" })
  const types = "bytes32, uint256, bytes32, address, uint256"
  return log(board, topics, types, [packetId, 0n, of, watcher, 1n], block)
}
const executed = (block: number) =>
  log(socket, encodeEventTopics({ abi: socketAbi, eventName: "ExecutionSuccess" }), "bytes32", [messageId], block)

type Played = {
  readonly logs?: readonly ViewLog[]
  readonly views?: ViewNodeOptions["views"]
  readonly isExecuted?: boolean
  /** The switchboard that the plug believes. */
  readonly inbound?: Address
  readonly sibling?: Address
  readonly isUnsent?: boolean
  readonly isPacketKnown?: boolean
  readonly code?: Hex
  readonly firstBlock?: bigint | undefined
  /** Proposals of which the node has no logs. */
  readonly missing?: number
  readonly hasLogs?: boolean
  /** Whether it gives the logs of the switchboard. */
  readonly hasBoardLogs?: boolean
}

/** Reads what chain beta says of the message, and what its switchboards were asked. */
async function read(played: Played) {
  const { logs = [], isExecuted = false, inbound = board, sibling = srcPlug, isUnsent, isPacketKnown = true } = played
  const { missing = 0, hasLogs = true, hasBoardLogs = true } = played
  const proposals = logs.filter(({ topics }) => topics.length === 3)
  const asked: string[] = []
  const views: NonNullable<ViewNodeOptions["views"]> = {
    allowPacket: () => false,
    ...{ attestations: () => 1n, isRootValid: () => false, isProposalTripped: () => true },
    ...{ isGlobalTipped: () => true, totalWatchers: () => 2n, ...played.views },
  }
  const node = createViewNode({
    ...{ abis: [socketAbi, switchboardAbi], logs, codes: { [dstPlug]: played.code ?? "0x63c41f1f6c" } },
    views: {
      getPlugConfig: () => [sibling, inbound, other, at(3), at(4)],
      messageExecuted: () => isExecuted,
      proposalCount: () => BigInt(proposals.length + missing),
      packetIdRoots: () => zeroHash,
      rootProposedAt: (_, [, count]) => 1_000n + (count as bigint),
      ...Object.fromEntries(
        Object.entries(views).map(([name, answer]) => [
          name,
          answer &&
            ((...of: Parameters<typeof answer>): unknown => {
              asked.push(name)
              return answer(...of)
            }),
        ]),
      ),
    },
    methods: {
      eth_getBlockByNumber: { number: "0x5a", timestamp: "0x384", transactions: [] },
      ...(!hasLogs && { eth_getLogs: {} }),
    },
  })
  const request = async (question: { method: string; params: [{ address: Address }] }): Promise<unknown> => {
    const isOfBoard = question.method === "eth_getLogs" && isAddressEqual(question.params[0].address, board)
    if (isOfBoard && !hasBoardLogs) throw new Error("it gives no logs of that contract")
    return await node.request(question as never)
  }
  const client = { ...node, request } as typeof node
  const firstBlock = "firstBlock" in played ? played.firstBlock : 5n
  const head = { number: 90n, timestamp: 900n }
  const view = { client, socket, firstBlock, blockNumber: 90n, head, answers: new Map<string, Promise<unknown>>() }
  const { arrival, unread } = await readArrival(
    { client, socket, slug: 41_002, name: "beta" },
    { view, message: isPacketKnown ? message : { ...message, packetId: null }, isUnsent },
  )
  const whys = unread.map(({ why }) => why)
  return { ...arrival, unread: unread.map(({ what }) => what), whys, asked }
}
const mined = (block: number, timestamp = 900n) => ({
  ...{ blockNumber: BigInt(block), transactionHash: bytes32(1_000 + block), timestamp },
})

describe("readArrival", () => {
  it("asks the plug's switchboard about the proposals that can deliver the message, and about no other", async () => {
    const logs = [
      ...[proposed(0n, bytes32(7), board, 20), proposed(1n, root, other, 21), proposed(2n, root, board, 22)],
      ...[attested(root, 21), attested(bytes32(7), 23), attested(root, 24)],
    ]
    const { proposals, switchboard, ...found } = await read({ logs })
    const nothing = { isAllowed: null, isTripped: null, attestations: null, isRootValid: null, attested: [] }
    expect(proposals).to.deep.equal([
      {
        ...{ proposalCount: 0n, switchboard: board, root: bytes32(7), proposedAt: 1_000n, mined: mined(20, 1_000n) },
        ...{ isRootOfMessage: false, isForPlug: true, ...nothing },
      },
      {
        ...{ proposalCount: 1n, switchboard: other, root, proposedAt: 1_001n, mined: mined(21, 1_001n) },
        ...{ isRootOfMessage: true, isForPlug: false, ...nothing },
      },
      {
        ...{ proposalCount: 2n, switchboard: board, root, proposedAt: 1_002n, mined: mined(22, 1_002n) },
        ...{ isRootOfMessage: true, isForPlug: true, isAllowed: false, isTripped: true, attestations: 1n },
        // Those before it was proposed are of an earlier proposal.
        ...{ isRootValid: false, attested: [{ ...mined(24), watcher }] },
      },
    ])
    expect(switchboard).to.deep.include({ address: board, isTripped: true, totalWatchers: 2n, timeoutInSeconds: null })
    expect(found).to.deep.include({
      code: { hasCode: true, receives: true, sends: false },
      proposalCount: 3n,
      executed: false,
      unread: [],
    })
    expect(found.asked.filter((name) => name === "allowPacket")).to.have.length(2)
    expect(found.asked.filter((name) => name === "attestations")).to.have.length(1)
  })

  it("does not ask what could stop a packet that is allowed, nor for attestations where there are none", async () => {
    const logs = [proposed(0n, root, board, 20), attested(root, 21)]
    const allowed = await read({ logs, views: { allowPacket: () => true, attestations: () => 0n } })
    expect(allowed.proposals[0]).to.deep.include({ isAllowed: true, isTripped: null, attestations: 0n, attested: [] })
    expect(allowed.switchboard).to.deep.include({ isTripped: null, totalWatchers: 2n })
    // One that can deliver the message is enough.
    const one = [proposed(1n, root, other, 21), proposed(2n, root, board, 22)]
    const views = { allowPacket: (_: Address, [, , count]: readonly unknown[]) => count === 2n }
    const several = await read({ logs: [...logs, ...one], views })
    expect(several.proposals.map(({ isAllowed }) => isAllowed)).to.deep.equal([false, null, true])
    expect(several.switchboard).to.deep.include({ isTripped: null })
    const silent = await read({ logs, views: { attestations: undefined, isProposalTripped: undefined } })
    expect(silent.proposals[0]).to.deep.include({ isAllowed: false, isTripped: null, attestations: null, attested: [] })
    expect(silent.switchboard).to.deep.include({ isTripped: true })
  })

  it("finds where it was executed, and who had attested its packet by then, and asks no switchboard for it", async () => {
    const logs = [proposed(0n, root, board, 20), attested(root, 21), executed(30), attested(root, 31)]
    const delivered = await read({ logs, isExecuted: true })
    expect(delivered).to.deep.include({ executed: mined(30), unread: [] })
    expect(delivered.proposals[0]).to.deep.include({
      ...{ isAllowed: null, isTripped: null, attestations: null, isRootValid: null },
      attested: [{ ...mined(21), watcher }],
    })
    expect(delivered.asked).to.have.members(["totalWatchers"])
    expect(await read({ logs: [proposed(0n, root, board, 20)], isExecuted: true })).to.deep.include({
      ...{ executed: true, unread: ["where the message was executed"] },
    })
    // Where it was proposed is not known, so that all blocks are searched.
    const early = await read({ logs: [executed(6)], isExecuted: true, isPacketKnown: false })
    expect(early).to.deep.include({ executed: mined(6), proposals: [], proposalCount: 0n })
    const before = { isExecuted: true, isPacketKnown: false }
    expect((await read({ ...before, logs: [executed(4)] })).executed).to.equal(true)
    const first = await read({ ...before, logs: [executed(0)], firstBlock: undefined })
    expect(first.executed).to.deep.equal(mined(0))
    const another = await read({ logs: [executed(10), proposed(0n, root, board, 20)], isExecuted: true })
    expect(another.executed).to.equal(true)
  })

  it("says what the node does not tell, and why", async () => {
    const logs = [proposed(0n, root, board, 20), attested(root, 21)]
    const fewer = await read({ logs, missing: 2 })
    expect(fewer.unread).to.deep.equal([`every proposal of packet ${packetId}`])
    expect(fewer.whys[0]).to.contain("1 logs for 3 proposals")
    const unseen = await read({ logs: [proposed(0n, bytes32(7), board, 19), ...logs], hasBoardLogs: false })
    expect(unseen.unread).to.deep.equal(["who attested the packet"])
    expect(unseen.whys[0]).to.contain("no logs of that contract")
    const none = await read({ isExecuted: true, isPacketKnown: false })
    expect([none.unread, none.whys]).to.deep.equal([["where the message was executed"], ["no log shows it"]])
    const silent = await read({ isExecuted: true, isPacketKnown: false, hasLogs: false })
    expect(silent.whys).to.have.length(1)
    expect(silent.whys[0]).to.contain("gives no logs")
  })

  it("has no switchboard where the plug has none, and says whether there is code", async () => {
    const logs = [proposed(0n, root, zeroAddress, 20)]
    const { proposals, switchboard, code, asked } = await read({ logs, inbound: zeroAddress, code: "0x" })
    expect([switchboard, code.hasCode, asked]).to.deep.equal([null, false, []])
    expect(proposals[0]).to.deep.include({ isRootOfMessage: true, isForPlug: false, isAllowed: null })
  })

  it("supposes that the packet of a message that is not sent yet is proposed, if the plug knows its sender", async () => {
    const logs = [proposed(0n, bytes32(7), board, 20)]
    const { proposals, proposalCount } = await read({ logs, isUnsent: true, views: { allowPacket: () => true } })
    expect([proposals.length, proposalCount]).to.deep.equal([1, 0n])
    expect(proposals[0]).to.deep.include({
      ...{ proposalCount: 0n, switchboard: board, root, proposedAt: 900n, mined: null },
      ...{ isRootOfMessage: true, isForPlug: true, isAllowed: true },
    })
    expect((await read({ isUnsent: true, sibling: at(0x77) })).proposals).to.deep.equal([])
    expect((await read({ logs, isPacketKnown: false })).proposals).to.deep.equal([])
  })
})
