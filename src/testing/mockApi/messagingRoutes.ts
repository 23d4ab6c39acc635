import type { Hex } from "viem"

import { mockAddresses, mockChains, mockHash, mockMessageId } from "./mockIds.js"
import { defineRoute, type MockRoute, type Step } from "./MockRoute.js"
import { inboundStatusAt, messageOnTheWire } from "#src/devnet/server/messaging/messageOnTheWire.js"
import type { EstimateMinFeesParameters } from "#src/messaging/createMessagingClient.js"
import type { MessageStatus } from "#src/messaging/states.js"

/** The shapes that the messaging API's responses were seen in. As the API answers today, a list is the `result` of an envelope. */
export const messagingShapes = { "enveloped list": true, list: true, "enveloped message": true, message: true } as const

/** The messages of a transaction, or an estimate of fees. */
export type MessagingEntry =
  | {
      readonly srcTxHash: Hex
      /** Default: 41001. */
      readonly srcChainSlug?: number | undefined
      /** The state of its message, or a list of states if it has sent several. */
      readonly states: readonly Step<MessageStatus | readonly MessageStatus[]>[]
      readonly shape?: keyof typeof messagingShapes | undefined
    }
  | ({
      /** Fees in wei. */
      readonly fees: readonly Step<bigint>[]
    } & Partial<Pick<EstimateMinFeesParameters, "srcPlug" | "srcChainSlug" | "dstChainSlug">>)

export function messagingRoutes(entries: readonly MessagingEntry[]): MockRoute[] {
  return entries.map((entry) => ("fees" in entry ? feesRoute(entry) : messagesRoute(entry)))
}

function messagesRoute(entry: Extract<MessagingEntry, { srcTxHash: Hex }>): MockRoute {
  const { srcTxHash, srcChainSlug = mockChains.source, states, shape = "enveloped list" } = entry
  return defineRoute<MessageStatus | readonly MessageStatus[]>({
    paths: ["/v1/messages-from-tx"],
    query: { srcTxHash, srcChainSlug },
    about: `the messages of ${srcTxHash} on chain ${srcChainSlug}`,
    steps: states,
    body(status, fields) {
      const messages = [status]
        .flat()
        .map((state, index) => ({ ...messageAt(state, srcTxHash, srcChainSlug, index), ...fields }))
      const content = shape.endsWith("list") ? messages : messages[0]
      return shape.startsWith("enveloped") ? { status: "SUCCESS", result: content } : content
    },
  })
}

function feesRoute({ fees, ...query }: Extract<MessagingEntry, { fees: readonly Step<bigint>[] }>): MockRoute {
  return defineRoute<bigint>({
    paths: ["/v1/estimate-min-fees"],
    query,
    about: "fees of a message",
    steps: fees,
    body: (fee) => ({ status: "SUCCESS", result: fee }),
  })
}

function messageAt(status: MessageStatus, srcTxHash: Hex, srcChainSlug: number, index: number): object {
  const { srcPlug, destPlug, executor } = mockAddresses
  const outbound = {
    messageId: mockMessageId(srcChainSlug, srcPlug, Number(BigInt(srcTxHash) % 1_000_000n) * 1_000 + index),
    packetId: mockHash(`packet ${srcTxHash} ${index}`),
    srcChainSlug,
    srcPlug,
    dstChainSlug: srcChainSlug === mockChains.destination ? mockChains.source : mockChains.destination,
    dstPlug: destPlug,
    transactionHash: srcTxHash,
    packedMessage: mockHash(`message ${srcTxHash} ${index}`),
  }
  const executionTx = status === "EXECUTION_SUCCESS" ? mockHash(`inbound ${srcTxHash} ${index}`) : undefined
  const note = inboundStatusAt[status] && {}
  return messageOnTheWire({ outbound, status, executionTx, note }, executor)
}
