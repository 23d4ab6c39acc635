import type { Hex } from "viem"

import type { OutboundMessage } from "../onchain/events.js"
import type { MessageChain } from "../reading/confirmDelivery.js"
import { SourcesDisagreeError } from "../reading/SourcesDisagreeError.js"
import { isUnknownToApi } from "../requestErrors.js"
import { compareStates, isFinal } from "../states.js"
import type { Message } from "../types.js"
import type { ChainMessagesOptions } from "./createChainMessages.js"
import { chainSource, countMalformed, getKnownMessages, type MessageSource, receivedMessage } from "./messageSource.js"
import { beforeDelivery } from "./messageTracker.js"
import { NothingToFollowError } from "./trackingErrors.js"
import { withTimeLimit } from "#src/http/attempt/withTimeLimit.js"
import { isTransient } from "#src/http/polling/poll.js"
import type { Clock } from "#src/primitives/clock.js"
import { formatDuration } from "#src/primitives/duration.js"
import { lazily } from "#src/primitives/lifetime/lazily.js"

/** The chains that a watch reads where the messaging API does not say enough. */
export type FollowedChains = Pick<ChainMessagesOptions, "dstOf" | "finality"> & {
  /** The chain that the messages leave, or what opens it when it is first read. */
  readonly src: MessageChain | (() => Promise<MessageChain>)
}

type Read = MessageSource["getMessages"]

/** What the chains say while the API does not, and who is told. */
export type ChainFallbackOptions = {
  /** Reads the messages from the chains; none if they cannot be read, or do not know the transaction. */
  readonly readChains: Read
  /** Throws if the destination does not confirm that a message was delivered, which the API says. Default: the API is believed. */
  readonly confirm?: ((message: Message) => Promise<void>) | undefined
  /** The messages in the transaction's receipt, where they are known. Then no other one counts. */
  readonly sent?: readonly OutboundMessage[] | undefined
  /**
   * Called after each answer with whether the API does not know the transaction.
   *
   * @param meanwhile what is done instead, as a sentence
   */
  readonly onUnknown?: ((isUnknown: boolean, meanwhile?: string) => void) | undefined
  /**
   * Called when the API does not answer, and with `undefined` when it answers again.
   *
   * @param error an error; or what the API does, in words that continue a sentence about it
   * @param meanwhile what is done instead, as a sentence; `undefined` if nothing is
   */
  readonly onTrouble?: ((error: unknown, meanwhile?: string) => void) | undefined
}

/** An API or a chain that answers later than this is not waited for where the other one has answered, in milliseconds. */
const patience = 5_000

/** The chains are read when an API has told nothing new for so long, in milliseconds. */
const lagAfter = 60_000

const meanwhile = "Its messages are followed on the chains themselves."

/**
 * Asks the messaging API for the states of messages, and the chains themselves where it does not know the transaction, leaves out a message
 * that was sent, tells nothing new for a minute, or does not answer. What leaves no trace on a chain stays as the API told it last, and no message goes back because
 * another one of the two was asked.
 *
 * Which messages were sent is not taken from the API if `sent` says it: a sent message that it reports with another source or destination
 * is one that it leaves out.
 */
