import { type Address, type Client, type Hex, isAddressEqual, zeroAddress } from "viem"

import { getBlockNumber, getContractEvents, readContract } from "viem/actions"

import { isContractFailure } from "../../../onchain/callErrors.js"
import type { MessageStatus } from "../../states.js"
import { socketAbi, switchboardAbi } from "../abi.js"
import type { OutboundMessage } from "../events.js"

/** A chain that messages leave or arrive at, and its socket. */
export type MessageChain = { readonly client: Client; readonly socket: Address }

/** How far a message has come, as far as its chains show it. */
export type Delivery = {
  readonly status: MessageStatus
  /** The transaction that delivered the message; `null` if it was not delivered, or is not among the newest blocks. */
  readonly executionTxHash: Hex | null
}

/** What is read of a message. */
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
    const isDelivered = await readContract(dst.client, {
      ...socketOf(dst),
      functionName: "messageExecuted",
      args: [messageId],
    })
    if (isDelivered) {
      return { status: "EXECUTION_SUCCESS", executionTxHash: await findExecution(dst, messageId) }
    }
    const status = packetId === null ? undefined : await readProposals(dst, { ...message, packetId })
    if (status !== undefined) return { status, executionTxHash: null }
  }
  const isSealed = packetId !== null && (await wasSealed(src, packetId, fromBlock))
  return { status: isSealed ? "SEALED" : "RECEIVED", executionTxHash: null }
}

/** A packet is seldom proposed more than twice. The newest proposals are looked at. */
const mostProposals = 16n

async function readProposals(
  dst: MessageChain,
  { packetId, packedMessage, srcChainSlug, dstPlug }: DeliverableMessage & { packetId: Hex },
): Promise<"PROPOSED" | "VERIFIED" | undefined> {
  const socket = socketOf(dst)
  const [[, switchboard], count] = await Promise.all([
    readContract(dst.client, { ...socket, functionName: "getPlugConfig", args: [dstPlug, srcChainSlug] }),
    readContract(dst.client, { ...socket, functionName: "proposalCount", args: [packetId] }),
  ])
  if (isAddressEqual(switchboard, zeroAddress)) return undefined
  let status: "PROPOSED" | undefined
  for (let index = count; index > 0n && count - index < mostProposals; index -= 1n) {
    const proposal = [packetId, index - 1n, switchboard] as const
    const root = await readContract(dst.client, { ...socket, functionName: "packetIdRoots", args: proposal })
    if (root !== packedMessage) continue
    const proposedAt = await readContract(dst.client, { ...socket, functionName: "rootProposedAt", args: proposal })
    if (await isAllowed(dst.client, switchboard, [root, packetId, index - 1n, srcChainSlug, proposedAt]))
      return "VERIFIED"
    status = "PROPOSED"
  }
  return status
}

/** Asks the switchboard. It can be anybody's contract, and one that fails allows nothing. */
async function isAllowed(
  client: Client,
  address: Address,
  args: readonly [Hex, Hex, bigint, number, bigint],
): Promise<boolean> {
  try {
    return await readContract(client, { abi: switchboardAbi, address, functionName: "allowPacket", args })
  } catch (error) {
    if (isContractFailure(error)) return false
    throw error
  }
}

async function wasSealed(src: MessageChain, packetId: Hex, fromBlock: bigint): Promise<boolean> {
  const logs = await getContractEvents(src.client, {
    ...socketOf(src),
    eventName: "Sealed",
    args: { packetId },
    fromBlock,
    strict: true,
  })
  return logs.length > 0
}

/** How many of the newest blocks are searched for the transaction that delivered a message. */
const searchedBlocks = 2_000n

async function findExecution(dst: MessageChain, messageId: Hex): Promise<Hex | null> {
  try {
    const newest = await getBlockNumber(dst.client, { cacheTime: 0 })
    const fromBlock = newest > searchedBlocks ? newest - searchedBlocks : 0n
    const logs = await getContractEvents(dst.client, {
      ...socketOf(dst),
      eventName: "ExecutionSuccess",
      fromBlock,
      toBlock: newest,
      strict: true,
    })
    return logs.find(({ args }) => args.msgId === messageId)?.transactionHash ?? null
  } catch {
    // That the message was delivered is known. Where is worth no failure.
    return null
  }
}

function socketOf({ socket }: MessageChain) {
  return { abi: socketAbi, address: socket } as const
}
