import type { Hex } from "viem"

import { createTracker as createGeneralJourney, type Change } from "../../tracking/tracker.js"
import type { Message } from "../types.js"
import type { MessageStep } from "./messageStep.js"
import { compareStates, inboundStates, isFinal, type MessageStatus, messageStates } from "../states.js"

/** Turns what the API answers about a transaction, again and again, into steps. */
export type MessageTracker = {
  /** Takes one answer, and gives the steps that it means. */
  observe(messages: readonly Message[], at: number): MessageStep[]
  /** Whether nothing more is awaited: every message is final, or has reached the state that was asked for. */
  isOver(): boolean
  /** The messages that are followed, as they were last seen, without those that vanished. */
  messages(): Message[]
  /** Messages of the last answer that are not followed. */
  others(): readonly Hex[]
  /** Every step so far. */
  readonly history: readonly MessageStep[]
}

/** Follows the messages of one transaction, or one of them. */
export function createMessageTracker({
  messageId,
  until,
}: {
  messageId?: Hex | undefined
  until?: MessageStatus | undefined
}): MessageTracker {
  const history: MessageStep[] = []
  let others: readonly Hex[] = []

  const journey = createGeneralJourney<Message>({
    idOf: (message) => message.messageId,
    marksOf: ({ status, executionDetails }) => [
      { at: status, table: messageStates },
      { at: executionDetails.inboundStatus, table: inboundStates },
    ],
    hasArrived: ({ status }) =>
      isFinal(status) || (until !== undefined && (status === until || compareStates(status, until) > 0)),
  })

  const isFollowed = (message: Message): boolean => messageId === undefined || message.messageId === messageId

  return {
    history,
    observe(answer, at) {
      others = [...new Set(answer.filter((message) => !isFollowed(message)).map((message) => message.messageId))]
      const steps = journey.observe(answer.filter(isFollowed), at).map(stepOf)
      history.push(...steps)
      return steps
    },
    others: () => others,
    isOver: () => journey.isOver(),
    messages: () => journey.things(),
  }
}

function stepOf({ thing: message, kind, state, previousState, at, inState }: Change<Message>): MessageStep {
  const { messageId, executionDetails } = message
  const before = previousState === undefined ? {} : { previousState }
  return { kind, messageId, state, ...before, inboundStatus: executionDetails.inboundStatus, at, inState, message }
}
