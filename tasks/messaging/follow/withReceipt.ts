import type { Address, Client, Hex } from "viem"

import { withTimeLimit } from "../../../src/http/attempt/withTimeLimit.js"
import {
  countMalformed,
  getKnownMessages,
  type MessageSource,
  receivedMessage,
} from "../../../src/messaging/following/messageSource.js"
import { NothingToFollowError } from "../../../src/messaging/following/trackingErrors.js"
import type { OutboundMessage } from "../../../src/messaging/onchain/events.js"
import type { Message } from "../../../src/messaging/types.js"

/** The chain of a transaction, where it can be read. */
export type WithReceiptOptions = {
  /** Opens the chain that the messages leave. `undefined` if it cannot be read. It is called once, and may take its time. */
  readonly openChain: () => Promise<{ readonly client: Client; readonly socket: Address } | undefined>
  /** Called after each answer with whether the source does not know the transaction. */
  readonly onUnknown?: ((isUnknown: boolean) => void) | undefined
}

/** A node that answers later than this is asked again with the next request to the source, in milliseconds. */
const patience = 2_000

/**
 * Reads messages from the receipt of their transaction while the source does not know it: each is RECEIVED. A transaction that was mined
 * and sent nothing ends the watch at once. A node that does not answer ends nothing: the source is asked on.
 */
export function withReceipt(source: MessageSource, { openChain, onUnknown }: WithReceiptOptions): MessageSource {
  let chain: ReturnType<typeof openChain> | undefined
  const readSent = async (hash: Hex) => {
    const opened = await (chain ??= openChain())
    if (opened === undefined) return undefined
    // Most sources know the transaction at once, and need not wait for readers of chains.
    const { readSentMessages } = await import("../../../src/messaging/onchain/delivery/readSentMessages.js")
    // Whatever the node answers but a receipt, the transaction may be mined later.
    return await readSentMessages(opened, hash).catch(() => undefined)
  }
  return {
    ...source,
    async getMessages(parameters) {
      const reported = await getKnownMessages(source, parameters)
      const isKnown = reported.length > 0 || countMalformed(reported) > 0
      onUnknown?.(!isKnown)
      if (isKnown) return reported
      const hash = parameters.srcTxHash
      const read = await withTimeLimit(patience, () => readSent(hash), {
        clock: source.clock,
        signal: parameters.signal,
      })
      const sent = read.kind === "done" ? read.value : undefined
      if (sent === undefined) return []
      if (sent.messages.length === 0) throw new NothingToFollowError(hash, { status: sent.status })
      return sent.messages.map((message) => receivedMessage(message, hash))
    },
  }
}

/**
 * Reads the states of the messages that a transaction is known to have sent. Which messages there are is not taken from the source: what
 * it reports of any other message, or of a sent one with another source or destination, does not count. A sent message that it does not
 * report is RECEIVED, so that a wait for all of them does not stop before the last one.
 *
 * @param sent the messages in the receipt of the transaction
 * @param onUnknown called after each answer with whether the source does not know the transaction
 */
export function onlySent(
  source: MessageSource,
  sent: readonly OutboundMessage[],
  onUnknown?: (isUnknown: boolean) => void,
): MessageSource {
  return {
    ...source,
    async getMessages(parameters) {
      const reported = await getKnownMessages(source, parameters)
      onUnknown?.(reported.length === 0)
      return sent.map(
        (message) =>
          reported.findLast((other) => isReportOf(other, message)) ?? receivedMessage(message, parameters.srcTxHash),
      )
    },
  }
}

function isReportOf({ messageId, from, to }: Message, sent: OutboundMessage): boolean {
  return (
    messageId === sent.messageId &&
    from.srcChainSlug === sent.srcChainSlug &&
    from.srcPlug === sent.srcPlug &&
    to.dstChainSlug === sent.dstChainSlug &&
    to.destPlug === sent.dstPlug
  )
}
