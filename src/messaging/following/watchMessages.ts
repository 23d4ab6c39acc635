import type { Hex } from "viem"

import type { Message } from "../types.js"
import { followMessages, type WatchMessageParameters, type WatchMessagesParameters } from "./followMessages.js"
import type { MessageSource } from "./messageSource.js"
import type { MessageStep } from "./messageTracker.js"
import { callBack } from "#src/tracking/follow.js"
import { vanished } from "#src/tracking/tracker.js"

/**
 * Follows every message of a transaction and yields every change of a status or inbound status once.
 *
 * The watch waits for a transaction that the API does not know yet, and keeps going while the server is unreachable. It ends when
 * all messages are final or have reached `until`; the error for a failed message comes only then, so it does not hide the other
 * messages. Leave the loop to end the watch earlier. All watches of one client on the same transaction share their requests.
 *
 * @throws {MessageFailedError} all messages are final and at least one failed
 * @throws {DeadlinePassedError} with the last state, the history and the last error of the API, if any
 * @throws {AbortedError} the signal was aborted
 * @throws {InvalidInputError} a parameter is invalid
 * @throws {ApiKeyRefusedError} and other errors that waiting cannot resolve
 * @example
 * for await (const { messageId, state, inState } of watchMessages(client, { srcChainSlug: 41001, srcTxHash, timeout: 60_000 })) {
 *   console.log(messageId, state, `after ${inState} ms`)
 * }
 */
export function watchMessages(
  client: MessageSource,
  parameters: WatchMessagesParameters,
): AsyncGenerator<MessageStep, void, undefined> {
  return followMessages(client, { ...parameters, messageId: undefined })
}

/**
 * Follows one message of a transaction, selected by `messageId`, and yields every change once. Without `messageId` it follows
 * all messages of the transaction.
 *
 * @throws the errors of `watchMessages`
 * @example
 * const [, second] = readOutboundMessages(receipt, { socket })
 * for await (const step of watchMessage(client, { srcChainSlug: 41001, srcTxHash, messageId: second.messageId })) {
 *   console.log(step.state, step.inboundStatus)
 * }
 */
export function watchMessage(
  client: MessageSource,
  parameters: WatchMessageParameters,
): AsyncGenerator<MessageStep, void, undefined> {
  return followMessages(client, parameters)
}

/**
 * Follows messages as `watchMessage` does and calls a function for each change. Made for user interfaces.
 *
 * @param onStep called for each change; an error that it throws ends the watch and is passed to `onError`
 * @param onError called at most once, with what `watchMessages` would throw; without it the error is an unhandled rejection
 * @returns a function that ends the watch; nothing is called after it
 * @example
 * const stop = onMessage(client, { srcChainSlug: 41001, srcTxHash }, ({ state }) => show(state), (error) => show(String(error)))
 */
export function onMessage(
  client: MessageSource,
  parameters: WatchMessageParameters,
  onStep: (step: MessageStep) => void,
  onError?: (error: unknown) => void,
): () => void {
  const stream = (signal: AbortSignal): AsyncIterable<MessageStep> => followMessages(client, { ...parameters, signal })
  return callBack(stream, parameters.signal, onStep, onError)
}

/**
 * Waits until every message of a transaction is delivered or has reached `until`, and returns the messages in the order in which
 * the API first listed them.
 *
 * @throws {MessageFailedError} all messages are final and at least one failed; `failed` lists those that did
 * @throws {DeadlinePassedError} and the other errors of `watchMessages`
 * @example
 * const messages = await waitForMessages(client, { srcChainSlug: 41001, srcTxHash, until: "ATTESTED" })
 */
export async function waitForMessages(client: MessageSource, parameters: WatchMessagesParameters): Promise<Message[]> {
  const messages = new Map<Hex, Message>()
  for await (const { messageId, state, message } of watchMessages(client, parameters)) {
    if (state === vanished) messages.delete(messageId)
    else messages.set(messageId, message)
  }
  return [...messages.values()]
}

/**
 * Waits until a message is delivered or has reached `until`, and returns it.
 *
 * @throws {SeveralMessagesError} the transaction sent several messages and `messageId` was not given
 * @throws {MessageFailedError} the message was not delivered and will not be retried
 * @throws {DeadlinePassedError} and the other errors of `watchMessages`
 * @example
 * const message = await waitForMessage(client, { srcChainSlug: 41001, srcTxHash, timeout: 60_000 })
 * console.log(message.executionDetails.executionTxHash)
 */
export async function waitForMessage(client: MessageSource, parameters: WatchMessageParameters): Promise<Message> {
  let last: Message | undefined
  const alone = parameters.messageId === undefined
  for await (const { message } of followMessages(client, { ...parameters, alone })) last = message
  // A watch that ends without an error has seen the message arrive.
  return last as Message
}
