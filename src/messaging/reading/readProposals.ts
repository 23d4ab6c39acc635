import { type Address, type Hex, isAddressEqual, zeroAddress, zeroHash } from "viem"
import { getContractEvents } from "viem/actions"

import { socketAbi, switchboardAbi } from "../onchain/abi.js"
import { type ChainView, type ChainViewIn, readSocket, toMined } from "./ChainView.js"
import type { Attestation, Proposal } from "./Journey.js"
import { searchLogs, type SearchLogsReturnType } from "#src/onchain/logs.js"
import { largerOf, smallerOf } from "#src/primitives/numbers/amount.js"

/** A proposal of a packet as the socket has it. */
export type SocketProposal = Pick<Proposal, "proposalCount" | "switchboard" | "root" | "proposedAt" | "mined">

export type ReadProposalsParameters = {
  readonly packetId: Hex
  /** The switchboard that the destination plug uses, or the zero address. Its proposals are read even if the node gives no logs. */
  readonly switchboard: Address
}

export type ReadProposalsReturnType = {
  /** How many the socket has counted. */
  readonly proposalCount: bigint
  /** In the order of their count. */
  readonly proposals: readonly SocketProposal[]
  /** Why some proposals for other switchboards may be missing, and where the others were made. */
  readonly unread: string | undefined
}

/** A packet is seldom proposed more than twice. The newest proposals are looked at. */
const maxProposals = 16n

/**
 * Reads the proposals of a packet for all switchboards, from the logs of the socket. Where the node gives no logs, those for one
 * switchboard are read from the socket.
 */
export async function readProposals(
  view: ChainViewIn,
  { packetId, switchboard }: ReadProposalsParameters,
): Promise<ReadProposalsReturnType> {
  const proposalCount = await readSocket(view, "proposalCount", [packetId])
  if (proposalCount === 0n) return { proposalCount, proposals: [], unread: undefined }
  const wanted = smallerOf(proposalCount, maxProposals)
  const proposing = { abi: socketAbi, address: view.socket, eventName: "PacketProposed", strict: true } as const
  const { found, unread } = await searchLogs({
    fromBlock: view.firstBlock ?? 0n,
    toBlock: view.blockNumber,
    read: (range) => getContractEvents(view.client, { ...proposing, args: { packetId }, ...range }),
    isEnough: (logs) => BigInt(logs.length) >= wanted,
  })
  const logged = await Promise.all(
    found.slice(-Number(maxProposals)).map(async ({ args, blockNumber, transactionHash }): Promise<SocketProposal> => {
      const { proposalCount: count, switchboard: board, root } = args
      const proposedAt = await readSocket(view, "rootProposedAt", [packetId, count, board])
      const mined = { blockNumber, transactionHash, timestamp: proposedAt === 0n ? null : proposedAt }
      return { proposalCount: count, switchboard: board, root, proposedAt, mined }
    }),
  )
  if (BigInt(logged.length) >= wanted) {
    const isWhole = proposalCount === wanted
    const why = isWhole ? undefined : `only the newest ${wanted} of ${proposalCount} are read`
    return { proposalCount, proposals: logged, unread: why }
  }
  const known = new Map(
    (await readProposalsFor(view, { packetId, switchboard })).map((one) => [one.proposalCount, one]),
  )
  for (const proposal of logged) known.set(proposal.proposalCount, proposal)
  return {
    proposalCount,
    proposals: [...known.values()].sort((one, other) => Number(one.proposalCount - other.proposalCount)),
    unread: unread ?? `the node gives ${logged.length} logs for ${proposalCount} proposals`,
  }
}

/** Reads a packet's proposals for one switchboard without any logs: its newest 16, in the order of their count. */
export async function readProposalsFor(
  view: ChainView,
  { packetId, switchboard }: ReadProposalsParameters,
): Promise<readonly SocketProposal[]> {
  if (isAddressEqual(switchboard, zeroAddress)) return []
  const count = await readSocket(view, "proposalCount", [packetId])
  const oldest = largerOf(count - maxProposals, 0n)
  const counts = Array.from({ length: Number(count - oldest) }, (_, index) => oldest + BigInt(index))
  const read = await Promise.all(
    counts.map(async (proposalCount): Promise<SocketProposal | undefined> => {
      const key = [packetId, proposalCount, switchboard] as const
      const root = await readSocket(view, "packetIdRoots", key)
      if (root === zeroHash) return undefined
      const proposedAt = await readSocket(view, "rootProposedAt", key)
      return { proposalCount, switchboard, root, proposedAt, mined: null }
    }),
  )
  return read.filter((proposal) => proposal !== undefined)
}

type ReadAttestationsParameters = {
  readonly switchboard: Address
  readonly root: Hex
  /** The block of the first proposal of the root; `undefined` if it is not known. Then the newest blocks are searched first. */
  readonly fromBlock: bigint | undefined
  readonly toBlock: bigint
  /** How many there are, so that the search ends with the last; `null` if it is not known. */
  readonly count: bigint | null
}

/**
 * Finds the attestations of a root in the logs of a switchboard, in their order. Watchers attest roots and not proposals, so that one who
 * attested an earlier proposal of the same root counts.
 */
export async function readAttestations(
  view: ChainView,
  { switchboard, root, fromBlock, toBlock, count }: ReadAttestationsParameters,
): Promise<SearchLogsReturnType<Attestation>> {
  const attesting = { abi: switchboardAbi, address: switchboard, eventName: "ProposalAttested", strict: true } as const
  return await searchLogs({
    fromBlock: fromBlock ?? view.firstBlock ?? 0n,
    toBlock,
    first: fromBlock === undefined ? "newest" : "oldest",
    isEnough: (found) => count !== null && BigInt(found.length) >= count,
    read: async (range) => {
      const logs = await getContractEvents(view.client, { ...attesting, ...range })
      const own = logs.filter(({ args }) => args.root === root)
      return await Promise.all(own.map(async (log) => ({ ...(await toMined(view, log)), watcher: log.args.watcher })))
    },
  })
}
