import type { Address, Hex } from "viem"

import { HttpStatusError, StatusError } from "../http/errors.js"
import { lazySchemas, type ResponseSchema } from "../http/parsing/lazySchemas.js"
import { createSharedReader } from "../http/polling/sharedReader.js"
import { createTransport, type TransportOptions } from "../http/transport.js"
import { checkAll } from "../primitives/checks.js"
import { systemClock } from "../primitives/clock.js"
import type { Watchable } from "../tracking/follow.js"
import type { DeployedAddresses, Forwarder, GatewayRequest, PayloadDetails, Timeout, Trigger } from "./types.js"
import {
  addressesChecks,
  forwarderChecks,
  payloadChecks,
  requireOne,
  timeoutChecks,
  transactionChecks,
  triggerChecks,
} from "./wire/parameters.js"

const schemas = lazySchemas(() => import("./wire/schemas.js"))
const details = lazySchemas(() => import("./wire/detailsSchemas.js"))

/** How to reach the gateway API, and the limits of its requests. It requires no key. */
export type GatewayClientOptions = Omit<TransportOptions, "headers">

/** Which transaction to get. */
export type GetTransactionParameters = {
  /** A transaction on the gateway chain. */
  txHash: Hex
  signal?: AbortSignal | undefined
}

/** Every request of the transaction, in the order of the API. Empty while the gateway does not know the transaction. */
export type GetTransactionReturnType = GatewayRequest[]

/** Which payload to get. */
export type GetPayloadParameters = {
  /** 32 bytes of hex, as `getTransaction` returns them. */
  payloadId: Hex
  signal?: AbortSignal | undefined
}

/** One payload in full. */
export type GetPayloadReturnType = PayloadDetails

/** Which triggers to get. */
export type GetTriggersParameters = {
  /** A transaction of the chain on which the plug called, not of the gateway chain. */
  txHash: Hex
  signal?: AbortSignal | undefined
}

/** Every trigger of the transaction, in the order of the API. Empty while the gateway knows of none. */
export type GetTriggersReturnType = Trigger[]

/** Which timeouts to get. At least one of `txHash`, `timeoutId` and `target` is required. */
export type GetTimeoutsParameters = {
  /** The gateway transaction that scheduled the timeouts. */
  txHash?: Hex | undefined
  timeoutId?: string | undefined
  /** The contract that the timeouts call. */
  target?: Address | undefined
  signal?: AbortSignal | undefined
}

/** Every matching timeout, in the order of the API. */
export type GetTimeoutsReturnType = Timeout[]

/** Which contract of an app gateway to locate. */
export type GetAddressesParameters = {
  appGatewayAddress: Address
  /** The app gateway's id for the contract: 32 bytes of hex. */
  contractId: string
  /** The chain that the contract is deployed to. */
  chainSlug: number
  signal?: AbortSignal | undefined
}

/** The addresses of the contract and its forwarder; `null` while the deployment is in progress. */
export type GetAddressesReturnType = DeployedAddresses

/** Which contract to get the forwarder of. */
export type GetForwarderParameters = { onChainAddress: Address; chainSlug: number; signal?: AbortSignal | undefined }

/** The address of the forwarder, and whether it is deployed. */
export type GetForwarderReturnType = Forwarder

