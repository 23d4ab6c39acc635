import type { Address, Hex } from "viem"
import type { ZodType } from "zod"

import { createSharedReader } from "../http/polling/sharedReader.js"
import { createTransport, type TransportOptions, type TransportRequest } from "../http/transport.js"
import { InvalidInputError } from "../primitives/InvalidInputError.js"
import { checkAll } from "../primitives/checks.js"
import { systemClock } from "../primitives/clock.js"
import type { Watchable } from "../tracking/follow.js"
import { checkQuote } from "./checks/checkQuote.js"
import {
  checkStatusSubject,
  providersChecks,
  statusChecks,
  type TokenList,
  tokensListChecks,
  tokensSearchChecks,
} from "./parameters.js"
import { throwExplained, throwExplainedOfRoute } from "./requestErrors.js"
import type { Chain, Providers, Quote, RouteStatus, TokensByChain } from "./types.js"
import {
  chainsSchema,
  providersSchema,
  quoteSchema,
  statusAnswerOf,
  statusAnswerSchema,
  tokensListSchema,
  tokensSearchSchema,
} from "./wire/schemas.js"
import type { UserOps } from "./userOps.js"

/** How to reach the swap API, and within which limits. */
export type SwapClientOptions = Omit<TransportOptions, "headers"> & {
  /** Sent as `x-api-key` with every request, and shown in no error. Some base URLs want none. */
  apiKey?: string | undefined
  /** Sent as `affiliate` with every request. */
  affiliate?: string | undefined
}

type Signal = { signal?: AbortSignal | undefined }

/** What to swap for what. Names are the API's own. */
export type GetQuoteParameters = Signal & {
  /** How it is paid: `"tx"` by a transaction, `"deposit"` by a transfer to an address. */
  userOps: UserOps
  /** Needed for `tx` and `deposit`. */
  originChainId?: number | undefined
  destinationChainId: number
  /** `nativeToken` stands for the chain's own currency. */
  inputToken: Address
  outputToken: Address
  /** In the input token's smallest unit. */
  inputAmount: bigint
  /** Who sends the transaction. Needed for `tx`. */
  userAddress?: Address | undefined
  receiverAddress: Address
  /** Who gets a refund. Needed for `deposit`. */
  refundAddress?: Address | undefined
  /** A percentage as a decimal string, from 0 to 50: `"0.5"` is half a percent. */
  slippage?: string | undefined
  /** Provider ids, as an array or with commas. */
  includeProvider?: string | readonly string[] | undefined
  excludeProvider?: string | readonly string[] | undefined
  /** Hundredths of a percent, with `feeTakerAddress`. */
  feeBps?: number | undefined
  feeTakerAddress?: Address | undefined
}

/** The routes that are offered. There may be none. */
export type GetQuoteReturnType = Quote

/** Which route to ask for: by `quoteId`, or by `srcTxHash`, which doesn't find a deposit route. */
export type GetStatusParameters = Signal & {
  quoteId?: string | undefined
  /** The transaction on the origin chain. */
  srcTxHash?: Hex | undefined
  /** Have what the API stored of the quote, as `quoteDetails`. */
  includeQuoteDetails?: boolean | undefined
}

/** How far the route is. */
export type GetStatusReturnType = RouteStatus

/** Which tokens to look for. */
export type SearchTokensParameters = Signal & {
  /** A token's address, or a part of its name or symbol. */
  q: string
  /** Whose balances to give. */
  userAddress?: Address | undefined
  /** The API's other name for `userAddress`. */
  address?: Address | undefined
}

/** What was found, by chain. */
export type SearchTokensReturnType = { readonly tokens: TokensByChain }

/** Which tokens to list. */
export type ListTokensParameters = Signal & {
  /** Whose balances to give. */
  userAddress?: Address | undefined
  /** Chain ids, as an array or with commas. Default: all. */
  chainIds?: string | readonly number[] | undefined
  /** Default: the API's own, which is `"trending"`. */
  list?: TokenList | undefined
}

/** The tokens, by chain. */
export type ListTokensReturnType = TokensByChain

/** Nothing but a signal. */
export type GetSupportedChainsParameters = Signal

