import type { Hex } from "viem"

import { hasArrived, inboundStates, type InboundStatus, messageStates, type MessageStatus } from "../states.js"
import type { Message } from "../types.js"
import type { OrUnknown } from "#src/tracking/states.js"
import { createTracker, type Step, type Tracker } from "#src/tracking/tracker.js"

/** One change of a message: of its status, or of its inbound status alone. Every change is reported once. */
export type MessageStep = Step<
  MessageStatus,
  {
    readonly messageId: Hex
    readonly inboundStatus: OrUnknown<InboundStatus>
    /** The message as it is now, or as it was last seen before it vanished. */
    readonly message: Message
  }
>

/** Turns the API's repeated answers about a transaction into steps. */
export type MessageTracker = Tracker<Message, MessageStep> & {
  /** The messages in the latest answer that are not followed. */
  others(): readonly Hex[]
}

/** Tracks the messages of one transaction, or one of them. They have arrived when they are final or have reached `until`. */
export function createMessageTracker(followed: {
  messageId?: Hex | undefined
  until?: MessageStatus | undefined
}): MessageTracker {
  const { messageId: followedId, until } = followed
  let latest: readonly Message[] = []
  const tracker = createTracker<Message, MessageStep>({
    idOf: ({ messageId }) => messageId,
    aspectsOf: ({ status, executionDetails }) => [
      { value: status, table: messageStates },
      { value: executionDetails.inboundStatus, table: inboundStates },
    ],
    hasArrived: ({ status }) => hasArrived(status, until),
    toStep(change, message) {
      const { messageId, executionDetails } = message
      return { messageId, ...change, inboundStatus: executionDetails.inboundStatus, message }
    },
  })
  const isFollowed = ({ messageId }: Message): boolean => followedId === undefined || messageId === followedId

  return {
    ...tracker,
    observe(messages, at) {
      latest = messages
      return tracker.observe(messages.filter(isFollowed), at)
    },
    // Only an error asks for them, and a transaction can have as many messages as watches.
    others: () => [...new Set(latest.filter((message) => !isFollowed(message)).map(({ messageId }) => messageId))],
  }
}
