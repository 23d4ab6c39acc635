import type { Hex } from "viem"

import { PlugsError } from "../../primitives/PlugsError.js"
import { DeadlinePassedError } from "../../tracking/DeadlinePassedError.js"
import { formatHistory } from "../../tracking/formatHistory.js"
import type { MessageTracker } from "./messageTracker.js"
import type { Message } from "../types.js"
import type { MessageStep } from "./messageStep.js"
import { isFailure, type MessageStatus } from "../states.js"

/** What was waited for: the messages of a transaction, or one of them. */
export type Subject = { readonly srcChainSlug: number; readonly srcTxHash: Hex; readonly messageId?: Hex | undefined }

/** Every message that was followed is final, and at least one of them failed for good. */
export class MessageFailedError extends PlugsError {
  readonly code = "MESSAGE_FAILED"
  /** The messages that failed, as they were last seen. */
  readonly failed: readonly Message[]
  /** Every step of every message that was followed. */
  readonly history: readonly MessageStep[]

  constructor(journey: MessageTracker) {
    const messages = journey.messages()
    const failed = messages.filter(({ status }) => isFailure(status))
    const subject = messages.length === 1 ? "The message was" : `${failed.length} of ${messages.length} messages were`
    super(`${subject} not delivered, and will not be tried again.`, {
      facts: { ...destinationFacts(failed), ...historyFacts(failed, journey.history) },
      next: "Find out why inbound of the destination plug reverts, for example by simulating it, then send again.",
    })
    this.failed = failed
    this.history = journey.history
  }

  get lastState(): string | undefined {
    return this.failed.at(-1)?.status
  }
}

/** The error of a watch whose time is over. */
export function lateMessageError({
  subject,
  until,
  waited,
  journey,
  trouble,
}: {
  subject: Subject
  until: MessageStatus | undefined
  waited: number
  journey: MessageTracker
  trouble: unknown
}): DeadlinePassedError<MessageStep> {
  const { history } = journey
  return new DeadlinePassedError({
    api: "The messaging API",
    missing: whatIsMissing(journey, until),
    waited,
    lastState: history.at(-1)?.state,
    history,
    subject: {
      "source chain": String(subject.srcChainSlug),
      transaction: subject.srcTxHash,
      message: subject.messageId,
    },
    facts: historyFacts(journey.messages(), history),
    next: adviceFor(journey),
    trouble,
  })
}

/** One message was asked for, but the transaction sent several. */
export class SeveralMessagesError extends PlugsError {
  readonly code = "SEVERAL_MESSAGES"
  readonly messageIds: readonly Hex[]

  constructor({ srcTxHash, messageIds }: { srcTxHash: Hex; messageIds: readonly Hex[] }) {
    super(`The transaction sent ${messageIds.length} messages.`, {
      facts: { transaction: srcTxHash, messages: messageIds.join(", ") },
      next: "Pass the messageId of one of them, or wait for all with waitForMessages.",
    })
    this.messageIds = messageIds
  }
}

const messagesShown = 10

function whatIsMissing(journey: MessageTracker, until: MessageStatus | undefined): string {
  if (journey.history.length === 0) return "No message was seen"
  const total = journey.messages().length
  const who = total > 1 ? `Not all of ${total} messages` : "The message has not"
  return `${who} ${until === undefined ? "arrived" : `reached ${until}`}`
}

function historyFacts(messages: readonly Message[], history: readonly MessageStep[]): Record<string, string> {
  const facts = messages.slice(0, messagesShown).map(({ messageId }): [string, string] => {
    const steps = history.filter((step) => step.messageId === messageId)
    return [messages.length === 1 ? "history" : `history of ${messageId}`, formatHistory(steps)]
  })
  const left = messages.length - facts.length
  return { ...Object.fromEntries(facts), ...(left > 0 ? { "and others": String(left) } : {}) }
}

function destinationFacts([message, ...others]: readonly Message[]): Record<string, string> {
  if (message === undefined || others.length > 0) return {}
  const { messageId, status, to, executionDetails, inboundTx } = message
  return {
    message: messageId,
    destination: `plug ${to.destPlug} on chain ${to.dstChainSlug}`,
    "last state": status,
    "inbound status": executionDetails.inboundStatus,
    ...(inboundTx === null ? {} : { "inbound transaction": inboundTx }),
  }
}

function adviceFor(journey: MessageTracker): string {
  if (journey.others().length > 0 && journey.history.length === 0) {
    return `Check messageId: the transaction sent ${journey.others().join(", ")}.`
  }
  const lastState = journey.history.at(-1)?.state
  if (lastState === undefined) {
    return "Check that srcChainSlug is the chain of the transaction, and that the transaction sent a message."
  }
  if (lastState === "INBOUND_REVERTING") {
    return "Find out why inbound of the destination plug reverts; it is tried again for two to three hours."
  }
  return "It may still arrive: wait again, with a longer timeout."
}
