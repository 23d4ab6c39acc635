import type { Hex } from "viem"

import { listOutboundMessages } from "../onchain/delivery/listOutboundMessages.js"
import type { ReadableChain } from "../reading/types.js"

/** How many of the newest blocks are searched for a message, unless the caller says otherwise. */
export const searchedBlocks = 10_000n

/**
 * Finds the transaction that sent a message, in the logs of the chain that the message leaves.
 *
 * @returns `undefined` if no message of the newest blocks has the id
 * @throws {NodeFailedError} the node did not answer
 * @example
 * const srcTxHash = await findOutbound(alpha, { messageId })
 */
export async function findOutbound(
  { client, socket }: Pick<ReadableChain, "client" | "socket">,
  {
    messageId,
    blocks = searchedBlocks,
    signal,
  }: { messageId: Hex; blocks?: bigint | undefined; signal?: AbortSignal | undefined },
): Promise<Hex | undefined> {
  const { messages } = await listOutboundMessages(client, { socket, limit: Infinity, blocks, signal })
  return messages.find((message) => message.messageId === messageId)?.transactionHash ?? undefined
}
