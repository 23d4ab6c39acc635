import type { GetMessagesParameters, MessagingClient } from "../../createMessagingClient.js"
import { oneLine } from "../../../primitives/text.js"
import { isPlugsError } from "../../../primitives/PlugsError.js"
import { ApiKeyRefusedError, isUnknownToApi, MessageNotFoundError } from "../../requestErrors.js"
import type { Clock } from "../../../primitives/clock.js"
import { withTimeLimit } from "../../../http/attempt/withTimeLimit.js"
import type { ApiAnswer } from "../types.js"

/** Milliseconds that the API has. The chains are read without it. */
const longest = 5_000

/** Asks the messaging API for the messages of a transaction. It never throws: that the API fails or hangs is an answer, too. */
export async function askApi(
  api: Pick<MessagingClient, "getMessages">,
  { signal, ...parameters }: GetMessagesParameters,
  clock: Clock,
): Promise<ApiAnswer> {
  try {
    const result = await withTimeLimit(longest, (stop) => api.getMessages({ ...parameters, signal: stop }), {
      clock,
      signal,
    })
    if (result.kind === "done") return { kind: "messages", messages: result.value }
    return { kind: "no answer", says: `It did not answer within ${String(longest / 1_000)} s.` }
  } catch (error) {
    const says = isPlugsError(error) ? error.shortMessage : oneLine((error as Error).message)
    // A transaction without messages is one that the API has not indexed.
    if (error instanceof MessageNotFoundError) return { kind: "messages", messages: [] }
    if (error instanceof ApiKeyRefusedError) return { kind: "key refused", says }
    // A server that fails says nothing about the chain.
    if (!isUnknownToApi(error) || error.status >= 500) return { kind: "no answer", says }
    return { kind: "unknown chain", says: error.serverMessage ?? says }
  }
}
