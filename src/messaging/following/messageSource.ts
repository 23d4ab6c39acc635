import type { Hex } from "viem"

import type { GetMessagesParameters, MessagingClient } from "../createMessagingClient.js"
import type { OutboundMessage } from "../onchain/events.js"
import { MessageNotFoundError } from "../requestErrors.js"
import type { MessageStatus } from "../states.js"
import type { Message } from "../types.js"
import { malformedIn, noteMalformed } from "#src/http/parsing/malformed.js"
import type { Watchable } from "#src/tracking/follow.js"

/** Where watches read messages and their states from: a client of the messaging API, or the chains themselves. */
export type MessageSource = Watchable &
  Pick<MessagingClient, "getMessages"> & {
    /** What it is called in a sentence. Default: the messaging API. */
    readonly sourceName?: string | undefined
    /** States that a message passes one after the other, so that those between two looks are told, too. Default: only what is seen is told. */
    readonly passes?: readonly MessageStatus[] | undefined
  }

/** What the chains are as a source. Each state leads through those before it. */
export const chainSource: Pick<MessageSource, "sourceName" | "passes"> = {
  sourceName: "the chains",
  passes: ["RECEIVED", "SEALED", "PROPOSED", "VERIFIED", "EXECUTION_SUCCESS"],
}

/** Gets the messages of a transaction; none if the source does not know it. */
export async function getKnownMessages(
  source: Pick<MessageSource, "getMessages">,
  parameters: GetMessagesParameters,
): Promise<Message[]> {
  try {
    return await source.getMessages(parameters)
  } catch (error) {
    if (error instanceof MessageNotFoundError) return []
    throw error
  }
}

/** Counts messages lost because they are malformed: a wait for all of a transaction must not take the rest for all. */
export function countMalformed(messages: readonly Message[]): number {
  return malformedIn(messages).filter(({ path }) => typeof path.at(-1) === "number").length
}

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

/** Keeps the parts that are the same as in the answer before: so histories of thousands of messages take a third of the memory. */
export function reuseMessages(before: readonly Message[], messages: readonly Message[]): readonly Message[] {
  const reused = messages.map((message, index) => reuseEqual(before[index], message))
  noteMalformed(reused, malformedIn(messages))
  return reused
}

/** Returns a value with the parts of an earlier one wherever both are equal, so that keeping both takes the memory of one. */
export function reuseEqual<Value>(earlier: unknown, value: Value): Value {
  if (Object.is(earlier, value)) return earlier as Value
  if (!isPlainObject(earlier) || !isPlainObject(value)) return value
  const keys = Object.keys(value)
  const parts = keys.map((key) => reuseEqual(earlier[key], value[key]))
  const isEqual =
    keys.length === Object.keys(earlier).length &&
    keys.every((key, index) => Object.hasOwn(earlier, key) && Object.is(earlier[key], parts[index]))
  return (isEqual ? earlier : Object.fromEntries(keys.map((key, index) => [key, parts[index]]))) as Value
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
