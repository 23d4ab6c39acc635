import { type Hex, isAddressEqual, zeroAddress } from "viem"

import { switchboardAbi } from "../onchain/abi.js"
import { readPlugCode } from "../onchain/connection/readPlugCode.js"
import type { OutboundMessage } from "../onchain/events.js"
import { askContract, type ChainViewAtHead, once, readSocket } from "./ChainView.js"
import { findExecution } from "./execution/readOtherExecution.js"
import type { Arrival, Proposal, ReadableChain, Unread } from "./Journey.js"
import { readConnection, readProposalFacts, readSwitchboard } from "./readConnection.js"
import { readAttestations, readProposals, type SocketProposal } from "./readProposals.js"
import type { Mined } from "#src/onchain/logs.js"

type ReadArrivalOptions = {
  readonly view: ChainViewAtHead
  readonly message: OutboundMessage
  /** Whether the message is only simulated. Where the plug is connected to the sender, its packet is taken to be proposed in this block. */
  readonly isUnsent?: boolean | undefined
}

/** Reads all that the destination chain says of a message. */
export async function readArrival(
  chain: ReadableChain,
  { view, message, isUnsent = false }: ReadArrivalOptions,
): Promise<{ readonly arrival: Arrival; readonly unread: readonly Unread[] }> {
  const { packetId, messageId, srcChainSlug: siblingChainSlug, srcPlug, dstPlug: plug, packedMessage: root } = message
  const [config, code, isExecuted] = await Promise.all([
    readConnection(view, { plug, siblingChainSlug }),
    once(view, `plug code ${plug} ${siblingChainSlug}`, () =>
      readPlugCode(chain.client, { plug, socket: view.socket, siblingChainSlug, blockNumber: view.blockNumber }),
    ),
    readSocket(view, "messageExecuted", [messageId]),
    packetId === null ? undefined : readSocket(view, "proposalCount", [packetId]),
  ])
  const address = config.inboundSwitchboard
  const supposed = { proposalCount: 0n, switchboard: address, root, proposedAt: view.head.timestamp, mined: null }
  const isSupposed = isUnsent && isAddressEqual(config.siblingPlug, srcPlug)
  const proposed =
    packetId === null || isUnsent
      ? { proposalCount: 0n, proposals: isSupposed ? [supposed] : [], unread: undefined }
      : await readProposals(view, { packetId, switchboard: address })
  const since = proposed.proposals.find((proposal) => canDeliver(proposal, message, address))?.mined?.blockNumber
  // A message is executed soon after its packet was proposed, unless it is not known where that was.
  const [fromBlock, first] =
    since === undefined ? [view.firstBlock ?? 0n, "newest" as const] : [since, "oldest" as const]
  const range = { fromBlock, toBlock: view.blockNumber, first }
  const execution = isExecuted ? await findExecution(view, { messageId, ...range }) : undefined
  const executed: Mined | boolean = execution?.found[0] ?? isExecuted
  const until = typeof executed === "object" ? executed.blockNumber : view.blockNumber
  const proposals = await Promise.all(
    proposed.proposals.map((proposal) => readProposal(view, { proposal, message, address, isExecuted, since, until })),
  )
  const accepts = isExecuted || proposals.some(({ proposal }) => proposal.isAllowed === true)
  const switchboard = isAddressEqual(address, zeroAddress)
    ? null
    : await readSwitchboard(view, { address, srcChainSlug: siblingChainSlug, accepts })
  const tell = (what: string, why: string | undefined): Unread[] =>
    why === undefined ? [] : [{ chain: chain.name, what, why }]
  const { proposalCount } = proposed
  const own = proposals.map(({ proposal }) => proposal)
  const whyNowhere = executed === true ? (execution?.unread ?? "no log shows it") : undefined
  return {
    arrival: { chain, head: view.head, config, code, switchboard, proposalCount, proposals: own, executed },
    unread: [
      ...tell(`every proposal of packet ${packetId ?? ""}`, proposed.unread),
      ...tell("who attested the packet", proposals.find(({ unread }) => unread !== undefined)?.unread),
      ...tell("where the message was executed", whyNowhere),
    ],
  }
}

/** Whether a proposal is for the message's own root, and for the switchboard that the plug uses. */
function canDeliver({ root, switchboard }: SocketProposal, { packedMessage }: OutboundMessage, own: Hex): boolean {
  return root === packedMessage && isAddressEqual(switchboard, own)
}

type ProposalContext = {
  readonly proposal: SocketProposal
  readonly message: OutboundMessage
  /** The switchboard that the plug believes. */
  readonly address: Hex
  readonly isExecuted: boolean
  /** The blocks in which attestations can be. */
  readonly since: bigint | undefined
  readonly until: bigint
}

/** Asks the switchboard about a proposal that can deliver the message. */
async function readProposal(
  view: ChainViewAtHead,
  { proposal, message, address, isExecuted, since, until }: ProposalContext,
): Promise<{ proposal: Proposal; unread: string | undefined }> {
  const { root } = proposal
  const { packetId, srcChainSlug } = message
  const read: Proposal = {
    ...proposal,
    isRootOfMessage: root === message.packedMessage,
    isForPlug: !isAddressEqual(address, zeroAddress) && isAddressEqual(proposal.switchboard, address),
    isAllowed: null,
    isTripped: null,
    attestations: null,
    isRootValid: null,
    attested: [],
  }
  if (packetId === null || !read.isForPlug || !read.isRootOfMessage) return { proposal: read, unread: undefined }
  const [facts, attestations] = isExecuted
    ? [{}, null]
    : await Promise.all([
        readProposalFacts(view, { proposal, packetId, srcChainSlug }),
        askContract(view, { abi: switchboardAbi, address, functionName: "attestations", args: [root] }),
      ])
  const asked = { ...read, ...facts, attestations }
  if (!isExecuted && (attestations === null || attestations === 0n)) return { proposal: asked, unread: undefined }
  const wanted = { switchboard: address, root, fromBlock: since, toBlock: until, count: attestations }
  const { found, unread } = await readAttestations(view, wanted)
  return { proposal: { ...asked, attested: found }, unread }
}