export function withChainFallback(
  api: MessageSource,
  { readChains, confirm, sent, onUnknown, onTrouble }: ChainFallbackOptions,
): MessageSource {
  const { clock } = api
  const given = new Map<Hex, Message>()
  let [told, read]: [readonly Message[], readonly Message[]] = [[], []]
  let isSilent = false
  let lastNews = clock.now()

  const own = (reported: readonly Message[]): readonly Message[] =>
    sent === undefined
      ? reported
      : sent.flatMap((message) => reported.findLast((other) => isReportOf(other, message)) ?? [])

  return {
    ...api,
    async getMessages(parameters) {
      const messages = await Promise.all((await readBoth(parameters)).map(confirmed))
      for (const message of messages) given.set(message.messageId, message)
      return messages
    },
  }

  /** What is delivered to the API's knowledge alone stays where it was until the destination agrees. */
  async function confirmed(message: Message): Promise<Message> {
    const { messageId, status } = message
    const isConfirmed = given.get(messageId)?.status === status || isBehind({ ...message, status: "VERIFIED" }, read)
    if (status !== "EXECUTION_SUCCESS" || isConfirmed) return message
    try {
      await confirm?.(message)
      return message
    } catch (error) {
      if (!(error instanceof SourcesDisagreeError)) throw error
      onTrouble?.(error, "Both are asked again.")
      return given.get(messageId) ?? beforeDelivery(message, "RECEIVED")
    }
  }

  async function readBoth(parameters: Parameters<Read>[0]): Promise<Message[]> {
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
      if (reported.some((message) => !told.some((other) => isSame(message, other)))) lastNews = clock.now()
      told = [...reported, ...told.filter(({ messageId }) => !reported.some((other) => other.messageId === messageId))]
      const isComplete =
        sent === undefined ? messages.length + countMalformed(messages) > 0 : reported.length === sent.length
      const isWaiting = reported.some(({ status }) => !isFinal(status))
      if (isComplete && isWaiting && clock.now() - lastNews > lagAfter) {
        lastNews = clock.now()
        read = (await limited(() => readChains(parameters))) ?? read
      }
      const isLagging = reported.some((message) => isBehind(message, read))
      if (isSilent && !isLagging) onTrouble?.(undefined)
      isSilent = false
      if (isComplete && !isLagging) {
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
      onTrouble?.(silence?.error ?? `does not answer within ${formatDuration(patience)}`, meanwhile)
    } else {
      if (reported.some((message) => isBehind(message, seen))) {
        isSilent = true
        onTrouble?.("is behind the chains", meanwhile)
      }
      onUnknown?.(reported.length === 0, seen.length > 0 ? meanwhile : undefined)
    }
    return base.map((message) => [...told, ...seen].reduce(further, message))
  }
}

/**
 * Reads messages from the chains for a watch at the API: those of the source chain alone where a destination fails, and none where that
 * fails, too. The API may know more with the next request.
 *
 * @throws {NothingToFollowError} the transaction is mined and sent nothing
 */
export function createChainReader(chains: FollowedChains, clock: Clock): Read {
  const open = lazily(() =>
    Promise.all([openChainMessages(chains, clock), openChainMessages({ ...chains, dstOf: noChain }, clock)]),
  )
  return async (parameters) => {
    for (const source of await open().catch(() => [])) {
      try {
        return await source.getMessages(parameters)
      } catch (error) {
        if (error instanceof NothingToFollowError || error instanceof SourcesDisagreeError) throw error
      }
    }
    return []
  }
}

const noChain = (): Promise<undefined> => Promise.resolve(undefined)

/** Follows messages on the chains alone. Most APIs know the transaction, so that no watch waits for what reads chains. */
async function openChainMessages({ src, ...chains }: FollowedChains, clock: Clock): Promise<MessageSource> {
  const { createChainMessages } = await import("./createChainMessages.js")
  return createChainMessages({ ...chains, src: typeof src === "function" ? await src() : src, clock })
}

/** The chains as a source of messages, which is opened when it is first read. */
export function onlyChains(api: MessageSource, chains: FollowedChains): MessageSource {
  const open = lazily(() => openChainMessages(chains, api.clock))
  return { ...api, ...chainSource, getMessages: async (parameters) => await (await open()).getMessages(parameters) }
}

/** Asks the destination of a message whether it was delivered. A chain that cannot be opened confirms nothing. */
export function confirmOn({ dstOf }: Pick<FollowedChains, "dstOf">, clock: Clock): (message: Message) => Promise<void> {
  return async ({ messageId, to: { dstChainSlug } }) => {
    const chain = await dstOf(dstChainSlug).catch(() => undefined)
    if (chain === undefined) return
    const { confirmDelivery } = await import("../reading/confirmDelivery.js")
    await confirmDelivery({ messageId, dstChainSlug }, chain, { saidBy: "api", clock })
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

function isSame(message: Message, other: Message): boolean {
  return message.messageId === other.messageId && message.status === other.status
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
