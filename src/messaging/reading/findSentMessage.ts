import type { Hex } from "viem"

import { getBlockNumber, getContractEvents, readContract } from "viem/actions"

import { explainCallError } from "../../onchain/callErrors.js"
import { searchLogs } from "../../onchain/logs/searchLogs.js"
import { socketAbi } from "../onchain/abi.js"
import { unpackMessageId } from "../ids.js"
import type { ReadableChain } from "./types.js"

/** Where a message was sent, or why that is not known. */
export type SentSearch =
  | { readonly kind: "found"; readonly srcTxHash: Hex; readonly blockNumber: bigint }
  /** No message has the id on this chain now. */
  | { readonly kind: "never sent"; readonly says: string; readonly blockNumber: bigint }
  /** The logs do not reach back to it. */
  | { readonly kind: "unread"; readonly says: string; readonly blockNumber: bigint }

/** Requests for logs that are made at most, because a message may be old. */
const mostRequests = 40

/**
 * Finds the transaction that sent a message, by the id of the message alone. The id has the number that the socket gave to the message, so
 * that the search ends where a message with a lower number was sent.
 *
 * @param src the chain whose slug is in the id
 * @throws {NodeFailedError} the node did not answer
 * @example
 * const search = await findSentMessage(alpha, { messageId })
 * if (search.kind === "found") console.log(search.srcTxHash)
 */
export async function findSentMessage(
  { client, socket, name, firstBlock = 0n }: ReadableChain,
  { messageId, signal }: { readonly messageId: Hex; readonly signal?: AbortSignal | undefined },
): Promise<SentSearch> {
  const contract = { abi: socketAbi, address: socket } as const
  const { counter } = unpackMessageId(messageId)
  const [count, blockNumber] = await Promise.all([
    readContract(client, { ...contract, functionName: "globalMessageCount" }),
    getBlockNumber(client, { cacheTime: 0 }),
  ]).catch((error: unknown) => {
    throw explainCallError(error, { address: socket, functionName: "globalMessageCount" })
  })
  if (counter >= count) {
    return {
      kind: "never sent",
      says: `The id has number ${String(counter)}, and the socket of ${name} has numbered messages up to ${String(count)} only.`,
      blockNumber,
    }
  }
  const isIt = (id: Hex): boolean => id.toLowerCase() === messageId.toLowerCase()
  const { found, unread } = await searchLogs({
    fromBlock: firstBlock,
    toBlock: blockNumber,
    read: (range) => getContractEvents(client, { ...contract, eventName: "MessageOutbound", ...range, strict: true }),
    isEnough: (logs) => logs.some(({ args }) => isIt(args.msgId) || unpackMessageId(args.msgId).counter < counter),
    mostRequests,
    signal,
  })
  const log = found.find(({ args }) => isIt(args.msgId))
  if (log !== undefined) return { kind: "found", srcTxHash: log.transactionHash, blockNumber }
  return unread === undefined
    ? { kind: "never sent", says: `No message that the socket of ${name} has sent has this id.`, blockNumber }
    : { kind: "unread", says: `The message was not found on ${name}: ${unread}.`, blockNumber }
}
