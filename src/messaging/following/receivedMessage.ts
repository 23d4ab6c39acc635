import type { Hex } from "viem"

import type { OutboundMessage } from "../onchain/events.js"
import type { Message } from "../types.js"

/** Makes the message that a receipt shows: what a sent message is while nothing more is known of it. */
export function receivedMessage(sent: OutboundMessage, outboundTx: Hex): Message {
  return {
    status: "RECEIVED",
    messageId: sent.messageId,
    packetId: sent.packetId,
    from: { srcChainSlug: sent.srcChainSlug, srcPlug: sent.srcPlug },
    to: { dstChainSlug: sent.dstChainSlug, destPlug: sent.dstPlug },
    outboundTx,
    packedMessage: sent.packedMessage,
    inboundTx: null,
    executionDetails: { inboundStatus: "NOT_TRIED", isExecuted: false, executor: null, executionTxHash: null },
  }
}
