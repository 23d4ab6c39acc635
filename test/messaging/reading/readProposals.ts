import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, encodeAbiParameters, encodeEventTopics, type Hex, parseAbiParameters, zeroAddress } from "viem"

import { socketAbi, switchboardAbi } from "#src/messaging/onchain/abi.js"
import { readAttestations, readProposals, readProposalsFor } from "#src/messaging/reading/readProposals.js"
import { createViewNode, type ViewLog } from "#test/fixtures/nodes/viewNode.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { socket } from "#test/fixtures/wire/outboundLogs.js"

const packetId = bytes32(0x77)
const [used, other] = [at(0xb1), at(0xb2)]

/** The proposal of a number: every third one is for another switchboard. */
const boardOf = (count: bigint) => (count % 3n === 2n ? other : used)
const rootOf = (count: bigint): Hex => bytes32(500 + Number(count))

function logOf(count: bigint): ViewLog {
  const args = { transmitter: at(0x14), packetId }
  const topics = encodeEventTopics({ abi: socketAbi, eventName: "PacketProposed", args })
  const words = parseAbiParameters("uint256, bytes32, address")
  const data = encodeAbiParameters(words, [count, rootOf(count), boardOf(count)])
  return { address: socket, topics: topics as ViewLog["topics"], data, block: 20 + Number(count) }
}

/** A view of a socket at which a packet was proposed so often, by a node that has some of the logs. */
function viewOf(proposals: bigint, logged: (count: bigint) => boolean = () => true, others: readonly ViewLog[] = []) {
  const counts = Array.from({ length: Number(proposals) }, (_, index) => BigInt(index))
  const client = createViewNode({
    abis: [socketAbi],
    logs: [...counts.filter(logged).map(logOf), ...others],
    views: {
      proposalCount: () => proposals,
      packetIdRoots: (_, [, count, board]) =>
        board === boardOf(count as bigint) ? rootOf(count as bigint) : bytes32(0),
      // The first one is of a socket that does not say.
      rootProposedAt: (_, [, count]) => (count === 0n ? 0n : 1_000n + (count as bigint)),
    },
  })
  return { client, socket, firstBlock: 5n, blockNumber: 90n, answers: new Map<string, Promise<unknown>>() }
}

describe("readProposals", () => {
  const read = async (proposals: bigint, logged?: (count: bigint) => boolean) => {
    const found = await readProposals(viewOf(proposals, logged), { packetId, switchboard: used })
    return { ...found, proposals: found.proposals.map(({ proposalCount }) => Number(proposalCount)) }
  }

  it("has of each where and when it was made, its root and its switchboard", async () => {
    const { proposals } = await readProposals(viewOf(3n), { packetId, switchboard: used })
    const transaction = (count: number) => bytes32(1_020 + count)
    expect(proposals).to.deep.equal(
      [0, 1, 2].map((count) => {
        const [proposalCount, time] = [BigInt(count), count === 0 ? 0n : 1_000n + BigInt(count)]
        const mined = {
          ...{ blockNumber: 20n + proposalCount, transactionHash: transaction(count) },
          timestamp: count === 0 ? null : time,
        }
        const [switchboard, root] = [boardOf(proposalCount), rootOf(proposalCount)]
        return { proposalCount, switchboard, root, proposedAt: time, mined }
      }),
    )
  })

  it("reads past a log that is none, and none before the first block", async () => {
    const others = [
      { ...logOf(1n), data: bytes32(1) },
      { ...logOf(1n), block: 4 },
    ]
    const view = viewOf(2n, () => true, others)
    const { proposals, unread } = await readProposals(view, { packetId, switchboard: used })
    expect([proposals.map(({ proposalCount }) => proposalCount), unread]).to.deep.equal([[0n, 1n], undefined])
  })

  it("asks the socket for those for one switchboard whose logs are missing, and says that others may be", async () => {
    // Of 0 to 5, those of 2 and 5 are for another switchboard.
    expect(await read(6n, (count) => count === 1n || count === 5n)).to.deep.equal({
      ...{ proposalCount: 6n, proposals: [0, 1, 3, 4, 5] },
      unread: "the node gives 2 logs for 6 proposals",
    })
    // The one for the other switchboard is between two of the socket's.
    expect((await read(6n, (count) => count === 2n)).proposals).to.deep.equal([0, 1, 2, 3, 4])
    const view = viewOf(3n)
    const request = (question: { readonly method: string }): Promise<unknown> =>
      question.method === "eth_getLogs"
        ? Promise.reject(new Error("logs are off"))
        : view.client.request(question as never)
    const client = { ...view.client, request } as typeof view.client
    const silent = await readProposals({ ...view, client }, { packetId, switchboard: used })
    expect(silent.proposals.map(({ proposalCount }) => proposalCount)).to.deep.equal([0n, 1n])
    expect(silent.unread).to.contain("logs are off")
  })
})

