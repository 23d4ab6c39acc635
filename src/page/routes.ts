import { type Context, Hono } from "hono"
import { bodyLimit } from "hono/body-limit"

import { originGuard } from "../devnet/server/originGuard.js"
import { hasHeader, refuse } from "../devnet/server/readRequest.js"
import type { Commands, ExplainedMessage, MessageChange } from "./changes.js"
import type { Feed } from "./createFeed.js"
import { readPage } from "./readPage.js"

export type PageBackend = {
  readonly feed: Pick<Feed, "open" | "findMessage">
  /** What a request must have to change something; `undefined` if nothing may be changed. */
  readonly token: string | undefined
  /** Says why a message is where it is. */
  readonly explain: (message: MessageChange) => Promise<ExplainedMessage>
  /** Writes how a message came to where it is as a test; `undefined` if more has happened than is kept. */
  readonly copyAsTest: (messageId: string) => Promise<string | undefined>
  /** Does what the command of this name does. */
  readonly control: (verb: keyof Commands) => Promise<unknown>
}

/** The header that has the token of the printed link. */
export const tokenHeader = "x-page-token"

const unknownMessage = "the devnet has not kept a message with this id"

/** Creates the routes of the page and its data. Pages of other origins are refused, those that may use the devnet too. */
export function pageRoutes({ feed, token, explain, copyAsTest, control }: PageBackend): Hono {
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
    if (message === undefined) return refuse(context, 404, unknownMessage)
    const id = message.messageId
    const answer = explaining.get(id) ?? explain(message).finally(() => explaining.delete(id))
    explaining.set(id, answer)
    return context.json(await answer)
  })
  app.get("/page/test/:id", async (context) => {
    const message = feed.findMessage(context.req.param("id"))
    if (message === undefined) return refuse(context, 404, unknownMessage)
    const test = await copyAsTest(message.messageId)
    if (test !== undefined) return context.json({ schemaVersion: 1, test })
    const says = "more has happened than can be done again: restart the devnet, and do again what the test is to show"
    return refuse(context, 409, says)
  })
  app.post("/page/relay/:verb", bodyLimit({ maxSize: 1024 }), async (context) => {
    const { verb } = context.req.param()
    if (token === undefined) return refuse(context, 403, "the page is read-only: the devnet was started so")
    if (!hasHeader(context, tokenHeader, token))
      return refuse(context, 403, "open the page by the link that the devnet printed")
    if (verb !== "pause" && verb !== "resume" && verb !== "step")
      return refuse(context, 404, "there is no such control")
    return context.json({ done: await control(verb) })
  })
  app.notFound((context) => context.json({ message: `nothing is at ${context.req.path}` }, 404))
  app.onError((error, context) => context.json({ message: error.message }, 500))
  return app
}

function socketOf({ env }: Context): { destroy(): unknown } | undefined {
  return ((env ?? {}) as { incoming?: { socket?: { destroy(): unknown } } }).incoming?.socket
}
