import type { Hex } from "viem"

import type { GetQuoteParameters } from "../../../swap/wire/parameters/types.js"
import type { RouteState } from "../../../swap/states.js"
import { mockChains } from "../mockIds.js"
import { defineRoute, type MockRoute } from "../MockRoute.js"
import type { Step } from "../Step.js"
import { chainAt, type Fields, offerAt, providersAt, routeStatusAt, tokenAt } from "./swapBodies.js"

/** The providers of an API, by their ids. */
export type MockProviders = { readonly bridges: readonly string[]; readonly dexes: readonly string[] }

/** What the swap API answers about one thing. Only `quotes` and `states` are needed by most tests. */
export type SwapEntry =
  /** The status of a route, asked for by quote or by transaction. A number is a state as version 2 of the API wrote it. */
  | ({
      readonly states: readonly Step<RouteState | number>[]
      /** Whether the response has no envelope. Default: false. */
      readonly isBare?: boolean | undefined
    } & ({ readonly quoteId: string } | { readonly srcTxHash: Hex }))
  /** Quotes: each answer is a list of routes, of which only the fields are given that matter. */
  | ({ readonly quotes: readonly Step<readonly Fields[]>[]; readonly isBare?: boolean | undefined } & Partial<
      Pick<GetQuoteParameters, "originChainId" | "destinationChainId" | "inputToken" | "outputToken" | "userOps">
    >)
  /** Tokens by chain id: a list, or what a search for `q` finds. */
  | { readonly tokens: readonly Step<Readonly<Record<number, readonly Fields[]>>>[]; readonly q?: string | undefined }
  | { readonly chains: readonly Step<readonly Fields[]>[] }
  | { readonly providers: readonly Step<MockProviders>[] }

/** Makes the routes of the swap API. */
export function swapRoutes(entries: readonly SwapEntry[]): MockRoute[] {
  return entries.map((entry) => {
    if ("states" in entry) return statusRoute(entry)
    if ("quotes" in entry) return quoteRoute(entry)
    if ("tokens" in entry) return tokensRoute(entry)
    return "chains" in entry ? chainsRoute(entry) : providersRoute(entry)
  })
}

type Entry<Key extends string> = Extract<SwapEntry, Readonly<Record<Key, unknown>>>

const enveloped = (result: unknown): object => ({ success: true, statusCode: 200, result, message: null })

function statusRoute(entry: Entry<"states">): MockRoute {
  const query = "quoteId" in entry ? { quoteId: entry.quoteId } : { srcTxHash: entry.srcTxHash }
  const subject = "quoteId" in entry ? entry.quoteId : entry.srcTxHash
  return defineRoute<RouteState | number>({
    api: "swap",
    paths: ["/v3/swap/status"],
    query,
    about: `the route ${subject}`,
    steps: entry.states,
    body(state, fields) {
      const status = { ...routeStatusAt(state, query), ...fields }
      return entry.isBare === true ? status : enveloped(status)
    },
  })
}

function quoteRoute({ quotes, isBare = false, ...query }: Entry<"quotes">): MockRoute {
  const { originChainId = mockChains.source, destinationChainId = mockChains.destination } = query
  return defineRoute<readonly Fields[]>({
    api: "swap",
    paths: ["/v3/swap/quote"],
    query,
    about: "a quote",
    steps: quotes,
    body(routes, fields) {
      const offers = routes.map((route) => offerAt(route, { originChainId, destinationChainId }))
      const quote = { originChainId, destinationChainId, routes: offers, ...fields }
      return isBare ? quote : enveloped(quote)
    },
  })
}

function tokensRoute({ tokens, q }: Entry<"tokens">): MockRoute {
  return defineRoute<Readonly<Record<number, readonly Fields[]>>>({
    api: "swap",
    paths: [q === undefined ? "/v3/swap/tokens/list" : "/v3/swap/tokens/search"],
    query: { q },
    about: q === undefined ? "the list of tokens" : `tokens found by ${q}`,
    steps: tokens,
    body(byChain) {
      const chains = Object.entries(byChain).map(([chainId, listed]) => [
        chainId,
        listed.map((token) => tokenAt(Number(chainId), token)),
      ])
      const map = Object.fromEntries(chains) as object
      return enveloped(q === undefined ? map : { tokens: map })
    },
  })
}

function chainsRoute({ chains }: Entry<"chains">): MockRoute {
  return defineRoute<readonly Fields[]>({
    api: "swap",
    paths: ["/v3/swap/supported-chains"],
    query: {},
    about: "the supported chains",
    steps: chains,
    body: (listed) => enveloped(listed.map(chainAt)),
  })
}

function providersRoute({ providers }: Entry<"providers">): MockRoute {
  return defineRoute<MockProviders>({
    api: "swap",
    paths: ["/v3/swap/providers"],
    query: {},
    about: "the providers",
    steps: providers,
    // The one response of this API that has no envelope.
    body: providersAt,
  })
}
