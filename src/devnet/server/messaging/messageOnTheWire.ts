import type { MessageRecord } from "../../messaging/MessageRecord.js"
import type { InboundStatus, MessageStatus } from "#src/messaging/states.js"

export type MessageToEncode = Pick<MessageRecord, "status" | "executionTx"> & {
  readonly outbound: Pick<
    MessageRecord["outbound"],
    | "messageId"
    | "packetId"
    | "srcChainSlug"
    | "srcPlug"
    | "dstChainSlug"
    | "dstPlug"
    | "transactionHash"
    | "packedMessage"
  >
  /** Undefined until the executor has tried it. */
  readonly note: object | undefined
}

export function messageOnTheWire(record: MessageToEncode, executor: string): object {
  const { outbound, status, executionTx = null } = record
  return {
    status,
    messageId: outbound.messageId,
    packetId: outbound.packetId,
    from: { srcChainSlug: outbound.srcChainSlug, srcPlug: outbound.srcPlug },
    to: { dstChainSlug: outbound.dstChainSlug, destPlug: outbound.dstPlug },
    outboundTx: outbound.transactionHash,
    packedMessage: outbound.packedMessage,
    inboundTx: executionTx,
    executionDetails: {
      inboundStatus: inboundStatusAt[status] ?? "NOT_TRIED",
      isExecuted: executionTx !== null,
      executor: record.note === undefined ? null : executor,
      executionTxHash: executionTx,
    },
  }
}

/** The status of the call to the plug, by the message's status. At any other, the call was not attempted yet. */
export const inboundStatusAt: Partial<Record<MessageStatus, InboundStatus>> = {
  EXECUTING: "EXECUTING",
  INBOUND_REVERTING: "REVERTING",
  EXECUTION_FAILURE: "REVERTING",
  EXECUTION_SUCCESS: "SUCCESS",
}
