import type { OutboundMessage } from "../events.js"

/** Adds up what the socket got for messages, in wei. */
export function feesOf(messages: readonly Pick<OutboundMessage, "fees">[]): bigint {
  return messages.reduce((sum, { fees }) => sum + fees.transmissionFees + fees.executionFee + fees.switchboardFees, 0n)
}
