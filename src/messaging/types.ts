import type { Address, Hex } from "viem"

import type { OrUnknown } from "../tracking/states.js"
import type { InboundStatus, MessageStatus } from "./states.js"

/**
 * A cross-chain message as the messaging API reports it, in the API's own names, parsed: addresses checksummed, slugs numbers,
 * what is not known yet `null`.
 */
export type Message = {
  readonly status: OrUnknown<MessageStatus>
  readonly messageId: Hex
  readonly packetId: Hex | null
  readonly from: { readonly srcChainSlug: number; readonly srcPlug: Address }
  readonly to: { readonly dstChainSlug: number; readonly destPlug: Address }
  /** Transaction on the source chain that called `outbound`. */
  readonly outboundTx: Hex
  /** Hash of the message's details: what a packet's root proves. */
  readonly packedMessage: Hex | null
  /** Transaction on the destination chain that called `inbound`. */
  readonly inboundTx: Hex | null
  readonly executionDetails: {
    readonly inboundStatus: OrUnknown<InboundStatus>
    readonly isExecuted: boolean
    readonly executor: Address | null
    readonly executionTxHash: Hex | null
  }
}
