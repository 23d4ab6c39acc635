import type { ZodType } from "zod"

import { throwExplained, throwExplainedOfRoute } from "./requestErrors.js"
import type { Chain, Providers, Quote, RouteStatus, TokensByChain } from "./types.js"
import { providersChecks, tokensListChecks, tokensSearchChecks } from "./wire/parameters/listChecks.js"
import { checkQuote } from "./wire/parameters/quoteChecks.js"
import { checkStatusSubject, statusChecks } from "./wire/parameters/statusChecks.js"
import type {
  GetProvidersParameters,
  GetQuoteParameters,
  GetStatusParameters,
  ListTokensParameters,
  SearchTokensParameters,
} from "./wire/parameters/types.js"
import { lazySchemas, type ResponseSchema } from "#src/http/parsing/lazySchemas.js"
import { createSharedReader } from "#src/http/polling/sharedReader.js"
import { createTransport, type QueryValue, type TransportOptions } from "#src/http/transport.js"
import { type Check, checkAll } from "#src/primitives/checks.js"
import { systemClock } from "#src/primitives/clock.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { isLoopback } from "#src/primitives/urls/isLoopback.js"
import type { Watchable } from "#src/tracking/follow.js"

const listSchemas = lazySchemas(() => import("./wire/listSchemas.js"))
const quoteSchemas = lazySchemas(() => import("./wire/quoteSchemas.js"))
const statusSchemas = lazySchemas(() => import("./wire/statusSchemas.js"))

/** Where the swap API is, how to authenticate, and the limits of requests. */
export type SwapClientOptions = Omit<TransportOptions, "headers"> & {
  /** Sent as `x-api-key` with every request, and never shown in an error. Some base URLs need none. */
  apiKey?: string | undefined
  /** Sent as `affiliate` with every request. Required unless the base URL is on this machine. */
  affiliate?: string | undefined
}

/** A client of the swap API. */
export type SwapClient = Watchable & {
  /**
   * Gets the routes on offer for a swap.
   *
   * @throws {InvalidInputError} a parameter is invalid, or unknown to version 3 of the API; nothing was requested
   * @throws {RequestRefusedError} the API refused the request
   */
  getQuote(parameters: GetQuoteParameters): Promise<Quote>
  /**
   * Gets the status of a route.
   *
   * @throws {InvalidInputError} quoteId or srcTxHash is invalid, or not exactly one of them is given; nothing was requested
   * @throws {RouteNotFoundError} the API does not know the route, or not yet
   */
  getStatus(parameters: GetStatusParameters): Promise<RouteStatus>
  /** Searches tokens by address, name or symbol. */
  searchTokens(parameters: SearchTokensParameters): Promise<{ readonly tokens: TokensByChain }>
  /** Lists tokens. */
  listTokens(parameters?: ListTokensParameters): Promise<TokensByChain>
  /** Lists the chains that the API supports. */
  getSupportedChains(parameters?: { signal?: AbortSignal | undefined }): Promise<Chain[]>
  /** Lists bridges and dexes. */
  getProviders(parameters?: GetProvidersParameters): Promise<Providers>
}

/**
 * Creates a client of the swap API. Requests are retried and limited as in `createTransport`: 10 s for each attempt, 30 s in total.
 *
 * @throws {InvalidInputError} the key or affiliate is empty, the affiliate is missing, or the base URL or a limit is invalid
 * @throws {InsecureUrlError} the base URL is http to another machine, which would show the key to the network
 * @example
 * const client = createSwapClient({ baseUrl: "http://127.0.0.1:8645/swap", apiKey: "devnet", affiliate: "devnet" })
 * const { routes } = await client.getQuote({
 *   userOps: "tx", originChainId: 41001, destinationChainId: 41002, inputToken, outputToken, inputAmount: 10n ** 18n,
 *   userAddress, receiverAddress: userAddress, slippage: "0.5",
 * })
 * for (const { quoteId, output } of routes) console.log(quoteId, output.amount)
 */
export function createSwapClient({ apiKey, affiliate, ...options }: SwapClientOptions): SwapClient {
  const { clock = systemClock, random = Math.random } = options
  const transport = createTransport({
    ...options,
    headers: { ...header("x-api-key", apiKey, "apiKey"), ...header("affiliate", affiliate, "affiliate") },
  })
  requireAffiliate(affiliate, options.baseUrl)

  async function get<T>(
    route: string,
    query: Readonly<Record<string, QueryValue>>,
    schema: ResponseSchema<T>,
    signal: AbortSignal | undefined,
    explain: (error: unknown) => never = throwExplained,
  ): Promise<T> {
    return await transport.get({ route: `/v3/swap${route}`, query, schema, signal }).catch(explain)
  }

  const list =
    <T>(
      route: string,
      checks: Readonly<Record<string, Check<QueryValue>>>,
      pick: (wire: typeof import("./wire/listSchemas.js")) => ZodType<T>,
    ) =>
    async ({ signal, ...parameters }: { signal?: AbortSignal | undefined } = {}): Promise<T> =>
      await get(route, checkAll(checks, parameters), listSchemas(pick), signal)

  return {
    clock,
    random,
    sharedReader: createSharedReader({ clock }),
    async getQuote({ signal, ...parameters }) {
      const schema = quoteSchemas((wire) => wire.quoteSchema)
      return await get("/quote", checkQuote(parameters), schema, signal)
    },
    async getStatus({ signal, ...parameters }) {
      const query = checkStatusSubject(checkAll(statusChecks, parameters))
      const { quoteId } = query
      const schema = statusSchemas((wire) => (quoteId === undefined ? wire.statusSchema : wire.statusSchemaOf(quoteId)))
      return await get("/status", query, schema, signal, throwExplainedOfRoute)
    },
    searchTokens: list("/tokens/search", tokensSearchChecks, (wire) => wire.tokensSearchSchema),
    listTokens: list("/tokens/list", tokensListChecks, (wire) => wire.tokensListSchema),
    getSupportedChains: list("/supported-chains", {}, (wire) => wire.chainsSchema),
    getProviders: list("/providers", providersChecks, (wire) => wire.providersSchema),
  }
}

/** Every host requires it, also those that take no key. A devnet answers without. */
function requireAffiliate(affiliate: string | undefined, baseUrl: string): void {
  if (affiliate !== undefined || isLoopback(baseUrl)) return
  throw new InvalidInputError({
    argument: "affiliate",
    problem: `it is missing, and ${new URL(baseUrl).origin} requires it`,
    fix: "Give the id that was issued for your project.",
  })
}

function header(name: string, value: unknown, argument: string): Record<string, string> {
  if (value === undefined) return {}
  if (typeof value === "string" && value.trim() !== "") return { [name]: value }
  throw new InvalidInputError({
    argument,
    problem: "it is empty, or not text",
    fix: "Give the value that was issued for this base URL, or leave it out.",
  })
}
