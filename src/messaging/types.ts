import type { Address, Hex } from "viem"

import type { InboundStatus, MessageStatus } from "./states.js"
import type { OrForeign } from "#src/primitives/foreign.js"
import type { OrUnknown } from "#src/tracking/states.js"

/**
 * A cross-chain message as the messaging API reports it. Field names are the API's own. Addresses are checksummed, and what is not
 * known yet is `null`. An address or a hash that is not one of an EVM chain is kept as it came.
 */
export type Message = {
  readonly status: OrUnknown<MessageStatus>
  readonly messageId: Hex
  readonly packetId: OrForeign<Hex> | null
  readonly from: { readonly srcChainSlug: number; readonly srcPlug: OrForeign<Address> }
  readonly to: { readonly dstChainSlug: number; readonly destPlug: OrForeign<Address> }
  /** The transaction on the source chain that called `outbound`. */
  readonly outboundTx: OrForeign<Hex>
  /** The hash of the message's details, which the root of its packet commits to. */
  readonly packedMessage: OrForeign<Hex> | null
  /** The transaction on the destination chain that called `inbound`. */
  readonly inboundTx: OrForeign<Hex> | null
  readonly executionDetails: {
    readonly inboundStatus: OrUnknown<InboundStatus>
    readonly isExecuted: boolean
    readonly executor: OrForeign<Address> | null
    readonly executionTxHash: OrForeign<Hex> | null
  }
}
