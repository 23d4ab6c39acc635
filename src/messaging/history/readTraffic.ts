import type { Address, Hex } from "viem"
import { getAbiItem, isAddressEqual, size } from "viem/utils"

import { socketAbi } from "../onchain/abi.js"
import { type OutboundMessage, outboundMessagesIn } from "../onchain/events.js"
import type { ReadableChain } from "../reading/Journey.js"
import { NodeFailedError } from "#src/onchain/callErrors.js"
import { createLogScanner } from "#src/onchain/scanning/createLogScanner.js"
import { findBlockAt } from "#src/onchain/scanning/findBlockAt.js"
import type { Patience } from "#src/onchain/scanning/requestWithRetries.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"

/** A message without its payload, so that many fit into memory. */
export type SentMessage = Omit<OutboundMessage, "payload"> & {
  /** Bytes. */
  readonly payloadSize: number
  readonly tx: Hex
  readonly blockNumber: bigint
}

/** What the socket of a chain has logged, in the order of the chain. */
export type Traffic = {
  readonly chain: ReadableChain
  readonly fromBlock: bigint
  readonly toBlock: bigint
  readonly sent: readonly SentMessage[]
  /** The transactions that executed messages, by message id. */
  readonly executions: ReadonlyMap<Hex, Hex>
}

const events = [
  getAbiItem({ abi: socketAbi, name: "MessageOutbound" }),
  getAbiItem({ abi: socketAbi, name: "ExecutionSuccess" }),
] as const

/** Reads which messages left a chain since a moment, of one plug or of all, and which arrived there. */
export async function readTraffic(
  chain: ReadableChain,
  { since, srcPlug, clock, signal }: Patience & { readonly since: Date; readonly srcPlug?: Address | undefined },
): Promise<Traffic> {
  const { client, socket, firstBlock: first } = chain
  const seconds = BigInt(Math.ceil(since.getTime() / 1_000))
  const fromBlock = await findBlockAt(client, { seconds, first, clock, signal }).catch((error: unknown) => {
    throw isPlugsError(error) ? error : new NodeFailedError({ functionName: "eth_getBlockByNumber" }, nodeReason(error))
  })
  const scanner = createLogScanner(client, { address: [socket], events, from: fromBlock, clock })
  let sent: SentMessage[] = []
  let executed: { readonly messageId: Hex; readonly tx: Hex; readonly blockNumber: bigint }[] = []
  for (;;) {
    const { reorgedFrom, logs, head, isCaughtUp } = await scanner.next(signal)
    if (reorgedFrom !== undefined) {
      sent = sent.filter(({ blockNumber }) => blockNumber < reorgedFrom)
      executed = executed.filter(({ blockNumber }) => blockNumber < reorgedFrom)
    }
    for (const log of logs) {
      const { blockNumber, transactionHash: tx } = log
      if (log.eventName === "ExecutionSuccess") executed.push({ messageId: log.args.msgId, tx, blockNumber })
      for (const { payload, ...message } of outboundMessagesIn([log], { socket })) {
        if (srcPlug !== undefined && !isAddressEqual(message.srcPlug, srcPlug)) continue
        sent.push({ ...message, payloadSize: size(payload), tx, blockNumber })
      }
    }
    if (!isCaughtUp) continue
    const executions = new Map(executed.map(({ messageId, tx }) => [messageId, tx]))
    return { chain, fromBlock, toBlock: head ?? 0n, sent, executions }
  }
}