describe("readProposalsFor", () => {
  it("reads the newest sixteen for one switchboard without logs, and none for no switchboard", async () => {
    const of = async (proposals: bigint, switchboard = used) =>
      (await readProposalsFor(viewOf(proposals), { packetId, switchboard })).map((one) => Number(one.proposalCount))
    const ofUsed = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => from + index).filter((count) => count % 3 !== 2)
    expect(await of(16n)).to.deep.equal(ofUsed(0, 15))
    expect(await of(17n)).to.deep.equal(ofUsed(1, 16))
    expect(await of(20n, other)).to.deep.equal([5, 8, 11, 14, 17])
    expect(await of(17n, zeroAddress)).to.deep.equal([])
    // The node would refuse what it is asked.
    const silent = { ...viewOf(1n), client: createViewNode({ abis: [socketAbi] }) }
    expect(await readProposalsFor(silent, { packetId, switchboard: zeroAddress })).to.deep.equal([])
    const [first] = await readProposalsFor(viewOf(2n), { packetId, switchboard: used })
    expect(first).to.deep.equal({ proposalCount: 0n, switchboard: used, root: rootOf(0n), proposedAt: 0n, mined: null })
  })
})

describe("readAttestations", () => {
  const watchers = [at(0x16), at(0x17), at(0x18)]
  const attested = (root: number, watcher: Address, block: number): ViewLog => {
    const values = [packetId, 0n, bytes32(root), watcher, 1n] as const
    const types = parseAbiParameters("bytes32, uint256, bytes32, address, uint256")
    const topics = encodeEventTopics({ abi: switchboardAbi, eventName: "ProposalAttested" }) as readonly Hex[]
    return { address: used, topics, data: encodeAbiParameters(types, values), block }
  }
  const logs = [
    ...[attested(7, watchers[0]!, 20), attested(8, watchers[1]!, 21), attested(7, watchers[1]!, 1_000)],
    { ...attested(7, watchers[2]!, 2_900), address: other },
    { ...attested(7, watchers[2]!, 2_800), data: packetId },
    attested(7, watchers[2]!, 3_000),
  ]

  /** Reads those of root 7 up to block 3,000 at a node that gives the logs of 500 blocks at once. */
  async function read(fromBlock: bigint | undefined, count: bigint | null) {
    let requests = 0
    const node = createViewNode({
      ...{ abis: [switchboardAbi], logs },
      methods: { eth_getBlockByNumber: { number: "0x5a", timestamp: "0x384", transactions: [] } },
    })
    const request = async (question: { method: string; params: [{ fromBlock: Hex; toBlock: Hex }] }) => {
      if (question.method === "eth_getLogs") {
        requests += 1
        const [{ fromBlock, toBlock }] = question.params
        if (Number(toBlock) - Number(fromBlock) >= 500) throw new Error("too many blocks")
      }
      return await node.request(question as never)
    }
    const client = { ...node, request } as typeof node
    const { found, unread } = await readAttestations(
      { client, socket, firstBlock: 5n, answers: new Map<string, Promise<unknown>>() },
      { switchboard: used, root: bytes32(7), fromBlock, toBlock: 3_000n, count },
    )
    expect(unread).to.equal(undefined)
    return [requests, ...found.map(({ watcher, blockNumber }) => [watchers.indexOf(watcher), Number(blockNumber)])]
  }

  it("finds who attested the root, from its proposal on, and ends with as many as there are", async () => {
    expect(await read(15n, null)).to.deep.equal([8, [0, 20], [1, 1_000], [2, 3_000]])
    expect(await read(15n, 3n)).to.deep.equal([8, [0, 20], [1, 1_000], [2, 3_000]])
    expect(await read(15n, 2n)).to.deep.equal([4, [0, 20], [1, 1_000]])
    expect(await read(15n, 1n)).to.deep.equal([3, [0, 20]])
    expect(await read(21n, 0n)).to.deep.equal([3])
  })

  it("searches the newest blocks first where it is not known when the root was proposed", async () => {
    expect(await read(undefined, 1n)).to.deep.equal([3, [2, 3_000]])
    expect(await read(undefined, null)).to.deep.equal([8, [0, 20], [1, 1_000], [2, 3_000]])
  })
})
