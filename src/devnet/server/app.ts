import { Hono } from "hono"
import { bodyLimit } from "hono/body-limit"
import { cors } from "hono/cors"

import type { Ledger } from "../ledger.js"
import type { Desk } from "../relay/messaging/desk.js"
import { messagingRoutes } from "./messaging.js"
import { minFees } from "./minFees.js"
import { rpcRoutes } from "./rpc.js"

/** Everything that the devnet answers on its one port. Needs no socket: `app.request("/")` works. */
export function createApp({
  desks,
  ledger,
  apiKey,
  executor,
}: {
  desks: readonly Desk[]
  ledger: Ledger
  apiKey: string
  /** Who executes messages. */
  executor: string
}): Hono {
  const app = new Hono()
  app.use(async (context, next) => {
    // A page on the web can point a name of its own at this address. Such a request bears that name.
    if (isOwnName(new URL(context.req.url).hostname)) return next()
    return context.json({ message: "the devnet answers only to its loopback address" }, 403)
  })
  app.use(cors({ origin: (origin) => (isOwnName(hostnameOf(origin)) ? origin : undefined) }))
  app.use(bodyLimit({ maxSize: largestBody }))

  app.get("/", (context) =>
    context.json({
      name: "hardhat-plugs devnet",
      chains: desks.map(({ chain: { name, chainId, slug }, contracts }) => ({
        name,
        chainId,
        slug,
        rpc: `/rpc/${name}`,
        contracts,
      })),
      apis: { messaging: "/messaging" },
    }),
  )
  app.route("/rpc", rpcRoutes(desks.map(({ chain }) => chain)))
  app.route(
    "/messaging",
    messagingRoutes({
      apiKey,
      executor,
      slugs: desks.map(({ chain }) => chain.slug),
      messagesFromTx: ({ srcChainSlug, srcTxHash }) => ledger.sentIn(srcChainSlug, srcTxHash),
      minFees: (query) => minFees(desks, query),
    }),
  )
  app.notFound((context) =>
    context.json({ message: `nothing is at ${context.req.path}; GET / lists what is here` }, 404),
  )
  app.onError((error, context) => context.json({ message: error.message }, 500))
  return app
}

/** Room for the largest contract that a chain takes, as hex in JSON, and more. */
const largestBody = 10 * 1024 * 1024

function hostnameOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).hostname : undefined
}

/** What this server is called by those who mean it: narrower than all that is loopback. */
function isOwnName(hostname: string | undefined): boolean {
  return hostname === "127.0.0.1" || hostname === "localhost" || hostname === "[::1]"
}
