import type { Hex } from "viem"

import { readSentMessages } from "#src/messaging/onchain/delivery/readSentMessages.js"
import type { OutboundMessage } from "#src/messaging/onchain/events.js"
import type { MessageChain } from "#src/messaging/reading/confirmDelivery.js"
import { explainCallError } from "#src/onchain/callErrors.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

/**
 * Reads the one message of a transaction that is meant.
 *
 * @param options.messageId the message that was named; it may be left out if there is no other
 * @throws {InvalidInputError} the transaction is not mined, or has no such message, or several
 * @throws {NodeFailedError} the node did not answer
 */
export async function pickMessage(
  src: MessageChain,
  { srcTxHash, messageId }: { readonly srcTxHash: Hex; readonly messageId: Hex | undefined },
): Promise<OutboundMessage> {
  const messages = await readMessages(src, srcTxHash)
  const [first, ...others] = messages.filter((message) => messageId === undefined || message.messageId === messageId)
  if (first === undefined) {
    throw new InvalidInputError({
      argument: "id",
      problem:
        messageId === undefined ? "the transaction sent no message" : `the transaction did not send ${messageId}`,
      fix: "See what it did with npx hardhat messaging explain.",
    })
  }
  if (others.length > 0) {
    throw new InvalidInputError({
      argument: "--message-id",
      problem: `the transaction sent ${String(messages.length)} messages`,
      fix: `Name one of them: ${messages.map((message) => message.messageId).join(", ")}.`,
    })
  }
  return first
}

async function readMessages(src: MessageChain, srcTxHash: Hex): Promise<readonly OutboundMessage[]> {
  try {
    return (await readSentMessages(src, srcTxHash)).messages
  } catch (error) {
    if ((error as Error).name !== "TransactionReceiptNotFoundError") {
      throw explainCallError(error, { address: src.socket, functionName: "MessageOutbound" })
    }
    throw new InvalidInputError({
      argument: "id",
      problem: "the transaction is not mined on this chain",
      fix: "Check the hash, and name the chain with --from. npx hardhat messaging explain says more.",
    })
  }
}
