import type { Address, Hex } from "viem"

import { throwExplained, throwExplainedOfMessage } from "./requestErrors.js"
import type { Message } from "./types.js"
import { estimateMinFeesChecks, messagesFromTxChecks } from "./wire/parameters.js"
import { lazySchemas } from "#src/http/parsing/lazySchemas.js"
import { createSharedReader } from "#src/http/polling/sharedReader.js"
import { createTransport, type TransportOptions } from "#src/http/transport.js"
import { checkAll } from "#src/primitives/checks.js"
import { systemClock } from "#src/primitives/clock.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import type { Watchable } from "#src/tracking/follow.js"

const schemas = lazySchemas(() => import("./wire/schemas.js"))

/** How to reach the messaging API, and the limits of its requests. */
export type MessagingClientOptions = Omit<TransportOptions, "headers"> & {
  /** Sent as `x-api-key` with every request. No error ever shows it. */
  apiKey: string
}

/** Which messages to get. */
export type GetMessagesParameters = {
  srcChainSlug: number
  /** The transaction that called `outbound`. */
  srcTxHash: Hex
  signal?: AbortSignal | undefined
}

/** The message to price. */
export type EstimateMinFeesParameters = {
  srcPlug: Address
  srcChainSlug: number
  dstChainSlug: number
  /** Gas for `inbound` on the destination chain. */
  msgGasLimit: bigint
  /** Bytes, not hex characters. */
  payloadLength: number
  signal?: AbortSignal | undefined
}

/** A client of the messaging API. */
export type MessagingClient = Watchable & {
  /**
   * Gets the messages of a transaction and their states, in the order of the API.
   *
   * @throws {InvalidInputError} a parameter is invalid; nothing was sent
   * @throws {MessageNotFoundError} the API does not know the transaction, or does not know it yet
   * @throws {ApiKeyRefusedError} the API refused the key
   */
  getMessages(parameters: GetMessagesParameters): Promise<Message[]>
  /**
   * Gets the minimum fee of a message from the API. `getMinFees` reads it from the socket itself.
   *
   * @returns wei of the source chain's native token
   * @throws {InvalidInputError} a parameter is invalid; nothing was sent
   * @throws {ApiKeyRefusedError} the API refused the key
   */
  estimateMinFees(parameters: EstimateMinFeesParameters): Promise<bigint>
}

/**
 * Creates a client of the messaging API.
 *
 * All endpoints require a key. By default, an attempt takes at most 10 s and a request with its retries at most 30 s.
 *
 * @throws {InvalidInputError} the key is missing, or the base URL or a limit is invalid
 * @throws {InsecureUrlError} the base URL is http to another machine, which would expose the key
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
      const request = { route: "/v1/messages-from-tx", query, schema: schemas((wire) => wire.messagesSchema), signal }
      return await transport.get(request).catch(throwExplainedOfMessage)
    },
    async estimateMinFees({ signal, ...parameters }) {
      const query = checkAll(estimateMinFeesChecks, parameters)
      const request = { route: "/v1/estimate-min-fees", query, schema: schemas((wire) => wire.minFeesSchema), signal }
      return await transport.get(request).catch(throwExplained)
    },
  }
}

function checkApiKey(apiKey: unknown): string {
  if (typeof apiKey === "string" && apiKey.trim() !== "") return apiKey
  throw new InvalidInputError({
    argument: "apiKey",
    problem: "the messaging API requires a key",
    fix: "Use the key that was issued for this base URL. A devnet prints its key when it starts.",
  })
}
