import { withTimeLimit } from "../../../src/http/attempt/withTimeLimit.js"
import { isTransient } from "../../../src/http/polling/poll.js"
import {
  countMalformed,
  getKnownMessages,
  type MessageSource,
  receivedMessage,
} from "../../../src/messaging/following/messageSource.js"
import type { OutboundMessage } from "../../../src/messaging/onchain/events.js"
import { isUnknownToApi } from "../../../src/messaging/requestErrors.js"
import { compareStates } from "../../../src/messaging/states.js"
import type { Message } from "../../../src/messaging/types.js"
import { formatDuration } from "../../../src/primitives/duration.js"

type Read = MessageSource["getMessages"]

/** What the chains say while the API does not, and who is told. */
export type WithChainsOptions = {
  /** Reads the messages from the chains; none if they cannot be read, or do not know the transaction. */
  readonly readChains: Read
  /** The messages in the transaction's receipt, where they are known. Then no other one counts. */
  readonly sent?: readonly OutboundMessage[] | undefined
  /**
   * Called after each answer with whether the API does not know the transaction.
   *
   * @param meanwhile what is done instead
   */
  readonly onUnknown?: ((isUnknown: boolean, meanwhile?: string) => void) | undefined
  /** Called when the API does not answer while the chains do, and without an error when it answers again. */
  readonly onTrouble?: ((error: unknown, meanwhile?: string) => void) | undefined
}

/** An API or a chain that answers later than this is not waited for where the other one has answered, in milliseconds. */
const patience = 5_000

const meanwhile = "Its messages are followed on the chains themselves."

/**
 * Asks the messaging API for the states of messages, and the chains themselves where it does not know the transaction, leaves out a message
 * that was sent, or does not answer. What leaves no trace on a chain stays as the API told it last, and no message goes back because
 * another one of the two was asked.
 *
 * Which messages were sent is not taken from the API if `sent` says it: a sent message that it reports with another source or destination
 * is one that it leaves out.
 */
export function withChains(
  api: MessageSource,
  { readChains, sent, onUnknown, onTrouble }: WithChainsOptions,
): MessageSource {
  const { clock } = api
  let [told, read]: [readonly Message[], readonly Message[]] = [[], []]
  let isSilent = false

  const own = (reported: readonly Message[]): readonly Message[] =>
    sent === undefined
      ? reported
      : sent.flatMap((message) => reported.findLast((other) => isReportOf(other, message)) ?? [])

  return {
    ...api,
    async getMessages(parameters) {
      const { signal } = parameters
      const limited = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
        const result = await withTimeLimit(patience, work, { clock, signal })
        return result.kind === "done" ? result.value : undefined
      }
      const asking = getKnownMessages(api, parameters).then((messages) => ({ messages }), toSilence)
      const answer = await limited(() => asking)
      const messages = answer && "messages" in answer ? answer.messages : undefined
      const reported = messages && own(messages)
      if (messages !== undefined && reported !== undefined) {
        if (isSilent) onTrouble?.(undefined)
        isSilent = false
        told = [
          ...reported,
          ...told.filter(({ messageId }) => !reported.some((other) => other.messageId === messageId)),
        ]
        const isComplete =
          sent === undefined ? messages.length + countMalformed(messages) > 0 : reported.length === sent.length
        if (isComplete && !reported.some((message) => isBehind(message, read))) {
          onUnknown?.(false)
          return sent === undefined ? messages : [...reported]
        }
      }
      // A slow chain has nothing newer to say than it had.
      const seen = (await limited(() => readChains(parameters))) ?? read
      read = seen
      const base =
        sent?.map((message) => receivedMessage(message, parameters.srcTxHash)) ??
        (reported !== undefined && reported.length > 0 ? reported : seen)
      if (reported === undefined) {
        const silence = seen.length > 0 ? answer : await asking
        if (silence !== undefined && "messages" in silence) return [...own(silence.messages)]
        if (seen.length === 0) throw silence?.error
        isSilent = true
        onTrouble?.(silence?.error ?? `no answer within ${formatDuration(patience)}`, meanwhile)
      } else onUnknown?.(reported.length === 0, seen.length > 0 ? meanwhile : undefined)
      return base.map((message) => [...told, ...seen].reduce(further, message))
    },
  }
}

/** Errors that say nothing about the messages. Any other one ends the watch. */
function toSilence(error: unknown): { readonly error: unknown } {
  if (isTransient(error) || isUnknownToApi(error)) return { error }
  throw error
}

/** The message with the state of the other one, if that is the same message further on. */
function further(message: Message, other: Message): Message {
  return message.messageId === other.messageId && compareStates(other.status, message.status) > 0 ? other : message
}

function isBehind({ messageId, status }: Message, others: readonly Message[]): boolean {
  return others.some((other) => other.messageId === messageId && compareStates(status, other.status) < 0)
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
