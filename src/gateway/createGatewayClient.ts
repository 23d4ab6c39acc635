import type { Address, Hex } from "viem"
import type { ZodType } from "zod"

import { createSharedReader } from "../http/polling/sharedReader.js"
import { createTransport, type TransportOptions } from "../http/transport.js"
import { checkAll } from "../primitives/checks.js"
import { systemClock } from "../primitives/clock.js"
import type { Watchable } from "../tracking/follow.js"
import type { GatewayRequest } from "./types.js"
import { addressesChecks, forwarderChecks, requireOne, timeoutChecks, transactionChecks } from "./wire/parameters.js"
import type { DeployedAddresses, Forwarder, Timeout } from "./types.js"
import { throwExplained } from "./requestErrors.js"
import { deployedAddressesSchema, forwarderSchema, requestsSchema, timeoutsSchema } from "./wire/schemas.js"

/** How to reach the gateway API, and within which limits. It asks for no key. */
export type GatewayClientOptions = Omit<TransportOptions, "headers">

/** Which transaction to ask for. */
export type GetTransactionParameters = {
  /** A transaction on the gateway chain. */
  txHash: Hex
  signal?: AbortSignal | undefined
}

/** Every request that the transaction made, in the API's order; empty while the gateway knows nothing of it. */
export type GetTransactionReturnType = GatewayRequest[]

/** Which timeouts to ask for: one of the three at least. */
export type GetTimeoutsParameters = {
  /** The gateway transaction that scheduled them. */
  txHash?: Hex | undefined
  timeoutId?: string | undefined
  /** The contract that they call. */
  target?: Address | undefined
  signal?: AbortSignal | undefined
}

/** Every timeout that matches, in the API's order. */
export type GetTimeoutsReturnType = Timeout[]

/** Which contract of an app gateway to ask for. */
export type GetAddressesParameters = {
  appGatewayAddress: Address
  /** The app gateway's id for the contract: 32 bytes of hex. */
  contractId: string
  /** The chain that it is deployed to. */
  chainSlug: number
  signal?: AbortSignal | undefined
}

/** Addresses are `null` while the deployment is under way. */
export type GetAddressesReturnType = DeployedAddresses

/** Whose forwarder to ask for. */
export type GetForwarderParameters = { onChainAddress: Address; chainSlug: number; signal?: AbortSignal | undefined }

/** The forwarder's address, and whether it is there. */
export type GetForwarderReturnType = Forwarder

/** The gateway API. */
export type GatewayClient = Watchable & {
  /**
   * Asks how far the requests of a gateway transaction are.
   *
   * @throws {InvalidInputError} a parameter that can't be right; nothing was sent
   * @throws {RequestRefusedError} the API takes the hash for invalid
   */
  getTransaction(parameters: GetTransactionParameters): Promise<GetTransactionReturnType>
  /**
   * Asks for scheduled calls.
   *
   * @throws {InvalidInputError} none of txHash, timeoutId and target, or one that can't be right; nothing was sent
   */
  getTimeouts(parameters: GetTimeoutsParameters): Promise<GetTimeoutsReturnType>
  /**
   * Asks where an app gateway's contract was deployed, and its forwarder.
   *
   * @throws {InvalidInputError} a parameter that can't be right; nothing was sent
   */
  getAddresses(parameters: GetAddressesParameters): Promise<GetAddressesReturnType>
  /**
   * Asks for the forwarder of any contract. `predictForwarderAddress` says without asking where it will be.
   *
   * @throws {InvalidInputError} a parameter that can't be right; nothing was sent
   */
  getForwarder(parameters: GetForwarderParameters): Promise<GetForwarderReturnType>
}

/**
 * Makes a client of the gateway API. Requests are retried and limited as `createTransport` says: 10 s an attempt, 30 s in total.
 *
 * @throws {InvalidInputError} a base URL or limit that can't be used
 * @throws {InsecureUrlError} http to another machine
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
    schema: ZodType<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    return await transport.get({ route, query, schema, signal }).catch(throwExplained)
  }

  return {
    clock,
    random,
    sharedReader: createSharedReader({ clock }),
    async getTransaction({ signal, ...parameters }) {
      return await get("/getDetailsByTxHash", checkAll(transactionChecks, parameters), requestsSchema, signal)
    },
    async getTimeouts({ signal, ...parameters }) {
      return await get("/timeout", requireOne(checkAll(timeoutChecks, parameters)), timeoutsSchema, signal)
    },
    async getAddresses({ signal, ...parameters }) {
      return await get("/getAddresses", checkAll(addressesChecks, parameters), deployedAddressesSchema, signal)
    },
    async getForwarder({ signal, ...parameters }) {
      return await get("/getForwarderAddress", checkAll(forwarderChecks, parameters), forwarderSchema, signal)
    },
  }
}
