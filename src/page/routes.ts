import { type Context, Hono } from "hono"
import { bodyLimit } from "hono/body-limit"

import { originGuard } from "../devnet/server/originGuard.js"
import { hasHeader, refuse } from "../devnet/server/readRequest.js"
import { isPlugsError } from "../primitives/PlugsError.js"
import type { ExplainedMessage, FaultForm, MessageChange, PageWiring, Verb } from "./changes.js"
import type { Feed } from "./createFeed.js"
import { readPage } from "./readPage.js"

export type PageBackend = {
  readonly feed: Pick<Feed, "open" | "findMessage">
  /** What a request must have to change something; `undefined` if nothing may be changed. */
  readonly token: string | undefined
  /** Says why a message is where it is. */
  readonly explain: (message: MessageChange) => Promise<ExplainedMessage>
  /** Each does what the command or the line beside its button does. */
  readonly controls: Readonly<Record<Verb, (given: unknown) => Promise<unknown>>>
  /** The faults that can begin. */
  readonly forms: () => readonly FaultForm[]
  readonly wiring: () => Promise<PageWiring>
}

/** The header that has the token of the printed link. */
export const tokenHeader = "x-page-token"

/** Creates the routes of the page and its data. Pages of other origins are refused, those that may use the devnet too. */
export function pageRoutes({ feed, token, explain, controls, forms, wiring }: PageBackend): Hono {
  const app = new Hono()
  // Nothing is reported, because the advice is to allow the origin, which would not help here.
  app.use(originGuard({ allowedOrigins: new Set(), report: () => undefined }))
  app.use(async (context, next) => {
    context.header("cross-origin-resource-policy", "same-origin")
    context.header("x-content-type-options", "nosniff")
    await next()
  })
  const page = readPage()
  // Who asks is told.
  page.catch(() => undefined)
  for (const path of ["/page", "/m/:id"]) {
    app.get(path, async (context) => {
      const { html, headers } = await page
      return context.body(html, 200, headers)
    })
  }
  app.get("/page/events", (context) => {
    const stream = feed.open(context.req.header("last-event-id"), () => {
      socketOf(context)?.destroy()
    })
    if (stream === undefined) return refuse(context, 503, "too many pages are open: close one")
    return context.body(stream, 200, { "content-type": "text/event-stream", "cache-control": "no-store" })
  })
  const explaining = new Map<string, Promise<ExplainedMessage>>()
  app.get("/page/explain/:id", async (context) => {
    const message = feed.findMessage(context.req.param("id"))
    if (message === undefined) return refuse(context, 404, "the devnet has not kept a message with this id")
    const id = message.messageId
    const answer = explaining.get(id) ?? explain(message).finally(() => explaining.delete(id))
    explaining.set(id, answer)
    return context.json(await answer)
  })
  app.get("/page/faults", (context) => context.json(forms()))
  app.get("/page/wiring", async (context) => context.json(await wiring()))
  const limit = bodyLimit({ maxSize: 4096, onError: (context) => refuse(context, 413, "the body is too large") })
  app.post("/page/do/:verb", limit, async (context) => {
    const { verb } = context.req.param()
    if (token === undefined) return refuse(context, 403, "the page is read-only: the devnet was started so")
    if (!hasHeader(context, tokenHeader, token))
      return refuse(context, 403, "open the page by the link that the devnet printed")
    if (!Object.hasOwn(controls, verb)) return refuse(context, 404, "there is no such control")
    const body: unknown = await context.req.json().catch(() => undefined)
    if (typeof body !== "object" || body === null) return refuse(context, 400, "send an object of JSON")
    const done = await controls[verb as Verb]((body as { readonly given?: unknown }).given)
    return context.json({ done: done ?? null })
  })
  app.notFound((context) => context.json({ message: `nothing is at ${context.req.path}` }, 404))
  app.onError((error, context) => context.json({ message: error.message }, isPlugsError(error) ? 400 : 500))
  return app
}

function socketOf({ env }: Context): { destroy(): unknown } | undefined {
  return ((env ?? {}) as { incoming?: { socket?: { destroy(): unknown } } }).incoming?.socket
}