/** A client of the gateway API. */
export type GatewayClient = Watchable & {
  /**
   * Gets the requests of a gateway transaction and their states.
   *
   * @throws {InvalidInputError} a parameter is invalid; nothing was sent
   * @throws {RequestRefusedError} the API considers the hash invalid
   */
  getTransaction(parameters: GetTransactionParameters): Promise<GetTransactionReturnType>
  /**
   * Gets one payload in full: what it calls, how, and what became of it.
   *
   * @throws {InvalidInputError} the id is not 32 bytes of hex; nothing was sent
   * @throws {RequestRefusedError} the API knows no payload with this id
   */
  getPayload(parameters: GetPayloadParameters): Promise<GetPayloadReturnType>
  /**
   * Gets the triggers of a transaction: the calls that plugs made of their app gateways, and why an app gateway refuses one.
   *
   * @throws {InvalidInputError} the hash is invalid; nothing was sent
   * @throws {RequestRefusedError} the API considers the hash invalid
   */
  getTriggers(parameters: GetTriggersParameters): Promise<GetTriggersReturnType>
  /**
   * Gets scheduled calls.
   *
   * @throws {InvalidInputError} none of `txHash`, `timeoutId` and `target` was given, or one is invalid; nothing was sent
   */
  getTimeouts(parameters: GetTimeoutsParameters): Promise<GetTimeoutsReturnType>
  /**
   * Gets the addresses of an app gateway's contract and of its forwarder.
   *
   * @throws {InvalidInputError} a parameter is invalid; nothing was sent
   */
  getAddresses(parameters: GetAddressesParameters): Promise<GetAddressesReturnType>
  /**
   * Gets the forwarder of any contract. `predictForwarderAddress` computes its address without a request.
   *
   * @throws {InvalidInputError} a parameter is invalid; nothing was sent
   */
  getForwarder(parameters: GetForwarderParameters): Promise<GetForwarderReturnType>
}

/**
 * Creates a client of the gateway API. By default, an attempt takes at most 10 s and a request with its retries at most 30 s.
 *
 * @throws {InvalidInputError} the base URL or a limit is invalid
 * @throws {InsecureUrlError} the base URL is http to another machine
 * @example
 * const client = createGatewayClient({ baseUrl: "http://127.0.0.1:8645/gateway" })
 * for (const { status, payloads } of await client.getTransaction({ txHash })) console.log(status, payloads.length)
 * const { onchain } = await client.getAddresses({ appGatewayAddress, contractId, chainSlug: 41001 })
 * console.log(onchain.deployedContract ?? "not yet")
 */
export function createGatewayClient(options: GatewayClientOptions): GatewayClient {
  const { clock = systemClock, random = Math.random } = options
  const transport = createTransport(options)

  async function get<T>(
    route: string,
    query: Readonly<Record<string, string | number | undefined>>,
    schema: ResponseSchema<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    return await transport.get({ route, query, schema, signal }).catch(throwExplained)
  }

  return {
    clock,
    random,
    sharedReader: createSharedReader({ clock }),
    async getTransaction({ signal, ...parameters }) {
      return await get(
        "/getDetailsByTxHash",
        checkAll(transactionChecks, parameters),
        schemas((wire) => wire.requestsSchema),
        signal,
      )
    },
    async getPayload({ signal, ...parameters }) {
      return await get(
        "/payload",
        checkAll(payloadChecks, parameters),
        details((wire) => wire.payloadDetailsSchema),
        signal,
      )
    },
    async getTriggers({ signal, ...parameters }) {
      return await get(
        "/trigger",
        checkAll(triggerChecks, parameters),
        details((wire) => wire.triggersSchema),
        signal,
      )
    },
    async getTimeouts({ signal, ...parameters }) {
      return await get(
        "/timeout",
        requireOne(checkAll(timeoutChecks, parameters)),
        schemas((wire) => wire.timeoutsSchema),
        signal,
      )
    },
    async getAddresses({ signal, ...parameters }) {
      return await get(
        "/getAddresses",
        checkAll(addressesChecks, parameters),
        schemas((wire) => wire.deployedAddressesSchema),
        signal,
      )
    },
    async getForwarder({ signal, ...parameters }) {
      return await get(
        "/getForwarderAddress",
        checkAll(forwarderChecks, parameters),
        schemas((wire) => wire.forwarderSchema),
        signal,
      )
    },
  }
}

/** The gateway API refused a parameter: status 400. */
export class RequestRefusedError extends StatusError {
  readonly code = "REQUEST_REFUSED"

  constructor(error: HttpStatusError) {
    super(
      "The gateway API refused the request.",
      error.request,
      error,
      "Check what the server says. A transaction hash must be one of the gateway chain, not of the chain that a payload was sent to.",
    )
  }
}

/** Rethrows the error of a request, as an error of the gateway API if it is one. For `.catch`. */
export function throwExplained(error: unknown): never {
  throw error instanceof HttpStatusError && error.status === 400 ? new RequestRefusedError(error) : error
}
