import { Hono } from "hono"
import { bodyLimit } from "hono/body-limit"
import { cors } from "hono/cors"

import { predictForwarderAddress } from "../../gateway/onchain/predictForwarderAddress.js"
import type { LocalChain } from "../chain/chains.js"
import type { DevnetMarket } from "../market/describeMarket.js"
import type { Gateway } from "../gateway/openGateway.js"
import type { Messaging } from "../messaging/openMessaging.js"
import { type GatewayBackend, gatewayRoutes } from "./gateway/routes.js"
import { messagingRoutes } from "./messaging/routes.js"
import { minFees } from "./messaging/minFees.js"
import { rpcRoutes } from "./rpc.js"
import { type SwapBackend, swapRoutes } from "./swap/routes.js"

/** Creates the app that answers everything on the devnet's port. It needs no socket: `app.request("/")` works. */
export function createApp({
  messaging: { contexts, ledger },
  gateway,
  market,
  apiKey,
  executor,
}: {
  messaging: Pick<Messaging, "contexts" | "ledger">
  gateway: Pick<Gateway, "chain" | "contracts" | "servedContracts" | "ledger"> | undefined
  market: { readonly description: DevnetMarket; readonly swap: SwapBackend } | undefined
  apiKey: string
  /** Address of the executor of messages. */
  executor: string
}): Hono {
  const app = new Hono()
  app.use(async (context, next) => {
    // A web page can point its own host name at this address. Its requests then have that name, and are refused.
    if (isOwnName(new URL(context.req.url).hostname)) return next()
    return context.json({ message: "the devnet answers only to its loopback address" }, 403)
  })
  const allowedOrigin = (origin: string) => (isOwnName(hostnameOf(origin)) ? origin : undefined)
  app.use(cors({ origin: allowedOrigin, exposeHeaders: ["server-req-id"] }))
  app.use(bodyLimit({ maxSize: largestBody }))

  app.get("/", (context) =>
    context.json({
      name: "hardhat-plugs devnet",
      chains: contexts.map(({ chain, contracts }) => ({
        ...describe(chain, { ...contracts, ...gateway?.servedContracts }),
        ...(market === undefined ? {} : { market: market.description }),
      })),
      ...(gateway === undefined ? {} : { gateway: describe(gateway.chain, gateway.contracts) }),
      apis: {
        messaging: "/messaging",
        ...(gateway === undefined ? {} : { gateway: "/gateway" }),
        ...(market === undefined ? {} : { swap: "/swap" }),
      },
    }),
  )
  const chains = contexts.map(({ chain }) => chain)
  const slugs = chains.map(({ slug }) => slug)
  app.route("/rpc", rpcRoutes(gateway === undefined ? chains : [...chains, gateway.chain]))
  app.route(
    "/messaging",
    messagingRoutes({
      apiKey,
      executor,
      slugs,
      messagesFromTx: ({ srcChainSlug, srcTxHash }) => ledger.sentIn(srcChainSlug, srcTxHash),
      minFees: (query) => minFees(contexts, query),
    }),
  )
  if (gateway !== undefined) app.route("/gateway", gatewayRoutes(gatewayBackend(gateway, slugs)))
  if (market !== undefined) app.route("/swap", swapRoutes(market.swap))
  app.notFound((context) =>
    context.json({ message: `nothing is at ${context.req.path}; GET / lists what is here` }, 404),
  )
  app.onError((error, context) => context.json({ message: error.message }, 500))
  return app
}

/** Describes a chain for `GET /`. */
function describe({ name, chainId, slug }: LocalChain, contracts: object): object {
  return { name, chainId, slug, rpc: `/rpc/${name}`, contracts }
}

function gatewayBackend(
  { ledger, contracts }: Pick<Gateway, "ledger" | "contracts">,
  slugs: readonly number[],
): GatewayBackend {
  const { addressResolver, asyncDeployer: deployer, forwarderBeacon } = contracts
  return {
    views: ledger,
    slugs,
    forwarderOf: (chainSlug, onChainAddress) =>
      predictForwarderAddress({ chainSlug, onChainAddress, addressResolver, deployer, forwarderBeacon }),
  }
}

/** Bytes. More than the largest contract that a chain accepts, as hex in JSON. */
const largestBody = 10 * 1024 * 1024

function hostnameOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).hostname : undefined
}

/** Checks whether a host name is one of this server's own. Other loopback addresses are not. */
function isOwnName(hostname: string | undefined): boolean {
  return hostname === "127.0.0.1" || hostname === "localhost" || hostname === "[::1]"
}
