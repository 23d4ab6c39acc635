import type { Hex } from "viem"
import { getContractEvents } from "viem/actions"

import { unpackMessageId } from "../ids.js"
import { socketAbi } from "../onchain/abi.js"
import { type ChainViewAtHead, openChainView, readSocket } from "./ChainView.js"
import type { ReadableChain } from "./Journey.js"
import { explainCallError } from "#src/onchain/callErrors.js"
import { searchLogs } from "#src/onchain/logs.js"

/** Where a message was sent, or why that is not known. */
export type SentSearch =
  | { readonly kind: "found"; readonly srcTxHash: Hex; readonly blockNumber: bigint }
  /** No message has the id on this chain now. */
  | { readonly kind: "never sent"; readonly says: string; readonly blockNumber: bigint }
  /** The logs do not reach back to it, or the node has not all of them. */
  | { readonly kind: "unread"; readonly says: string; readonly blockNumber: bigint }

/** Requests for logs that are made at most, because a message may be old. */
const maxRequests = 40

export type FindSentMessageParameters = {
  readonly messageId: Hex
  /** A view of the chain. Default: one of its newest block. */
  readonly view?: ChainViewAtHead | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Finds the transaction that sent a message, by the id of the message alone. The id has the number that the socket gave to the message, so
 * that the search ends where a message with a lower number was sent.
 *
 * @param src the chain whose slug is in the id
 * @throws {NodeFailedError} the node did not answer
 */
export async function findSentMessage(
  src: ReadableChain,
  { messageId, view: given, signal }: FindSentMessageParameters,
): Promise<SentSearch> {
  try {
    return await search(src, { messageId, view: given ?? (await openChainView(src)), signal })
  } catch (error) {
    throw explainCallError(error, { address: src.socket, functionName: "globalMessageCount", chain: src.name })
  }
}

async function search(
  { client, socket, name, slug, firstBlock = 0n }: ReadableChain,
  { messageId, view, signal }: FindSentMessageParameters & { readonly view: ChainViewAtHead },
): Promise<SentSearch> {
  const { blockNumber } = view
  const { counter, srcChainSlug } = unpackMessageId(messageId)
  if (srcChainSlug !== slug) {
    const says = `The id is one of a message that leaves chain ${srcChainSlug}, and ${name} is chain ${slug}.`
    return { kind: "never sent", says, blockNumber }
  }
  const isIt = (id: Hex): boolean => id === messageId.toLowerCase()
  const sent = { abi: socketAbi, address: socket, eventName: "MessageOutbound", strict: true } as const
  const { found, unread } = await searchLogs({
    fromBlock: firstBlock,
    toBlock: blockNumber,
    read: (range) => getContractEvents(client, { ...sent, ...range }),
    isEnough: (logs) => logs.some(({ args }) => isIt(args.msgId) || unpackMessageId(args.msgId).counter < counter),
    maxRequests,
    signal,
  })
  const log = found.find(({ args }) => isIt(args.msgId))
  if (log !== undefined) return { kind: "found", srcTxHash: log.transactionHash, blockNumber }
  const count = await readSocket(view, "globalMessageCount", [])
  if (counter >= count) {
    const says = `The id has number ${counter}, and the socket of ${name} has given ${count} numbers, from 0 on.`
    return { kind: "never sent", says, blockNumber }
  }
  const other = found.find(({ args }) => unpackMessageId(args.msgId).counter === counter)
  if (other !== undefined) {
    const says = `The socket of ${name} has given number ${counter} to another message, ${other.args.msgId}.`
    return { kind: "never sent", says, blockNumber }
  }
  // A socket gives each number to a message, so that there is a log of it, whether the node still has it or not.
  const why = unread ?? `the node has no log of number ${counter}, which the socket has given`
  return { kind: "unread", says: `The message was not found on ${name}: ${why}.`, blockNumber }
}
