import { randomUUID } from "node:crypto"

import { type Context, Hono } from "hono"
import type { ContentfulStatusCode } from "hono/utils/http-status"

import type { Problem } from "../market/quoting/readQuoteRequest.js"
import type { TokensRequest } from "./listTokens.js"
import {
  chainsQuery,
  providersQuery,
  type QuoteQuery,
  quoteQuery,
  type StatusQuery,
  statusQuery,
  tokensListQuery,
  tokensSearchQuery,
} from "#extras/swap/src/wire/querySchemas.js"
import { isAllowed, readQuery } from "#src/devnet/server/readRequest.js"

/** What the swap API is served from. Results have the shape of the wire. */
export type SwapBackend = {
  readonly apiKey: string
  readonly affiliate: string
  /** @param statusEndpoint URL of this API's status endpoint */
  quote(query: QuoteQuery, statusEndpoint: string): Promise<object | Problem>
  /** Undefined for a route that is not known. */
  status(query: StatusQuery): Promise<object | undefined>
  tokens(request: TokensRequest): Promise<object>
  readonly chains: readonly object[]
  providers(includeDepositRoutes: boolean): object
}

/** Number of tokens of each chain in the list of trending ones. */
const trending = 3

export function swapRoutes(backend: SwapBackend): Hono {
  const app = new Hono()

  app.use(async (context, next) => {
    context.header("server-req-id", randomUUID())
    await next()
  })

  app.get("/v3/swap/quote", async (context) => {
    if (!isAllowed(context, ["x-api-key", "api-key"], backend.apiKey)) {
      return context.json({ message: "Forbidden" }, 403)
    }
    if (!isAllowed(context, ["affiliate"], backend.affiliate)) {
      return refuse(context, 401, "the header affiliate names another one")
    }
    const query = readQuery(quoteQuery, context)
    if ("problem" in query) return refuse(context, 400, query.problem)
    const { origin, pathname } = new URL(context.req.url)
    const answer = await backend.quote(query, `${origin}${pathname.replace(/quote$/, "status")}`)
    return "problem" in answer ? refuseQuote(context, answer.problem) : succeed(context, answer)
  })

  app.get("/v3/swap/status", async (context) => {
    const query = readQuery(statusQuery, context)
    if ("problem" in query) return refuse(context, 400, query.problem)
    const status = await backend.status(query)
    const subject = query.quoteId ?? query.srcTxHash
    return status === undefined ? refuse(context, 404, `no route ${subject} here`) : succeed(context, status)
  })

  app.get("/v3/swap/tokens/search", async (context) => {
    const query = readQuery(tokensSearchQuery, context)
    if ("problem" in query) return refuse(context, 400, query.problem)
    const user = query.userAddress ?? query.address
    return succeed(context, { tokens: await backend.tokens({ search: query.q, user }) })
  })

  app.get("/v3/swap/tokens/list", async (context) => {
    const query = readQuery(tokensListQuery, context)
    if ("problem" in query) return refuse(context, 400, query.problem)
    const { chainIds, userAddress: user, list = "trending" } = query
    return succeed(context, await backend.tokens({ chainIds, user, most: list === "trending" ? trending : undefined }))
  })

  app.get("/v3/swap/supported-chains", (context) => {
    const query = readQuery(chainsQuery, context)
    return "problem" in query ? refuse(context, 400, query.problem) : succeed(context, backend.chains)
  })

  app.get("/v3/swap/providers", (context) => {
    const query = readQuery(providersQuery, context)
    if ("problem" in query) return refuse(context, 400, query.problem)
    return context.json(backend.providers(query.includeDepositRoutes ?? true))
  })

  app.all("*", (context) => refuse(context, 404, `nothing is at ${context.req.path}`))
  app.onError((error, context) => refuse(context, 500, error.message))
  return app
}

function succeed(context: Context, result: object): Response {
  return context.json({ success: true, statusCode: 200, result, message: null })
}

/** The form of most errors of the published API. A wrong key has another one: `{"message": "Forbidden"}`. */
function refuse(context: Context, statusCode: ContentfulStatusCode, message: string): Response {
  return context.json({ success: false, statusCode, message }, statusCode)
}

/** The form of an error that comes from behind the published API: here, from the market that makes the quotes. */
function refuseQuote(context: Context, problem: string): Response {
  const message = { error: "Bad Request", details: { error: { code: "QUOTE_REFUSED", message: problem } } }
  return context.json({ success: false, statusCode: 400, message }, 400)
}
