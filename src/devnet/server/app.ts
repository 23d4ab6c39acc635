import { Hono } from "hono"
import { getPath } from "hono/utils/url"

import { addToChain, type LocalChain } from "../chain/chains.js"
import type { Gateway } from "../gateway/openGateway.js"
import type { MessagingWorkerContext } from "../messaging/actors/MessagingWorkerContext.js"
import type { Messaging } from "../messaging/openMessaging.js"
import type { DevnetPath } from "../messaging/paths.js"
import { successorOf } from "./formerPaths.js"
import { type GatewayBackend, gatewayRoutes } from "./gateway/routes.js"
import { guardApp } from "./guardApp.js"
import { messagingRoutes } from "./messaging/routes.js"
import { originGuard } from "./originGuard.js"
import { refuse } from "./readRequest.js"
import { rpcRoutes } from "./rpc.js"
import { predictForwarderAddress } from "#src/gateway/onchain/predictForwarderAddress.js"
import { forwarderMistakes } from "#src/gateway/states.js"

/** Creates the app that answers everything on the devnet's port. It needs no socket: `app.request("/")` works. */
export function createApp({
  paths,
  messaging: { contexts, ledger },
  gateway,
  market,
  apiKey,
  executor,
  allowedOrigins,
  report,
  project,
}: {
  paths: readonly DevnetPath[]
  messaging: Pick<Messaging, "contexts" | "ledger">
  gateway: Pick<Gateway, "chain" | "contracts" | "servedContracts" | "ledger"> | undefined
  market: { readonly description: object; readonly routes: Hono } | undefined
  apiKey: string
  executor: string
  /** Origins of web pages that may use the devnet, beside its own. */
  allowedOrigins: ReadonlySet<string>
  /** Called with what happens beside the answers. */
  report: (error: unknown) => void
  /** The folder of the project that has started it. */
  project?: string | undefined
}): Hono {
  // Bases of URLs are written with a slash at their end and without one.
  const app = new Hono({ getPath: (request) => getPath(request).replace(/\/+(?=\/|$)/g, "") || "/" })
  const guard = originGuard({ allowedOrigins, report })
  app.use(async (context, next) => {
    const successor = successorOf(context.req.path)
    if (successor === undefined) {
      await next()
      return
    }
    // Whatever body an earlier version took: who may ask at all is told.
    const refused = await guard(context, () => Promise.resolve())
    return refused?.status === 403 ? refused : refuse(context, 404, successor)
  })
  guardApp(app, { allowedOrigins, report })
  app.get("/", (context) =>
    context.json({
      name: "hardhat-plugs devnet",
      project,
      chains: contexts.map(({ chain, contracts }) => ({
        ...describe(chain, { ...contracts, ...gateway?.servedContracts }),
        market: market?.description,
      })),
      paths,
      gateway: gateway && describe(gateway.chain, gateway.contracts),
      apis: { messaging: "/messaging", gateway: gateway && "/gateway", swap: market && "/swap" },
    }),
  )
  const chains = contexts.map(({ chain }) => chain)
  const slugs = chains.map(({ slug }) => slug)
  app.route(
    "/rpc",
    rpcRoutes(
      gateway === undefined ? chains : [...chains, addToChain(gateway.chain, { whenSilent: forwarderMistakes })],
    ),
  )
  app.route("/messaging", messagingRoutes({ contexts, ledger }, { apiKey, executor }))
  if (gateway !== undefined) {
    const { addressResolver, asyncDeployer: deployer, forwarderBeacon } = gateway.contracts
    const forwarderOf: GatewayBackend["forwarderOf"] = (chainSlug, onChainAddress) =>
      predictForwarderAddress({ chainSlug, onChainAddress, addressResolver, deployer, forwarderBeacon })
    // The same on every chain.
    const { switchboard } = (contexts[0] as MessagingWorkerContext).contracts
    app.route("/gateway", gatewayRoutes({ views: gateway.ledger, slugs, switchboard, forwarderOf }))
  }
  if (market !== undefined) app.route("/swap", market.routes)
  app.notFound((context) => refuse(context, 404, `nothing is at ${context.req.path}; GET / lists what is here`))
  app.onError((error, context) => refuse(context, 500, error.message))
  return app
}

function describe({ name, chainId, slug }: LocalChain, contracts: object): object {
  return { name, chainId, slug, rpc: `/rpc/${name}`, contracts }
}
