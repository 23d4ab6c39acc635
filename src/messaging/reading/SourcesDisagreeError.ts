import type { Hex } from "viem"

import { PlugsError } from "#src/primitives/PlugsError.js"

/** One source says that a message was delivered, and another one that it was not. It counts as not delivered until they agree. */
export class SourcesDisagreeError extends PlugsError {
  readonly code = "SOURCES_DISAGREE"
  readonly messageId: Hex
  /** Who says that the message was delivered, in words, such as `the messaging API`. */
  readonly delivered: string
  /** Who says that it was not, such as `node 2 of arbitrum`. */
  readonly notDelivered: string

  constructor({ messageId, delivered, notDelivered }: { messageId: Hex; delivered: string; notDelivered: string }) {
    super(`Whether the message was delivered is not certain: ${delivered} says yes, and ${notDelivered} says no.`, {
      facts: { message: messageId, [delivered]: "delivered", [notDelivered]: "not delivered" },
      next: "Wait until the one that lags has caught up, or ask another node. Until they agree, do not count on either.",
    })
    this.messageId = messageId
    this.delivered = delivered
    this.notDelivered = notDelivered
  }
}
