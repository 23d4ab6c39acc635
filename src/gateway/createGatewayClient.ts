import type { ZodType } from "zod"

import type { DeployedAddresses, Forwarder, GatewayRequest, PayloadDetails, Timeout, Trigger } from "./types.js"
import {
  addressesChecks,
  forwarderChecks,
  type GetAddressesParameters,
  type GetForwarderParameters,
  type GetPayloadParameters,
  type GetTimeoutsParameters,
  type GetTransactionParameters,
  type GetTriggersParameters,
  payloadChecks,
  requireOne,
  type Signal,
  timeoutChecks,
  transactionChecks,
  triggerChecks,
} from "./wire/parameters.js"
import { HttpStatusError, StatusError } from "#src/http/errors.js"
import { lazySchemas } from "#src/http/parsing/lazySchemas.js"
import { createSharedReader } from "#src/http/polling/sharedReader.js"
import { createTransport, type TransportOptions } from "#src/http/transport.js"
import { type Check, checkAll } from "#src/primitives/checks.js"
import { systemClock } from "#src/primitives/clock.js"
import type { Watchable } from "#src/tracking/follow.js"

const schemas = lazySchemas(() => import("./wire/schemas.js"))

/** How to reach the gateway API, and the limits of its requests. It requires no key. */
export type GatewayClientOptions = Omit<TransportOptions, "headers">

/** A client of the gateway API. */
export type GatewayClient = Watchable & {
  /**
   * Gets the requests of a gateway transaction and their states, in the order of the API.
   *
   * @returns empty while the gateway does not know the transaction
   * @throws {InvalidInputError} a parameter is invalid; nothing was sent
   * @throws {RequestRefusedError} the API considers the hash invalid
   */
  getTransaction(parameters: GetTransactionParameters): Promise<GatewayRequest[]>
  /**
   * Gets one payload in full: what it calls, how, and what became of it.
   *
   * @throws {InvalidInputError} the id is not 32 bytes of hex; nothing was sent
   * @throws {RequestRefusedError} the API knows no payload with this id
   */
  getPayload(parameters: GetPayloadParameters): Promise<PayloadDetails>
  /**
   * Gets the triggers of a transaction: the calls that plugs made of their app gateways, and why an app gateway refuses one.
   *
   * @returns empty while the gateway knows of none
   * @throws {InvalidInputError} the hash is invalid; nothing was sent
   * @throws {RequestRefusedError} the API considers the hash invalid
   */
  getTriggers(parameters: GetTriggersParameters): Promise<Trigger[]>
  /**
   * Gets every scheduled call that matches.
   *
   * @throws {InvalidInputError} none of `txHash`, `timeoutId` and `target` was given, or one is invalid; nothing was sent
   */
  getTimeouts(parameters: GetTimeoutsParameters): Promise<Timeout[]>
  /**
   * Gets the addresses of an app gateway's contract and of its forwarder; `null` while the deployment is in progress.
   *
   * @throws {InvalidInputError} a parameter is invalid; nothing was sent
   */
  getAddresses(parameters: GetAddressesParameters): Promise<DeployedAddresses>
  /**
   * Gets the forwarder of any contract, and whether it is deployed. `predictForwarderAddress` computes its address without a request.
   *
   * @throws {InvalidInputError} a parameter is invalid; nothing was sent
   */
  getForwarder(parameters: GetForwarderParameters): Promise<Forwarder>
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

  const get =
    <T>(
      route: string,
      checks: Readonly<Record<string, Check<string | number | undefined>>>,
      pick: (wire: typeof import("./wire/schemas.js")) => ZodType<T>,
      check: typeof requireOne = (query) => query,
    ) =>
    async ({ signal, ...parameters }: Signal): Promise<T> => {
      const query = check(checkAll(checks, parameters))
      return await transport.get({ route, query, schema: schemas(pick), signal }).catch(throwExplained)
    }

  return {
    clock,
    random,
    sharedReader: createSharedReader({ clock }),
    getTransaction: get("/getDetailsByTxHash", transactionChecks, (wire) => wire.requestsSchema),
    getPayload: get("/payload", payloadChecks, (wire) => wire.payloadDetailsSchema),
    getTriggers: get("/trigger", triggerChecks, (wire) => wire.triggersSchema),
    getTimeouts: get("/timeout", timeoutChecks, (wire) => wire.timeoutsSchema, requireOne),
    getAddresses: get("/getAddresses", addressesChecks, (wire) => wire.deployedAddressesSchema),
    getForwarder: get("/getForwarderAddress", forwarderChecks, (wire) => wire.forwarderSchema),
  }
}

/** The gateway API refused a parameter: status 400. */
export class RequestRefusedError extends StatusError {
  readonly code = "REQUEST_REFUSED"

  constructor(error: HttpStatusError) {
    super(
      "The gateway API refused the request.",
      error,
      "Check what the server says. A transaction hash must be one of the gateway chain, not of the chain that a payload was sent to.",
    )
  }
}

/** Rethrows the error of a request, as an error of the gateway API if it is one. For `.catch`. */
export function throwExplained(error: unknown): never {
  throw error instanceof HttpStatusError && error.status === 400 ? new RequestRefusedError(error) : error
}
