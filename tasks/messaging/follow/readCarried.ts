import type { Hex } from "viem"

import type { MessageStep } from "../../../src/messaging/index.js"
import { readSentMessages } from "../../../src/messaging/onchain/delivery/readSentMessages.js"
import { type CarriedMessage, readCarriedMessage } from "../../../src/messaging/onchain/standard/gatewayMessage.js"
import type { MessageChains } from "../../../src/plugin/connection/chains/openMessageChains.js"

/** Reads from its chain which message of ERC-7786 a message carries. If that fails, the message is followed without it. */
export async function readCarried(
  chains: MessageChains,
  { messageId, message: { from, outboundTx } }: MessageStep,
): Promise<CarriedMessage | undefined> {
  try {
    const src = await chains.find(from.srcChainSlug)
    if (src === undefined) return undefined
    const { messages } = await readSentMessages(src, outboundTx as Hex)
    const sent = messages.find((other) => other.messageId === messageId)
    return sent && (await readCarriedMessage(src.client, sent))
  } catch {
    return undefined
  }
}
