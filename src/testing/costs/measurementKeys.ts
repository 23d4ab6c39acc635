import type { RequestRecord } from "../../devnet/gateway/ledger/types.js"
import type { MessageRecord } from "../../devnet/messaging/MessageRecord.js"

/** The keys of what there is to measure of a message. A key names its transaction too, because ids come again on a chain that went back. */
export type MessageKeys = { readonly fee: string; readonly outbound: string; readonly inbound: string | undefined }

export function messageKeys({ outbound, executionTx }: MessageRecord): MessageKeys {
  const { messageId, transactionHash } = outbound
  return {
    fee: `fee ${messageId} ${transactionHash}`,
    outbound: `outbound ${transactionHash}`,
    inbound: executionTx === undefined ? undefined : `inbound ${messageId} ${executionTx}`,
  }
}

/** The key of a request; `undefined` until it is completed, when all that it costs is charged. */
export function requestKey({ status, requestCount, txHash }: RequestRecord): string | undefined {
  return status === "COMPLETED" ? `request ${requestCount} ${txHash}` : undefined
}
