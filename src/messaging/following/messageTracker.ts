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

/** Turns two looks at messages into those between them, the second last, where every message passes these states in turn. */
export function statesBetween(
  before: readonly Message[],
  after: readonly Message[],
  passes: readonly MessageStatus[],
): readonly (readonly Message[])[] {
  const steps = after.map((message) => {
    const known = before.find(({ messageId }) => messageId === message.messageId)
    const [from, to] = [known, message].map((one) => passes.findIndex((status) => status === one?.status))
    const passed = passes.slice((from ?? -1) + 1, Math.max(to ?? -1, 0))
    return [...passed.map((status) => beforeDelivery(message, status)), message]
  })
  const count = Math.max(1, ...steps.map(({ length }) => length))
  return Array.from({ length: count }, (_, look) => steps.flatMap((ofOne) => ofOne[look] ?? ofOne.at(-1) ?? []))
}

/** The message as it was in a state before it was delivered. */
export function beforeDelivery(message: Message, status: MessageStatus): Message {
  const executionDetails = { ...message.executionDetails, inboundStatus: "NOT_TRIED", isExecuted: false } as const
  return { ...message, status, inboundTx: null, executionDetails: { ...executionDetails, executionTxHash: null } }
}
