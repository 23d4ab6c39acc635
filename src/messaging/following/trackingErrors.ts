import type { Hex } from "viem"

import { SourcesDisagreeError } from "../reading/SourcesDisagreeError.js"
import { isFailure, type MessageStatus, unseenOnChains } from "../states.js"
import type { Message } from "../types.js"
import type { MessageSource } from "./messageSource.js"
import type { MessageStep, MessageTracker } from "./messageTracker.js"
import { whyMessage } from "#src/primitives/commands/explainCommands.js"
import { argument, chain, chainFact, either, type ErrorText, text } from "#src/primitives/errorText.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import { DeadlinePassedError, formatHistory } from "#src/tracking/DeadlinePassedError.js"

/** The messages of a transaction, or one of them. */
export type MessageSubject = {
  readonly srcChainSlug: number
  readonly srcTxHash: Hex
  readonly messageId?: Hex | undefined
}

/** All followed messages are final and at least one was not delivered. It is not retried. */
export class MessageFailedError extends PlugsError {
  readonly code = "MESSAGE_FAILED"
  /** The messages that failed, as last seen. */
  readonly failed: readonly Message[]
  /** Every step of every followed message. */
  readonly history: readonly MessageStep[]

  constructor(tracker: MessageTracker) {
    const messages = tracker.things()
    const failed = messages.filter(({ status }) => isFailure(status))
    const subject = messages.length === 1 ? "The message was" : `${failed.length} of ${messages.length} messages were`
    super(`${subject} not delivered and will not be retried.`, {
      facts: { ...sourceFacts(failed), ...destinationFacts(failed), ...historyFacts(failed, tracker.history) },
      next: text`It is not tried again by itself. ${whyMessage(subjectOf(failed))}`,
    })
    this.failed = failed
    this.history = tracker.history
  }

  get lastState(): string | undefined {
    return this.failed.at(-1)?.status
  }
}

/** Messages were to be tracked, but their transaction is mined and sent none. */
export class NothingToFollowError extends PlugsError {
  readonly code = "NOTHING_TO_FOLLOW"

  constructor(hash: Hex, { status = "success" }: { status?: "success" | "reverted" } = {}) {
    const why = status === "success" ? "sent no message" : "reverted, so it sent no message"
    super(`There is nothing to follow: the transaction ${why}.`, {
      facts: { transaction: hash },
      next: text`${
        status === "success"
          ? "Check the function and its arguments, and that the plug uses the socket in plugs.chains."
          : "Fix what reverts, then send it again."
      } ${whyMessage({ transaction: hash })}`,
    })
  }
}

/** The caller waits for the only message of a transaction, but the transaction sent several. */
export class SeveralMessagesError extends PlugsError {
  readonly code = "SEVERAL_MESSAGES"
  readonly messageIds: readonly Hex[]

  constructor({ srcTxHash, messageIds }: { srcTxHash: Hex; messageIds: readonly Hex[] }) {
    super(`The transaction sent ${messageIds.length} messages.`, {
      facts: { transaction: srcTxHash, messages: messageIds.join(", ") },
      next: text`Name one of them with ${argument("messageId")}${either(", or wait for all of them with waitForMessages", "")}.`,
    })
    this.messageIds = messageIds
  }
}

export function messagesLateError(late: {
  subject: MessageSubject
  until: MessageStatus | undefined
  waited: number
  tracker: MessageTracker
  lastError: unknown
  source?: Pick<MessageSource, "sourceName" | "passes">
}): DeadlinePassedError<MessageStep> | SourcesDisagreeError {
  const { subject, until, waited, tracker, lastError, source: { sourceName = "the messaging API", passes } = {} } = late
  if (lastError instanceof SourcesDisagreeError) return lastError
  const { history } = tracker
  const { srcChainSlug, srcTxHash, messageId } = subject
  const unseen = passes === undefined ? undefined : unseenOnChains.join(", ")
  return new DeadlinePassedError({
    source: sourceName.replace(/^t/, "T"),
    missing: whatIsMissing(tracker, until),
    waited,
    lastState: history.at(-1)?.state,
    history,
    subject: { "source chain": chainFact(srcChainSlug), transaction: srcTxHash, message: messageId },
    facts: { ...historyFacts(tracker.things(), history), "not visible on a chain": unseen },
    next: adviceFor(tracker, subject),
    lastError,
  })
}

const messagesShown = 10

function whatIsMissing(tracker: MessageTracker, until: MessageStatus | undefined): string {
  if (tracker.history.length === 0) return "No message was seen"
  const total = tracker.things().length
  const who = total > 1 ? `Not all of the ${total} messages` : "The message has not"
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

/** By these a person finds the messages again. */
function sourceFacts([message]: readonly Message[]): Record<string, ErrorText> {
  if (message === undefined) return {}
  return { "source chain": chainFact(message.from.srcChainSlug), transaction: message.outboundTx }
}

function destinationFacts([message, ...others]: readonly Message[]): Record<string, ErrorText> {
  if (message === undefined || others.length > 0) return {}
  const { messageId, status, to, executionDetails, inboundTx } = message
  return {
    message: messageId,
    destination: text`plug ${{ address: to.destPlug }} on ${chain(to.dstChainSlug)}`,
    "last state": status,
    "inbound status": executionDetails.inboundStatus,
    ...(inboundTx === null ? {} : { "inbound transaction": inboundTx }),
  }
}

function subjectOf([message, ...others]: readonly Message[]): Parameters<typeof whyMessage>[0] {
  if (message === undefined) return {}
  const messageId = others.length === 0 ? message.messageId : undefined
  return { transaction: message.outboundTx, srcChainSlug: message.from.srcChainSlug, messageId }
}

function adviceFor(tracker: MessageTracker, { srcTxHash, srcChainSlug, messageId }: MessageSubject): ErrorText {
  const why = whyMessage({ transaction: srcTxHash, srcChainSlug, messageId })
  if (tracker.others().length > 0 && tracker.history.length === 0) {
    return text`Check ${argument("messageId")}: the transaction sent ${tracker.others().join(", ")}.`
  }
  const lastState = tracker.history.at(-1)?.state
  if (lastState === undefined) {
    return text`Check that ${argument("srcChainSlug")} is the chain of the transaction and that the transaction sent a message. ${why}`
  }
  if (lastState === "INBOUND_REVERTING") {
    return text`inbound of the destination plug reverts. It is retried: on public chains for two to three hours, on a devnet 30 times by default. ${why}`
  }
  return text`It may still arrive. Wait again, with a longer ${argument("timeout")}. ${why}`
}