/** Every chain that the API knows. */
export type GetSupportedChainsReturnType = Chain[]

/** Which providers to list. */
export type GetProvidersParameters = Signal & {
  /** Default: the API's own, which is true. */
  includeDepositRoutes?: boolean | undefined
}

/** Every bridge and every dex. */
export type GetProvidersReturnType = Providers

/** The swap API. */
export type SwapClient = Watchable & {
  /**
   * Asks what can be had for what.
   *
   * @throws {InvalidInputError} a parameter that can't be right, or that version 3 doesn't have; nothing was sent
   * @throws {RequestRefusedError} the API can't make sense of it
   */
  getQuote(parameters: GetQuoteParameters): Promise<GetQuoteReturnType>
  /**
   * Asks how far a route is.
   *
   * @throws {InvalidInputError} neither quoteId nor srcTxHash, or one that can't be right; nothing was sent
   * @throws {RouteNotFoundError} the API doesn't know it, or not yet
   */
  getStatus(parameters: GetStatusParameters): Promise<GetStatusReturnType>
  /** Looks for tokens by address, name or symbol. */
  searchTokens(parameters: SearchTokensParameters): Promise<SearchTokensReturnType>
  /** Lists tokens. */
  listTokens(parameters?: ListTokensParameters): Promise<ListTokensReturnType>
  /** Lists chains. */
  getSupportedChains(parameters?: GetSupportedChainsParameters): Promise<GetSupportedChainsReturnType>
  /** Lists bridges and dexes. */
  getProviders(parameters?: GetProvidersParameters): Promise<GetProvidersReturnType>
}

/**
 * Makes a client of the swap API. Requests are retried and limited as `createTransport` says: 10 s an attempt, 30 s in total.
 *
 * @throws {InvalidInputError} a key or affiliate without content, or a base URL or limit that can't be used
 * @throws {InsecureUrlError} http to another machine, which would show the key to the network
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

  async function get<T>(
    route: string,
    query: Readonly<Record<string, QueryValue>>,
    schema: ZodType<T>,
    signal: AbortSignal | undefined,
    explain: (error: unknown) => never = throwExplained,
  ): Promise<T> {
    return await transport.get({ route: `/v3/swap${route}`, query: inText(query), schema, signal }).catch(explain)
  }

  return {
    clock,
    random,
    sharedReader: createSharedReader({ clock }),
    async getQuote({ signal, ...parameters }) {
      return await get("/quote", checkQuote(parameters), quoteSchema, signal)
    },
    async getStatus({ signal, ...parameters }) {
      const query = checkStatusSubject(checkAll(statusChecks, parameters))
      const { quoteId } = query
      const schema = quoteId === undefined ? statusAnswerSchema : statusAnswerOf(quoteId)
      return await get("/status", query, schema, signal, throwExplainedOfRoute)
    },
    async searchTokens({ signal, ...parameters }) {
      return await get("/tokens/search", checkAll(tokensSearchChecks, parameters), tokensSearchSchema, signal)
    },
    async listTokens({ signal, ...parameters } = {}) {
      return await get("/tokens/list", checkAll(tokensListChecks, parameters), tokensListSchema, signal)
    },
    async getSupportedChains({ signal } = {}) {
      return await get("/supported-chains", {}, chainsSchema, signal)
    },
    async getProviders({ signal, ...parameters } = {}) {
      return await get("/providers", checkAll(providersChecks, parameters), providersSchema, signal)
    },
  }
}

type QueryValue = string | number | bigint | boolean | readonly (string | number)[] | undefined

/** Lists go with commas, flags by their names. */
function inText(query: Readonly<Record<string, QueryValue>>): TransportRequest<unknown>["query"] {
  const entries = Object.entries(query).map(([name, value]) => [name, value === undefined ? undefined : String(value)])
  return Object.fromEntries(entries) as Record<string, string | undefined>
}

function header(name: string, value: unknown, argument: string): Record<string, string> {
  if (value === undefined) return {}
  if (typeof value === "string" && value.trim() !== "") return { [name]: value }
  throw new InvalidInputError({
    argument,
    problem: "it is given, and has no content",
    fix: "Give the text that was issued for this base URL, or leave it out.",
  })
}
