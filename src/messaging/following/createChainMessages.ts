import type { Hex } from "viem"
import { getTransactionReceipt } from "viem/actions"

import { createSharedReader } from "../../http/polling/sharedReader.js"
import { explainCallError } from "../../onchain/callErrors.js"
import { type Clock, systemClock } from "../../primitives/clock.js"
import { readOutboundMessages } from "../onchain/events.js"
import type { ChainView } from "../reading/ChainView.js"
import { readOwnPacket } from "../reading/readPacket.js"
import type { Message } from "../types.js"
import { type MessageSource, receivedMessage } from "./messageSource.js"
import { type MessageChain, readDelivery } from "./readDelivery.js"
import { NothingToFollowError } from "./trackingErrors.js"

/** The chains to read, and how the watches keep time. */
export type ChainMessagesOptions = {
  /** The chain that the messages leave. */
  readonly src: MessageChain
  /** The chain of a slug, or `undefined` if it cannot be read. Then the message is followed on the source chain alone. */
  readonly dstOf: (slug: number) => Promise<MessageChain | undefined>
  readonly clock?: Clock | undefined
  readonly random?: (() => number) | undefined
}

/**
 * Reads messages and their states from the chains themselves, for watches of messages that the messaging API does not know. It takes no
 * logs of the destination chain, and of the source chain only those since the message was sent.
 *
 * What leaves no trace on a chain is not seen: that a message is being executed, or that its `inbound` reverts. A message that is never
 * delivered is followed until the deadline of the watch. A transaction that was mined and sent nothing is a `NothingToFollowError`.
 *
 * @example
 * const source = createChainMessages({ src: { client, socket }, dstOf: async () => ({ client: other, socket }) })
 * for await (const { state } of watchMessages(source, { srcChainSlug: 41001, srcTxHash })) console.log(state)
 */
export function createChainMessages({
  src,
  dstOf,
  clock = systemClock,
  random = Math.random,
}: ChainMessagesOptions): MessageSource {
  return {
    sourceName: "the chains",
    clock,
    random,
    sharedReader: createSharedReader({ clock }),
    async getMessages({ srcTxHash }) {
      try {
        return await readMessages(srcTxHash, src, dstOf)
      } catch (error) {
        if (error instanceof NothingToFollowError) throw error
        throw explainCallError(error, { address: src.socket, functionName: "messageExecuted" })
      }
    },
  }
}

async function readMessages(hash: Hex, src: MessageChain, dstOf: ChainMessagesOptions["dstOf"]): Promise<Message[]> {
  const receipt = await getTransactionReceipt(src.client, { hash }).catch((error: unknown) => {
    if ((error as Error).name === "TransactionReceiptNotFoundError") return undefined
    throw error
  })
  if (receipt === undefined) return []
  const view: ChainView = { ...src, answers: new Map() }
  const messages = readOutboundMessages(receipt, { socket: src.socket })
  if (messages.length === 0) throw new NothingToFollowError(hash, receipt)
  return await Promise.all(
    messages.map(async (sent) => {
      const message = { ...sent, packetId: await readOwnPacket(view, sent) }
      const dst = await dstOf(sent.dstChainSlug)
      const { status, executionTxHash } = await readDelivery(message, { src, dst, fromBlock: receipt.blockNumber })
      const isExecuted = status === "EXECUTION_SUCCESS"
      const inboundStatus = isExecuted ? "SUCCESS" : "NOT_TRIED"
      const executionDetails = { inboundStatus, isExecuted, executor: null, executionTxHash } as const
      return { ...receivedMessage(message, hash), status, inboundTx: executionTxHash, executionDetails }
    }),
  )
}
