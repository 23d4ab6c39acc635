import type { Address, Client, Hex } from "viem"
import { getBlockNumber, getContractEvents } from "viem/actions"

import { socketAbi } from "../onchain/abi.js"
import type { OutboundMessage } from "../onchain/events.js"
import { type ChainView, readSocket } from "../reading/ChainView.js"
import { findExecution } from "../reading/execution/findExecution.js"
import { readAllowed, readConnection } from "../reading/readConnection.js"
import { readProposalsFor } from "../reading/readProposals.js"
import type { MessageStatus } from "../states.js"

export type MessageChain = { readonly client: Client; readonly socket: Address }

/** How far a message has come, as far as its chains show it. */
export type Delivery = {
  readonly status: MessageStatus
  /** The transaction that delivered the message; `null` if it was not delivered, or is not among the newest blocks. */
  readonly executionTxHash: Hex | null
}

export type DeliverableMessage = Pick<
  OutboundMessage,
  "messageId" | "packetId" | "packedMessage" | "srcChainSlug" | "dstPlug"
>

/**
 * Reads how far a message has come from the destination chain, and from the source chain if nothing of it has arrived there.
 *
 * Only what the destination plug's own switchboard has got counts: a packet that was proposed for another one is never executed. A failed
 * execution leaves no trace, so EXECUTING, INBOUND_REVERTING and EXECUTION_FAILURE are never returned.
 *
 * @param chains.fromBlock the block of the source chain in which the message was sent
 * @throws the errors of viem
 */
export async function readDelivery(
  message: DeliverableMessage,
  chains: { readonly src: MessageChain; readonly dst: MessageChain | undefined; readonly fromBlock: bigint },
): Promise<Delivery> {
  const { src, dst, fromBlock } = chains
  const { messageId, packetId } = message
  if (dst !== undefined) {
    const view: ChainView = { ...dst, answers: new Map() }
    if (await readSocket(view, "messageExecuted", [messageId])) {
      return { status: "EXECUTION_SUCCESS", executionTxHash: await locateExecution(view, messageId) }
    }
    const status = packetId === null ? undefined : await readProposed(view, { ...message, packetId })
    if (status !== undefined) return { status, executionTxHash: null }
  }
  const isSealed = packetId !== null && (await wasSealed(src, packetId, fromBlock))
  return { status: isSealed ? "SEALED" : "RECEIVED", executionTxHash: null }
}

async function readProposed(
  view: ChainView,
  { packetId, packedMessage, srcChainSlug, dstPlug }: DeliverableMessage & { packetId: Hex },
): Promise<"PROPOSED" | "VERIFIED" | undefined> {
  const config = await readConnection(view, { plug: dstPlug, siblingChainSlug: srcChainSlug })
  const proposals = await readProposalsFor(view, { packetId, switchboard: config.inboundSwitchboard })
  const own = proposals.filter(({ root }) => root === packedMessage)
  if (own.length === 0) return undefined
  // A switchboard can be any contract, and one that fails allows nothing.
  const answers = await Promise.all(own.map((proposal) => readAllowed(view, { proposal, packetId, srcChainSlug })))
  return answers.includes(true) ? "VERIFIED" : "PROPOSED"
}

async function wasSealed(src: MessageChain, packetId: Hex, fromBlock: bigint): Promise<boolean> {
  const logs = await getContractEvents(src.client, {
    abi: socketAbi,
    address: src.socket,
    eventName: "Sealed",
    args: { packetId },
    fromBlock,
    strict: true,
  })
  return logs.length > 0
}

/** How many of the newest blocks are searched for the transaction that delivered a message. */
const searchedBlocks = 2_000n

async function locateExecution(view: ChainView, messageId: Hex): Promise<Hex | null> {
  try {
    const newest = await getBlockNumber(view.client, { cacheTime: 0 })
    const fromBlock = newest > searchedBlocks ? newest - searchedBlocks : 0n
    const { found } = await findExecution(view, { messageId, fromBlock, toBlock: newest })
    return found[0]?.transactionHash ?? null
  } catch {
    // That the message was delivered is known. Where is worth no failure.
    return null
  }
}
