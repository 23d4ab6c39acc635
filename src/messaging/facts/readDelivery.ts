import type { Hex } from "viem"

import { unpackPacketId } from "../ids.js"
import type { OutboundMessage } from "../onchain/events.js"
import { type ChainViewIn, readSocket } from "../reading/ChainView.js"
import { findExecution } from "../reading/execution/readOtherExecution.js"
import { readConnection, readProposalFacts } from "../reading/readConnection.js"
import { readNextToSeal, readSealing } from "../reading/readPacket.js"
import { readProposals, readProposalsFor, type SocketProposal } from "../reading/readProposals.js"
import { type ShownStatus, statusOf } from "./statusOf.js"
import type { Mined } from "#src/onchain/logs.js"
import { firstOfNewest } from "#src/onchain/scanning/LogPosition.js"

export type Delivery = {
  readonly status: ShownStatus
  /** The transaction that delivered the message; `null` if it was not delivered, or was not looked for or found. */
  readonly executionTxHash: Hex | null
}

export type DeliverableMessage = Pick<
  OutboundMessage,
  "messageId" | "packetId" | "packedMessage" | "srcChainSlug" | "dstPlug"
>

export type ReadDeliveryParameters = {
  readonly src: ChainViewIn
  /** `undefined` if it cannot be read. */
  readonly dst: ChainViewIn | undefined
  /** The block of the source chain in which the message was sent. */
  readonly fromBlock: bigint
  /** Whether it was proposed and not executed when it was read before. Then an execution is its own, and is not looked for. */
  readonly wasProposed: boolean
}

/**
 * Reads how far a message has come from the destination chain, and from the source chain if nothing of it has arrived there.
 *
 * Only what the destination plug's own switchboard has got counts: a packet that was proposed for another one is never executed. A failed
 * execution leaves no trace, so EXECUTING, INBOUND_REVERTING and EXECUTION_FAILURE are never returned.
 * To change which logs say that something is new: `followSocket.ts`; how logs are read on any node: `onchain/scanning`.
 */
export async function readDelivery(
  message: DeliverableMessage,
  { src, dst, fromBlock, wasProposed }: ReadDeliveryParameters,
): Promise<Delivery> {
  const arrived = dst && (await readArrived(dst, message, wasProposed))
  if (arrived !== undefined) return arrived
  const isSealed = message.packetId !== null && (await readIsSealed(src, message.packetId, fromBlock))
  return { status: statusOf({ isSealed, proposals: [], isExecuted: false }), executionTxHash: null }
}

async function readArrived(
  view: ChainViewIn,
  { messageId, packetId, packedMessage, srcChainSlug, dstPlug }: DeliverableMessage,
  wasProposed: boolean,
): Promise<Delivery | undefined> {
  const [isExecuted, config] = await Promise.all([
    readSocket(view, "messageExecuted", [messageId]),
    readConnection(view, { plug: dstPlug, siblingChainSlug: srcChainSlug }),
  ])
  if (isExecuted && wasProposed) return { status: "EXECUTION_SUCCESS", executionTxHash: null }
  const packet = packetId === null ? undefined : { packetId, switchboard: config.inboundSwitchboard }
  const isOwn = ({ root }: SocketProposal): boolean => root === packedMessage
  const own = packet === undefined ? [] : (await readProposalsFor(view, packet)).filter(isOwn)
  if (isExecuted) {
    const execution = await locateExecution(view, messageId)
    const read = own.length > 0 || packet === undefined ? undefined : await readProposals(view, packet)
    const proposals = read === undefined ? own : read.proposals.filter(isOwn)
    const isUnknown = packet === undefined || read?.unread !== undefined
    if (isUnknown || proposals.some((proposal) => !isBefore(execution, proposal))) {
      return { status: "EXECUTION_SUCCESS", executionTxHash: execution?.transactionHash ?? null }
    }
  }
  if (packet === undefined || own.length === 0) return undefined
  // A switchboard can be any contract, and one that fails allows nothing.
  const proposals = await Promise.all(
    own.map((proposal) => readProposalFacts(view, { proposal, packetId: packet.packetId, srcChainSlug })),
  )
  const status = statusOf({ isSealed: true, proposals, isExecuted: false })
  return { status, executionTxHash: null }
}

/** Ids come again when the source chain has lost blocks: what was executed before the message was proposed is another one. */
function isBefore(execution: Mined | undefined, { proposedAt }: SocketProposal): boolean {
  return execution?.timestamp !== undefined && execution.timestamp !== null && execution.timestamp < proposedAt
}

async function readIsSealed(view: ChainViewIn, packetId: Hex, fromBlock: bigint): Promise<boolean> {
  const next = await readNextToSeal(view, packetId)
  if (next !== null) return next > unpackPacketId(packetId).packetCount
  // Not every capacitor says it.
  return (await readSealing(view, { packetId, fromBlock })).sealed !== false
}

/** How many of the newest blocks are searched for the transaction that delivered a message. */
const searchedBlocks = 2_000n

async function locateExecution(view: ChainViewIn, messageId: Hex): Promise<Mined | undefined> {
  const { blockNumber: toBlock } = view
  const range = { fromBlock: firstOfNewest(searchedBlocks, toBlock), toBlock }
  // That the message was delivered is known. Where is worth no failure.
  const { found } = await findExecution(view, { messageId, ...range }).catch(() => ({ found: [] }))
  return found[0]
}
