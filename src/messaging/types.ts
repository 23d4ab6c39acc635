import type { Address, Hex } from "viem"

import type { OrUnknown } from "../tracking/states.js"
import type { InboundStatus, MessageStatus } from "./states.js"

/**
 * A cross-chain message as the messaging API reports it. Field names are the API's own. Addresses are checksummed, and what is not
 * known yet is `null`.
 */
export type Message = {
  readonly status: OrUnknown<MessageStatus>
  readonly messageId: Hex
  readonly packetId: Hex | null
  readonly from: { readonly srcChainSlug: number; readonly srcPlug: Address }
  readonly to: { readonly dstChainSlug: number; readonly destPlug: Address }
  /** The transaction on the source chain that called `outbound`. */
  readonly outboundTx: Hex
  /** The hash of the message's details, which the root of its packet commits to. */
  readonly packedMessage: Hex | null
  /** The transaction on the destination chain that called `inbound`. */
  readonly inboundTx: Hex | null
  readonly executionDetails: {
    readonly inboundStatus: OrUnknown<InboundStatus>
    readonly isExecuted: boolean
    readonly executor: Address | null
    readonly executionTxHash: Hex | null
  }
}
