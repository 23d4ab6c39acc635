import type { Address, Hex } from "viem"

import { createSharedReader } from "../http/polling/sharedReader.js"
import { createTransport, type TransportOptions } from "../http/transport.js"
import { InvalidInputError } from "../primitives/InvalidInputError.js"
import { systemClock } from "../primitives/clock.js"
import type { Watchable } from "../tracking/follow.js"
import { checkAll } from "../primitives/checks.js"
import type { Message } from "./types.js"
import { estimateMinFeesChecks, messagesFromTxChecks } from "./wire/parameters.js"
import { throwExplained, throwExplainedOfMessage } from "./requestErrors.js"
import { messagesSchema, minFeesSchema } from "./wire/schemas.js"

/** How to reach the messaging API, and within which limits. */
export type MessagingClientOptions = Omit<TransportOptions, "headers"> & {
  /** Sent as `x-api-key` with every request, and shown in no error. */
  apiKey: string
}

/** Which messages to ask for. */
export type GetMessagesParameters = {
  srcChainSlug: number
  /** The transaction that called `outbound`. */
  srcTxHash: Hex
  signal?: AbortSignal | undefined
}

/** Every message of the transaction, in the API's order. */
export type GetMessagesReturnType = Message[]

/** Which message to estimate. */
export type EstimateMinFeesParameters = {
  srcPlug: Address
  srcChainSlug: number
  dstChainSlug: number
  /** Gas for `inbound` on the destination. */
  msgGasLimit: bigint
  /** Bytes, not characters of hex. */
  payloadLength: number
  signal?: AbortSignal | undefined
}

/** Wei of the source chain's native token. */
export type EstimateMinFeesReturnType = bigint

/** The messaging API. */
export type MessagingClient = Watchable & {
  /**
   * Asks how far the messages of a transaction have come.
   *
   * @throws {InvalidInputError} a parameter that can't be right; nothing was sent
   * @throws {MessageNotFoundError} the API doesn't know the transaction, or not yet
   */
  getMessages(parameters: GetMessagesParameters): Promise<GetMessagesReturnType>
  /**
   * Asks what a message would cost at least. The socket itself is asked by `getMinFees`.
   *
   * @throws {InvalidInputError} a parameter that can't be right; nothing was sent
   */
  estimateMinFees(parameters: EstimateMinFeesParameters): Promise<EstimateMinFeesReturnType>
}

/**
 * Makes a client of the messaging API.
 *
 * Both endpoints need a key. Requests are retried and limited as `createTransport` says: 10 s an attempt, 30 s in total.
 *
 * @throws {InvalidInputError} no key, or a base URL or limit that can't be used
 * @throws {InsecureUrlError} http to another machine, which would show the key to the network
 * @example
 * const client = createMessagingClient({ baseUrl: "http://127.0.0.1:8645/messaging", apiKey: "devnet" })
 * const [message] = await client.getMessages({ srcChainSlug: 41001, srcTxHash })
 * const fee = await client.estimateMinFees({ srcPlug, srcChainSlug: 41001, dstChainSlug: 41002, msgGasLimit: 100_000n, payloadLength: 96 })
 */
export function createMessagingClient({ apiKey, ...options }: MessagingClientOptions): MessagingClient {
  const { clock = systemClock, random = Math.random } = options
  const transport = createTransport({ ...options, headers: { "x-api-key": checkApiKey(apiKey) } })

  return {
    clock,
    random,
    sharedReader: createSharedReader({ clock }),
    async getMessages({ signal, ...parameters }) {
      const query = checkAll(messagesFromTxChecks, parameters)
      const request = { route: "/v1/messages-from-tx", query, schema: messagesSchema, signal }
      return await transport.get(request).catch(throwExplainedOfMessage)
    },
    async estimateMinFees({ signal, ...parameters }) {
      const query = checkAll(estimateMinFeesChecks, parameters)
      const request = { route: "/v1/estimate-min-fees", query, schema: minFeesSchema, signal }
      return await transport.get(request).catch(throwExplained)
    },
  }
}

function checkApiKey(apiKey: unknown): string {
  if (typeof apiKey === "string" && apiKey.trim() !== "") return apiKey
  throw new InvalidInputError({
    argument: "apiKey",
    problem: "the messaging API needs a key",
    fix: "Give the key that was issued for this base URL; a devnet's is shown when it starts.",
  })
}
