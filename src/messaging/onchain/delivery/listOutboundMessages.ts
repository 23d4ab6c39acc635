import type { Address, Client } from "viem"
import { getBlockNumber, getContractEvents } from "viem/actions"
import { isAddressEqual } from "viem/utils"

import { socketAbi } from "../abi.js"
import { type OutboundMessage, readOutboundMessages } from "../events.js"
import { explainCallError } from "#src/onchain/callErrors.js"
import { type BlockRange, searchLogs } from "#src/onchain/logs.js"
import { firstOfNewest } from "#src/onchain/scanning/LogPosition.js"

/** Which messages to list, and how far back to look. */
export type ListOutboundMessagesParameters = {
  socket: Address
  /** Only messages that this plug sent. Default: those of every plug. */
  plug?: Address | undefined
  /** How many messages to return at most. Default: 20. */
  limit?: number | undefined
  /** How many of the newest blocks to search. Default: 10,000. */
  blocks?: bigint | undefined
  signal?: AbortSignal | undefined
}

/** A message, and the block in which it was sent. */
export type ListedMessage = OutboundMessage & { readonly blockNumber: bigint }

/** Messages, the newest first, and the range of blocks that was searched for them. */
export type ListOutboundMessagesReturnType = {
  readonly messages: readonly ListedMessage[]
  readonly fromBlock: bigint
  readonly toBlock: bigint
}

/**
 * Lists the latest messages that were sent through a socket, from its logs. It reads ranges of blocks, from the newest one backwards, and
 * smaller ones where the node refuses a range, as public nodes do.
 *
 * @throws {NodeFailedError} the node did not answer, not even for a single block
 * @example
 * const { messages } = await listOutboundMessages(client, { socket, limit: 5 })
 */
export async function listOutboundMessages(
  client: Client,
  { socket, plug, limit = 20, blocks = 10_000n, signal }: ListOutboundMessagesParameters,
): Promise<ListOutboundMessagesReturnType> {
  const explain = (error: unknown): never => {
    throw explainCallError(error, { address: socket, functionName: "MessageOutbound" })
  }
  const toBlock = await getBlockNumber(client, { cacheTime: 0 }).catch(explain)
  let fromBlock = toBlock + 1n
  let failed: unknown
  const { found, unread } = await searchLogs<ListedMessage>({
    fromBlock: firstOfNewest(blocks, toBlock),
    toBlock,
    isEnough: (messages) => messages.length >= limit,
    maxRequests: Infinity,
    // What most public nodes answer at once.
    blocks: { most: 2_000n, least: 1n },
    signal,
    async read(range) {
      const messages = await readRange(client, socket, range).catch((error: unknown) => {
        failed = error
        throw error
      })
      fromBlock = range.fromBlock
      return messages.filter(({ srcPlug }) => plug === undefined || isAddressEqual(srcPlug, plug))
    },
  })
  if (unread !== undefined && signal?.aborted !== true) explain(failed)
  return { messages: found.toReversed().slice(0, limit), fromBlock, toBlock }
}

async function readRange(client: Client, socket: Address, range: BlockRange): Promise<ListedMessage[]> {
  const sent = { abi: socketAbi, address: socket, eventName: "MessageOutbound" } as const
  const logs = await getContractEvents(client, { ...sent, ...range })
  return logs.flatMap((log) =>
    readOutboundMessages([log], { socket }).map((message) => ({ ...message, blockNumber: log.blockNumber })),
  )
}
