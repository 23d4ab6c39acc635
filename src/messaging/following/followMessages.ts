import type { Hex } from "viem"

import { checkHash, checkSlug } from "../../primitives/checks.js"
import { follow, type WatchTiming } from "../../tracking/follow.js"
import type { MessagingClient } from "../createMessagingClient.js"
import { createMessageTracker } from "./messageTracker.js"
import type { Message } from "../types.js"
import type { MessageStep } from "./messageStep.js"
import { checkMessageId, checkState } from "../parameters.js"
import { MessageNotFoundError } from "../requestErrors.js"
import { isFailure, type MessageStatus } from "../states.js"
import { lateMessageError, MessageFailedError, SeveralMessagesError } from "./trackingErrors.js"

/** Which messages to follow, how far, and for how long. */
export type WatchMessagesParameters = WatchTiming & {
  srcChainSlug: number
  /** The transaction that called `outbound`. */
  srcTxHash: Hex
  /** Be content with this state, or a later one, instead of a final one. A final failure stays an error. */
  until?: MessageStatus | undefined
  /** Milliseconds. Default: {@link defaultWatchTimeout}. */
  timeout?: number | undefined
}

/** As {@link WatchMessagesParameters}, for one message of a transaction that may have sent several. */
export type WatchMessageParameters = WatchMessagesParameters & { messageId?: Hex | undefined }

/**
 * How long a watch lasts when it is given no `timeout`: 30 minutes, three times what a slow fast path takes (3 to 10 minutes).
 * Give more to a message whose `inbound` reverts, which can recover for two to three hours, and to an optimistic path.
 */
export const defaultWatchTimeout: number = 30 * 60_000

/** What every watch and wait is made of. With `alone`, a second message is an error and not a second journey. */
export async function* followMessages(
  client: MessagingClient,
  parameters: WatchMessageParameters & { alone?: boolean },
): AsyncGenerator<MessageStep, void, undefined> {
  const { timeout = defaultWatchTimeout, alone = false } = parameters
  const subject = checkSubject(parameters)
  const until = parameters.until === undefined ? undefined : checkState(parameters.until, "until")
  const journey = createMessageTracker({ messageId: subject.messageId, until })
  const { srcChainSlug, srcTxHash } = subject
  const looks = follow(
    client,
    {
      key: `${srcChainSlug}:${srcTxHash}`,
      load: (signal) => getKnownMessages(client, subject, signal),
      see(messages, at) {
        const steps = journey.observe(messages, at)
        return { value: steps, changed: steps.length > 0 }
      },
      late: (trouble) => lateMessageError({ subject, until, waited: timeout, journey, trouble }),
    },
    { ...parameters, timeout },
  )

  for await (const steps of looks) {
    const messages = journey.messages()
    if (alone && messages.length > 1) {
      throw new SeveralMessagesError({ srcTxHash, messageIds: messages.map(({ messageId }) => messageId) })
    }
    yield* steps
    if (!journey.isOver()) continue
    if (until !== "EXECUTION_FAILURE" && messages.some(({ status }) => isFailure(status))) {
      throw new MessageFailedError(journey)
    }
    return
  }
}

function checkSubject(parameters: WatchMessageParameters): { srcChainSlug: number; srcTxHash: Hex; messageId?: Hex } {
  const { srcChainSlug, srcTxHash, messageId } = parameters
  return {
    srcChainSlug: checkSlug(srcChainSlug, "srcChainSlug"),
    srcTxHash: checkHash(srcTxHash, "srcTxHash"),
    ...(messageId === undefined ? {} : { messageId: checkMessageId(messageId, "messageId") }),
  }
}

/** A transaction that the API doesn't know yet has no messages yet. */
async function getKnownMessages(
  client: MessagingClient,
  { srcChainSlug, srcTxHash }: { srcChainSlug: number; srcTxHash: Hex },
  signal: AbortSignal,
): Promise<Message[]> {
  try {
    return await client.getMessages({ srcChainSlug, srcTxHash, signal })
  } catch (error) {
    if (error instanceof MessageNotFoundError) return []
    throw error
  }
}
