import { randomUUID } from "node:crypto"

import { type Context, Hono } from "hono"
import type { ContentfulStatusCode } from "hono/utils/http-status"

import {
  providersQuery,
  type QuoteQuery,
  quoteQuery,
  type StatusQuery,
  statusQuery,
  tokensListQuery,
  tokensSearchQuery,
} from "../../../swap/wire/querySchemas.js"
import type { Problem } from "../../market/quoting/readQuestion.js"
import { readQuery } from "../readQuery.js"
import { sameText } from "../sameText.js"
import type { TokensQuestion } from "./listTokens.js"

/** What the swap API asks the world behind it. Answers are as the wire wants them. */
export type SwapBackend = {
  readonly apiKey: string
  readonly affiliate: string
  /** @param statusEndpoint where this API tells of a route */
  quote(query: QuoteQuery, statusEndpoint: string): Promise<object | Problem>
  /** `undefined` for a route that nobody was offered. */
  status(query: StatusQuery): Promise<object | undefined>
  tokens(question: TokensQuestion): Promise<object>
  readonly chains: readonly object[]
  providers(includeDepositRoutes: boolean): object
}

/** How many tokens of each chain are trending. */
const trending = 3

/** The swap API of the specification, answering from the devnet's markets. */
export function swapRoutes(backend: SwapBackend): Hono {
  const app = new Hono()

  app.use(async (context, next) => {
    context.header("server-req-id", randomUUID())
    await next()
  })

  app.get("/v3/swap/quote", async (context) => {
    if (!sameText(context.req.header("x-api-key") ?? "", backend.apiKey)) {
      return context.json({ message: "Forbidden" }, 403)
    }
    if (!sameText(context.req.header("affiliate") ?? "", backend.affiliate)) {
      return refuse(context, 401, "the header affiliate is missing or names another one")
    }
    const query = readQuery(quoteQuery, context.req.query())
    if ("problem" in query) return refuse(context, 400, query.problem)
    const { origin, pathname } = new URL(context.req.url)
    const answer = await backend.quote(query, `${origin}${pathname.replace(/quote$/, "status")}`)
    return "problem" in answer ? refuse(context, 400, answer.problem) : succeed(context, answer)
  })

  app.get("/v3/swap/status", async (context) => {
    const query = readQuery(statusQuery, context.req.query())
    if ("problem" in query) return refuse(context, 400, query.problem)
    const status = await backend.status(query)
    const subject = query.quoteId ?? query.srcTxHash
    return status === undefined ? refuse(context, 404, `no route ${subject} here`) : succeed(context, status)
  })

  app.get("/v3/swap/tokens/search", async (context) => {
    const query = readQuery(tokensSearchQuery, context.req.query())
    if ("problem" in query) return refuse(context, 400, query.problem)
    const user = query.userAddress ?? query.address
    return succeed(context, { tokens: await backend.tokens({ search: query.q, user }) })
  })

  app.get("/v3/swap/tokens/list", async (context) => {
    const query = readQuery(tokensListQuery, context.req.query())
    if ("problem" in query) return refuse(context, 400, query.problem)
    const { chainIds, userAddress: user, list = "trending" } = query
    return succeed(context, await backend.tokens({ chainIds, user, most: list === "trending" ? trending : undefined }))
  })

  app.get("/v3/swap/supported-chains", (context) => succeed(context, backend.chains))

  app.get("/v3/swap/providers", (context) => {
    const query = readQuery(providersQuery, context.req.query())
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

function refuse(context: Context, statusCode: ContentfulStatusCode, message: string): Response {
  return context.json({ success: false, statusCode, result: null, message }, statusCode)
}
