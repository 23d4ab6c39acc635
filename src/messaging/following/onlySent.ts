import type { OutboundMessage } from "../onchain/events.js"
import type { Message } from "../types.js"
import { getKnownMessages } from "./getKnownMessages.js"
import type { MessageSource } from "./messageSource.js"
import { receivedMessage } from "./receivedMessage.js"

/**
 * Reads the states of the messages that a transaction is known to have sent. Which messages there are is not taken from the source: what
 * it reports of any other message, or of a sent one with another source or destination, does not count. A sent message that it does not
 * report is RECEIVED, so that whoever waits for all of them does not stop before the last one.
 *
 * @param sent the messages in the receipt of the transaction
 * @param onUnknown called after each answer with whether the source does not know the transaction
 * @example
 * const { hash, messages } = await sendThroughPlug(publicClient, walletClient, call)
 * const steps = watchMessages(onlySent(client, messages), { srcChainSlug: 41001, srcTxHash: hash })
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
