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
  /** Writes how a message came to where it is as a test; `undefined` if more has happened than is kept. */
  readonly copyAsTest: (messageId: string) => Promise<string | undefined>
  /** Runs the command of a cause's fix. */
  readonly runFix: (command: string) => Promise<{ readonly code: number | null; readonly output: string }>
  /** Each does what the command or the line beside its button does. */
  readonly controls: Readonly<Record<Verb, (given: unknown) => Promise<unknown>>>
  /** The faults that can begin. */
  readonly forms: () => readonly FaultForm[]
  readonly wiring: () => Promise<PageWiring>
}

/** The header that has the token of the printed link. */
export const tokenHeader = "x-page-token"

const unknownMessage = "the devnet has not kept a message with this id"

/** Creates the routes of the page and its data. Pages of other origins are refused, those that may use the devnet too. */
export function pageRoutes(backend: PageBackend): Hono {
  const { feed, token, explain, copyAsTest, runFix, controls, forms, wiring } = backend
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
  /** The commands that may be run, because they were printed: each behind the id of its message. */
  const fixes = new Set<string>()
  const explaining = new Map<string, Promise<ExplainedMessage>>()
  app.get("/page/explain/:id", async (context) => {
    const message = feed.findMessage(context.req.param("id"))
    if (message === undefined) return refuse(context, 404, unknownMessage)
    const id = message.messageId
    const answer = explaining.get(id) ?? explain(message).finally(() => explaining.delete(id))
    explaining.set(id, answer)
    const explained = await answer
    for (const { mend } of explained.causes) if (mend?.command && mend.isRunnable) fixes.add(`${id} ${mend.command}`)
    return context.json(explained)
  })
  app.get("/page/faults", (context) => context.json(forms()))
  app.get("/page/wiring", async (context) => context.json(await wiring()))
  app.get("/page/test/:id", async (context) => {
    const message = feed.findMessage(context.req.param("id"))
    if (message === undefined) return refuse(context, 404, unknownMessage)
    const test = await copyAsTest(message.messageId)
    if (test !== undefined) return context.json({ schemaVersion: 1, test })
    const says = "more has happened than can be done again: restart the devnet, and do again what the test is to show"
    return refuse(context, 409, says)
  })
  app.use(async (context, next) => {
    if (context.req.method !== "POST") return next()
    if (token === undefined) return refuse(context, 403, "the page is read-only: the devnet was started so")
    if (!hasHeader(context, tokenHeader, token))
      return refuse(context, 403, "open the page by the link that the devnet printed")
    return next()
  })
  const limit = bodyLimit({ maxSize: 8192, onError: (context) => refuse(context, 413, "the body is too large") })
  app.post("/page/fix/:id", limit, async (context) => {
    const { command } = (await readObject(context)) ?? {}
    if (typeof command === "string" && fixes.has(`${context.req.param("id")} ${command}`))
      return context.json(await runFix(command))
    return refuse(context, 404, "no explanation of this message has printed that command")
  })
  app.post("/page/do/:verb", limit, async (context) => {
    const { verb } = context.req.param()
    if (!Object.hasOwn(controls, verb)) return refuse(context, 404, "there is no such control")
    const sent = await readObject(context)
    if (sent === undefined) return refuse(context, 400, "send an object of JSON")
    return context.json({ done: (await controls[verb as Verb](sent["given"])) ?? null })
  })
  app.notFound((context) => context.json({ message: `nothing is at ${context.req.path}` }, 404))
  app.onError((error, context) => context.json({ message: error.message }, isPlugsError(error) ? 400 : 500))
  return app
}

/** The object of JSON that a request brings; `undefined` if it brings none. */
async function readObject(context: Context): Promise<Readonly<Record<string, unknown>> | undefined> {
  const body: unknown = await context.req.json().catch(() => undefined)
  return typeof body === "object" && body !== null ? (body as Readonly<Record<string, unknown>>) : undefined
}

function socketOf({ env }: Context): { destroy(): unknown } | undefined {
  return ((env ?? {}) as { incoming?: { socket?: { destroy(): unknown } } }).incoming?.socket
}
