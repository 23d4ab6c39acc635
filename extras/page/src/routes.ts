import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"

import { type Context, Hono } from "hono"
import { bodyLimit } from "hono/body-limit"

import type { Feed } from "./createFeed.js"
import { firstCommands } from "./kinds.js"
import type { ExplainedMessage, FaultForm, PageNames, PageTrust, PageWiring, Verb } from "./PageEvent.js"
import type { MessageChange } from "#src/devnet/changes.js"
import { originGuard } from "#src/devnet/server/originGuard.js"
import { isSecret, onlyAsData, refuse, socketOf } from "#src/devnet/server/readRequest.js"
import { getOrAdd } from "#src/primitives/lifetime/lazily.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"

/** A plug, and the slug of the chain that it is on. Both are as the page gave them. */
export type PlacedPlug = { readonly slug: number; readonly address: string }

export type PageBackend = {
  readonly feed: Pick<Feed, "open" | "findMessage" | "findRequest">
  /** What the printed link has, and no other page: what a request must have to change something. */
  readonly token: string
  /** Nothing may be changed. */
  readonly isReadOnly: boolean
  readonly explain: (message: MessageChange) => Promise<ExplainedMessage>
  /** Writes how a message, or a request by its count, came to where it is as a test; `undefined` if more has happened than is kept. */
  readonly copyAsTest: (id: string) => Promise<string | undefined>
  /** Runs a command that the page has printed. */
  readonly run: (command: string) => Promise<{ readonly code: number | null; readonly output: string }>
  /** Says who can do what with messages from one plug to another. */
  readonly trust: (from: PlacedPlug, to: PlacedPlug) => Promise<PageTrust>
  /** Each does what the command or the line beside its button does. */
  readonly controls: Readonly<Record<Verb, (given: unknown) => Promise<unknown>>>
  readonly forms: () => readonly FaultForm[]
  readonly wiring: () => Promise<PageWiring>
  readonly names: () => Promise<PageNames>
}

/** The header that has the token of the printed link. */
export const tokenHeader = "x-page-token"

/** Commands that can be run at a time. */
const maxPrinted = 1000

const unknownMessage = "the devnet has not kept a message with this id"
const unknownSubject = "the devnet has not kept a message or a request with this id"

/** Creates the routes of the page and its data. Pages of other origins are refused, those that may use the devnet too. */
export function pageRoutes(backend: PageBackend): Hono {
  const { feed, token, isReadOnly, explain, copyAsTest, run, controls, forms, wiring, names, trust } = backend
  const app = new Hono()
  // Nothing is reported, because the advice is to allow the origin, which would not help here.
  app.use(originGuard({ allowedOrigins: new Set(), report: () => undefined }))
  app.use(onlyAsData)
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
    const drop = (): void => {
      socketOf(context)?.destroy()
    }
    // Whatever streams others open, those of the link have a share of their own. A browser sends no header with a stream.
    const client = isSecret(context.req.query("token"), token) ? "link" : undefined
    const stream = feed.open(context.req.header("last-event-id"), drop, client)
    return context.body(stream, 200, { "content-type": "text/event-stream", "cache-control": "no-store" })
  })
  /** The commands that may be run, because they were printed. */
  const printed = new Set<string>()
  /** Only the page of the link has commands run, so what others ask for takes no place of them. */
  const print = ({ req }: Context, command: string): void => {
    if (!isSecret(req.header(tokenHeader), token)) return
    printed.delete(command)
    const [oldest] = printed
    if (oldest !== undefined && printed.size >= maxPrinted) printed.delete(oldest)
    printed.add(command)
  }
  const explaining = new Map<string, Promise<ExplainedMessage>>()
  app.get("/page/explain/:id", async (context) => {
    const message = feed.findMessage(context.req.param("id"))
    if (message === undefined) return refuse(context, 404, unknownMessage)
    const id = message.messageId
    const explained = await getOrAdd(explaining, id, () => explain(message).finally(() => explaining.delete(id)))
    for (const { mend } of explained.causes) if (mend?.command && mend.isRunnable) print(context, mend.command)
    return context.json(explained)
  })
  app.get("/page/faults", (context) => context.json(forms()))
  app.get("/page/wiring", async (context) => context.json(await wiring()))
  app.get("/page/names", async (context) => context.json(await names()))
  app.get("/page/trust", async (context) => {
    return context.json({ schemaVersion: 1, ...(await trust(plugIn(context, "from"), plugIn(context, ""))) })
  })
  app.get("/page/test/:id", async (context) => {
    const id = context.req.param("id")
    if ((feed.findMessage(id) ?? feed.findRequest(id)) === undefined) return refuse(context, 404, unknownSubject)
    const test = await copyAsTest(id)
    if (test !== undefined) return context.json({ schemaVersion: 1, test })
    const says = "more has happened than can be done again: restart the devnet, and do again what the test is to show"
    return refuse(context, 409, says)
  })
  app.use(async (context, next) => {
    if (context.req.method !== "POST") return next()
    if (isReadOnly) return refuse(context, 403, "the page is read-only: the devnet was started so")
    if (!isSecret(context.req.header(tokenHeader), token))
      return refuse(context, 403, "open the page by the link that the devnet printed")
    return next()
  })
  const limit = bodyLimit({ maxSize: 8192, onError: (context) => refuse(context, 413, "the body is too large") })
  app.post("/page/run", limit, async (context) => {
    const { command } = (await readObject(context)) ?? {}
    const isPrinted = typeof command === "string" && (firstCommands.includes(command) || printed.has(command))
    if (isPrinted) return context.json(await run(command))
    return refuse(context, 404, "the page has not printed that command, or too long ago")
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

/** The plug that a query names. What is missing is none that a chain has. */
function plugIn({ req }: Context, which: "" | "from"): PlacedPlug {
  return { slug: Number(req.query(`${which}slug`)), address: req.query(`${which}plug`) ?? "" }
}

/** The object of JSON that a request brings; `undefined` if it brings none. */
async function readObject(context: Context): Promise<Readonly<Record<string, unknown>> | undefined> {
  const body: unknown = await context.req.json().catch(() => undefined)
  return typeof body === "object" && body !== null ? (body as Readonly<Record<string, unknown>>) : undefined
}

/** The page as one file, and the headers that let it do nothing but what it is for. */
type Page = { readonly html: string; readonly headers: Readonly<Record<string, string>> }

/** Reads what `scripts/buildPage.ts` has built. */
export async function readPage(file: URL = new URL("page.html", import.meta.url)): Promise<Page> {
  const html = await readFile(file, "utf8")
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(html, "script")}`,
    `style-src ${hashOf(html, "style")}`,
    "connect-src 'self'",
    // Its own icon, which is part of it.
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    // Text can become markup nowhere, not even by mistake.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]
  return {
    html,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy.join("; "),
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
    },
  }
}

function hashOf(html: string, tag: "script" | "style"): string {
  const [, text = ""] = new RegExp(`<${tag}[^>]*>(.*?)</${tag}>`, "s").exec(html) ?? []
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`
}
