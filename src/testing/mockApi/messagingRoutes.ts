import type { Hex } from "viem"

import { mockAddresses, mockChains, mockHash, mockMessageId } from "./mockIds.js"
import { defineRoute, type MockedChain, type MockRoute, type Numbered, type Step } from "./MockRoute.js"
import { inboundStatusAt, messageOnTheWire } from "#src/devnet/server/messaging/messageOnTheWire.js"
import type { EstimateMinFeesParameters } from "#src/messaging/createMessagingClient.js"
import type { MessageStatus } from "#src/messaging/states.js"

/** The shapes that the messaging API's responses were seen in. As the API answers today, a list is the `result` of an envelope. */
export const messagingShapes = { "enveloped list": true, list: true, "enveloped message": true, message: true } as const

/** The messages of a transaction, or an estimate of fees. */
export type MessagingEntry =
  | {
      readonly srcTxHash: Hex
      /** Default: any. */
      readonly srcChainSlug?: MockedChain | undefined
      /** Default: 41002, or 41001 where the source is that. */
      readonly dstChainSlug?: MockedChain | undefined
      /** The state of its message, or a list of states if it has sent several. */
      readonly states: readonly Step<MessageStatus | readonly MessageStatus[]>[]
      readonly shape?: keyof typeof messagingShapes | undefined
    }
  | ({
      /** Fees in wei. */
      readonly fees: readonly Step<bigint>[]
      readonly srcChainSlug?: MockedChain | undefined
      readonly dstChainSlug?: MockedChain | undefined
    } & Partial<Pick<EstimateMinFeesParameters, "srcPlug">>)

type Entry = Numbered<MessagingEntry>

export function messagingRoutes(entries: readonly Entry[]): MockRoute[] {
  return entries.map((entry) => ("fees" in entry ? feesRoute(entry) : messagesRoute(entry)))
}

function messagesRoute(entry: Extract<Entry, { srcTxHash: Hex }>): MockRoute {
  const { srcTxHash, srcChainSlug, dstChainSlug, states, shape = "enveloped list" } = entry
  return defineRoute<MessageStatus | readonly MessageStatus[]>({
    paths: ["/v1/messages-from-tx"],
    query: { srcTxHash, srcChainSlug },
    about: `the messages of ${srcTxHash}${srcChainSlug === undefined ? "" : ` on chain ${srcChainSlug}`}`,
    steps: states,
    body(status, fields, asked) {
      const source = srcChainSlug ?? Number(asked["srcChainSlug"] ?? mockChains.source)
      const other = source === mockChains.destination ? mockChains.source : mockChains.destination
      const sent = { srcTxHash, srcChainSlug: source, dstChainSlug: dstChainSlug ?? other }
      const messages = [status].flat().map((state, index) => ({ ...messageAt(state, sent, index), ...fields }))
      const content = shape.endsWith("list") ? messages : messages[0]
      return shape.startsWith("enveloped") ? { status: "SUCCESS", result: content } : content
    },
  })
}

function feesRoute({ fees, ...query }: Extract<Entry, { fees: readonly Step<bigint>[] }>): MockRoute {
  return defineRoute<bigint>({
    paths: ["/v1/estimate-min-fees"],
    query,
    about: "fees of a message",
    steps: fees,
    body: (fee) => ({ status: "SUCCESS", result: fee }),
  })
}

type Sent = { readonly srcTxHash: Hex; readonly srcChainSlug: number; readonly dstChainSlug: number }

function messageAt(status: MessageStatus, { srcTxHash, srcChainSlug, dstChainSlug }: Sent, index: number): object {
  const { srcPlug, destPlug, executor } = mockAddresses
  const outbound = {
    messageId: mockMessageId(srcChainSlug, srcPlug, Number(BigInt(srcTxHash) % 1_000_000n) * 1_000 + index),
    packetId: mockHash(`packet ${srcTxHash} ${index}`),
    srcChainSlug,
    srcPlug,
    dstChainSlug,
    dstPlug: destPlug,
    transactionHash: srcTxHash,
    packedMessage: mockHash(`message ${srcTxHash} ${index}`),
  }
  const executionTx = status === "EXECUTION_SUCCESS" ? mockHash(`inbound ${srcTxHash} ${index}`) : undefined
  const note = inboundStatusAt[status] && {}
  return messageOnTheWire({ outbound, status, executionTx, note }, executor)
}
