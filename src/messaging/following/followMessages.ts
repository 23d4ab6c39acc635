import type { Hex } from "viem"

import { SourcesDisagreeError } from "../reading/SourcesDisagreeError.js"
import { isFailure, type MessageStatus } from "../states.js"
import type { Message } from "../types.js"
import { checkMessageId, checkState } from "../wire/parameters.js"
import { countMalformed, getKnownMessages, type MessageSource, reuseMessages } from "./messageSource.js"
import { createMessageTracker, type MessageStep, statesBetween } from "./messageTracker.js"
import { MessageFailedError, messagesLateError, type MessageSubject, SeveralMessagesError } from "./trackingErrors.js"
import type { ChainFallbackOptions, FollowedChains } from "./withChainFallback.js"
import { confirmOn, createChainReader, onlyChains, withChainFallback } from "./withChainFallback.js"
import type { Finality } from "#src/onchain/scanning/LogPosition.js"
import { checkHash, checkSlug } from "#src/primitives/checks.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { follow, type WatchTiming } from "#src/tracking/follow.js"

/** Which messages to follow, how far, and for how long. */
export type WatchMessagesParameters = Omit<WatchTiming, "onTrouble"> &
  Pick<ChainFallbackOptions, "sent" | "onUnknown" | "onTrouble"> & {
    srcChainSlug: number
    /** The transaction that called `outbound`. */
    srcTxHash: Hex
    /** Stop at this state or a later one instead of a final state. A final failure is still an error. */
    until?: MessageStatus | undefined
    /** Milliseconds. Default: 30 minutes. */
    timeout?: number | undefined
    /** Chains to read beside the API, or in its place. Default: the API alone is believed. */
    chains?: FollowedChains | undefined
    /**
     * Whom to believe. `both`: the API, and the chains while it does not know the transaction, has told nothing new for a minute, or does not
     * answer, of which `onUnknown` and `onTrouble` are told; a message is delivered when both say so. `chain` sees neither that a message is
     * being executed nor that it reverts. Default: `both` if there are `chains`.
     */
    source?: SourceChoice | undefined
    /** With the source `chain`: what counts, as `createChainMessages` has it. Default: "latest". */
    finality?: Finality | undefined
  }

/** Where the states of messages are read. */
export type SourceChoice = "api" | "chain" | "both"

/** {@link WatchMessagesParameters} for a single message of a transaction that may have sent several. */
export type WatchMessageParameters = WatchMessagesParameters & { messageId?: Hex | undefined }

/**
 * How long a watch without `timeout` lasts, in milliseconds: 30 minutes, three times as long as a slow fast path takes
 * (3 to 10 minutes). Allow more for a message whose `inbound` reverts, which is retried for two to three hours, and for an
 * optimistic path.
 */
export const defaultWatchTimeout: number = 30 * 60_000

/**
 * Follows the messages of a transaction: what all watches and waits for messages run on.
 *
 * @param parameters.alone throws if there is more than one message
 */
export async function* followMessages(
  client: MessageSource,
  parameters: WatchMessageParameters & { alone?: boolean },
): AsyncGenerator<MessageStep, void, undefined> {
  const { timeout = defaultWatchTimeout, alone = false } = parameters
  const subject = checkSubject(parameters)
  const until = parameters.until === undefined ? undefined : checkState(parameters.until, "until")
  const tracker = createMessageTracker({ messageId: subject.messageId, until })
  const { srcChainSlug, srcTxHash } = subject
  let disagreement: unknown
  const onTrouble: ChainFallbackOptions["onTrouble"] = (error, meanwhile) => {
    if (error instanceof SourcesDisagreeError) disagreement = error
    parameters.onTrouble?.(error, meanwhile)
  }
  const source = chooseSource(client, { ...parameters, onTrouble })
  let malformed = 0
  const answers = follow(
    client,
    {
      key: `${parameters.source ?? ""} ${parameters.finality ?? ""} ${srcChainSlug} ${srcTxHash}`,
      async load(signal, before: readonly Message[] | undefined): Promise<readonly Message[]> {
        const messages = await getKnownMessages(source, { srcChainSlug, srcTxHash, signal })
        return before === undefined ? messages : reuseMessages(before, messages)
      },
      interpret(messages, at) {
        malformed = subject.messageId === undefined ? countMalformed(messages) : 0
        const looks =
          source.passes === undefined ? [messages] : statesBetween(tracker.things(), messages, source.passes)
        const steps = looks.flatMap((look) => tracker.observe(look, at))
        return { value: steps, changed: steps.length > 0 }
      },
      deadlineError: (lastError) =>
        messagesLateError({ subject, until, waited: timeout, tracker, lastError: lastError ?? disagreement, source }),
    },
    { ...parameters, timeout },
  )

  for await (const steps of answers) {
    const messages = tracker.things()
    if (alone && messages.length > 1) {
      throw new SeveralMessagesError({ srcTxHash, messageIds: messages.map(({ messageId }) => messageId) })
    }
    yield* steps
    // A malformed message may still be on its way.
    if (!tracker.isOver() || malformed > 0) continue
    if (until !== "EXECUTION_FAILURE" && messages.some(({ status }) => isFailure(status))) {
      throw new MessageFailedError(tracker)
    }
    return
  }
}

function chooseSource(client: MessageSource, parameters: WatchMessagesParameters): MessageSource {
  const { chains, source = chains === undefined ? "api" : "both" } = parameters
  if (client.sourceName !== undefined || source === "api") return client
  if (chains === undefined) {
    throw new InvalidInputError({ argument: "source", problem: "there are no chains to read", fix: "Give chains." })
  }
  if (source === "chain") return onlyChains(client, { ...chains, finality: parameters.finality })
  const { clock } = client
  const readChains = createChainReader(chains, clock)
  return withChainFallback(client, { ...parameters, readChains, confirm: confirmOn(chains, clock) })
}

function checkSubject({ srcChainSlug, srcTxHash, messageId }: WatchMessageParameters): MessageSubject {
  return {
    srcChainSlug: checkSlug(srcChainSlug, "srcChainSlug"),
    srcTxHash: checkHash(srcTxHash, "srcTxHash"),
    ...(messageId === undefined ? {} : { messageId: checkMessageId(messageId, "messageId") }),
  }
}
