import { serveActors } from "./actorMethods.js"
import { type Accounts, createAccounts, fund } from "./chain/accounts.js"
import {
  addToChain,
  type ChainIdentity,
  type LocalChain,
  openChains as openOwnChains,
  type OpenChainsFunction,
} from "./chain/chains.js"
import { assignChainNumbers, assignGatewayNumbers, checkOptions } from "./checkOptions.js"
import type { Devnet, DevnetChain } from "./Devnet.js"
import { createErrorFeed } from "./errorFeed.js"
import type { Gateway } from "./gateway/openGateway.js"
import type { ExecutionParts, MessagingWorkerContext } from "./messaging/actors/MessagingWorkerContext.js"
import type { MessagingChain } from "./messaging/adoption.js"
import { type Messaging, openMessaging } from "./messaging/openMessaging.js"
import { readPaths, switchboardBetween } from "./messaging/paths.js"
import { devnetOptions, type StartDevnetOptions } from "./options.js"
import type { Protocol } from "./relay/Protocol.js"
import { createRelay, type HoldableRelay } from "./relay/relay.js"
import type { Interceptor } from "./relay/Worker.js"
import { listen } from "./server/listen.js"
import { createSnapshots, type OtherMemories, type Snapshots } from "./snapshots.js"
import { everyStage, type Stage } from "./stages.js"
import type { KeptFaults } from "./state/keepState.js"
import { defaultMemoryWarning, watchMemory } from "./watchMemory.js"
import { extras, type OpenedMarket } from "#src/plugin/extras.js"
import { systemClock } from "#src/primitives/clock.js"
import { Disposables } from "#src/primitives/lifetime/Disposables.js"
import { lazily } from "#src/primitives/lifetime/lazily.js"
import { readOrigins } from "#src/primitives/urls/parseOrigin.js"

/** What other rooms of this package add to a devnet that they open. */
export type DevnetParts = ExecutionParts & {
  /** Opens the chains. Default: chains of their own, independent of the user's Hardhat project. */
  readonly openChains?: OpenChainsFunction | undefined
  readonly interceptor?: Interceptor<Stage> | undefined
  /** Whether the actors work one at a time, in an order that does not depend on the machine. Default: false. */
  readonly inTurns?: boolean | undefined
  readonly wrapFetch?: ((fetch: Fetch) => Fetch) | undefined
  readonly memories?: OtherMemories | undefined
  /** The folder of the project that starts it, for who meets it on a port. */
  readonly project?: string | undefined
  /** Whether the process stays alive until the devnet is stopped. Default: true. */
  readonly keepsProcess?: boolean | undefined
}

/** The second argument is what Node says about the connection, which refusing web pages needs. */
type Fetch = (
  request: Request,
  env?: { readonly incoming?: { readonly socket?: { destroy(): unknown } } },
) => Response | Promise<Response>

/** A devnet with what is inside, for tests that control it. */
export type OpenDevnet<Name extends string, WithGateway extends boolean, WithMarket extends boolean> = {
  readonly devnet: Devnet<Name, WithGateway, WithMarket>
  readonly relay: HoldableRelay<Stage>
  readonly snapshots: Snapshots
  readonly accounts: Accounts
  /** All that it has of the three. */
  readonly protocols: readonly Protocol<Stage>[]
  readonly messaging: Messaging
  readonly gateway: Gateway | undefined
  readonly market: OpenedMarket | undefined
  /** Set if the devnet is kept in a folder. */
  readonly keptFaults: KeptFaults | undefined
}

/** Opens a devnet as `startDevnet` does, and gives what is inside. */
export async function openDevnet<
  const Name extends string = "alpha" | "beta",
  const WithGateway extends boolean = true,
  const WithMarket extends boolean = true,
>(
  options: StartDevnetOptions<Name, WithGateway, WithMarket> = {},
  {
    openChains = openOwnChains,
    interceptor,
    inTurns,
    wrapFetch = (fetch) => fetch,
    executionGas,
    executesAlone,
    keepsProcess,
    project,
    memories,
  }: DevnetParts = {},
): Promise<OpenDevnet<Name, WithGateway, WithMarket>> {
  const {
    port = devnetOptions.port.default,
    apiKey = devnetOptions.apiKey.default,
    affiliate = devnetOptions.affiliate.default,
    optimisticTimeout = devnetOptions.optimisticTimeout.default,
    allowedOrigins = [],
    watchers = devnetOptions.watchers.default,
    blockTime,
    pace = devnetOptions.pace.default,
    executionRetries: retries = { attempts: 30, delay: 1000 },
    gateway: withGateway = true,
    market: withMarket = true,
    memoryWarning = defaultMemoryWarning(),
    clock = systemClock,
    state: folder,
    reset = false,
  } = options
  const identities = assignChainNumbers(options.chains ?? devnetOptions.chains.default)
  const gatewayIdentity = { ...assignGatewayNumbers(identities, options.gatewayChainId), hasFreeGas: true }
  const requestedPaths = readPaths(options.paths ?? [], identities)
  checkOptions(options)
  const origins = new Set(readOrigins(allowedOrigins, "allowedOrigins"))
  // A port that is taken is found out now, because the chains take seconds.
  if (port !== 0) await (await listen(() => new Response(), port)).close()
  const cleanup = new Disposables()
  let hasStarted = false
  try {
    const isForked = identities.some(({ fork }) => fork !== undefined)
    const forks = isForked ? await (await extras.forks()).findForks(identities, options) : undefined
    if (forks !== undefined) cleanup.defer(() => forks.close({ isKept: hasStarted }))
    const paths = forks?.paths ?? requestedPaths
    const own: readonly ChainIdentity[] = identities
    const chainsToOpen = forks?.chains ?? (withGateway ? [...own, gatewayIdentity] : own)
    // As text, because the order of an object's fields depends on who wrote it.
    const stateOptions = {
      chains: chainsToOpen.map(({ name, chainId, slug }) => [name, chainId, slug].join(" ")),
      paths: paths.map(({ between, kinds }) => [...between, ...kinds].join(" ")),
      optimisticTimeout,
      watchers,
      market: withMarket,
    }
    const errors = createErrorFeed()
    const { report } = errors
    // What a devnet does without is not loaded, and neither is what only requests need: tests start many.
    const state =
      folder === undefined
        ? undefined
        : await (
            await import("./state/keepState.js")
          ).keepState(folder, { reset, options: stateOptions, clock, report })
    if (state !== undefined) cleanup.defer(() => state.close())
    const opened = await openChains(chainsToOpen, state)
    cleanup.defer(() => opened.close())
    const chains: readonly MessagingChain[] =
      forks === undefined
        ? opened.chains.slice(0, identities.length)
        : opened.chains.map((chain, index) => addToChain(chain, { adopt: forks.chains[index]?.adopt }))
    const home = opened.chains[identities.length]

    const accounts = createAccounts(watchers)
    watchMemory(opened.chains, { limit: memoryWarning, report })
    await Promise.all(opened.chains.map((chain) => fund(chain, accounts)))
    const context = { accounts, clock: state?.clock ?? clock, retries, cleanup, report }
    const messagingContext = { ...context, paths, optimisticTimeout, executionGas, executesAlone }
    const { messaging, gateway, market } = await openProtocols(chains, home, messagingContext, withMarket)
    const protocols = [messaging, gateway, market].filter((protocol) => protocol !== undefined)
    await state?.goOn({
      quotes: market?.quotes,
      sync: async () => {
        await Promise.all(protocols.map((protocol) => protocol.sync()))
      },
    })
    if (blockTime !== undefined) await Promise.all(opened.chains.map((chain) => mineEvery(chain, blockTime)))

    const relay = createRelay<Stage>({ protocols, stages: everyStage, clock, pace, interceptor, inTurns, report })
    cleanup.defer(() => relay.stop())
    const snapshots = createSnapshots({ chains: opened.chains, protocols, relay, others: memories, report })

    const quotes = market && (state?.recordQuotes(market.quotes) ?? market.quotes)
    const app = lazily(async () => {
      const [{ createApp }, swap] = await Promise.all([
        import("./server/app.js"),
        quotes && market.routes(quotes, { apiKey, affiliate, pace, blockTime }),
      ])
      return createApp({
        paths,
        messaging,
        gateway,
        market: market && swap && { description: market.description, routes: swap },
        apiKey,
        executor: accounts.executor.address,
        allowedOrigins: origins,
        report,
        project,
      })
    })
    const fetch: Fetch = async (...request) => await (await app()).fetch(...request)
    const server = await listen(wrapFetch(fetch), port, { keepsProcess })
    cleanup.defer(() => server.close())
    const { retry } = serveActors(opened.chains, {
      protocols,
      relay,
      delay: pace + 2 * (blockTime ?? 0),
      watchers: accounts.watchers.map(({ address }) => address),
      port: server.port,
    })
    relay.start()

    const guarded = guardedBy(report)
    const devnet: Devnet<string, boolean, boolean> = {
      url: server.url,
      chains: chainsByName(messaging, gateway, server.url),
      paths,
      messaging: { baseUrl: `${server.url}/messaging`, apiKey },
      gateway: gateway && {
        baseUrl: `${server.url}/gateway`,
        chain: addToChain(gateway.chain, {
          contracts: gateway.contracts,
          rpcUrl: `${server.url}/rpc/${gateway.chain.name}`,
        }),
        requestsFromTx: (txHash) => gateway.ledger.requestsOf(txHash),
        onPayload: (listener) => gateway.ledger.subscribe(guarded(listener)),
        onJob: (listener) => gateway.ledger.onJob(guarded(listener)),
      },
      swap: market && { baseUrl: `${server.url}/swap`, apiKey, affiliate },
      market: market && Object.fromEntries(chains.map(({ name }) => [name, market.ofChain])),
      relay,
      messagesFromTx: (chainSlug, txHash) => messaging.ledger.sentIn(chainSlug, txHash),
      onMessage: (listener) => messaging.ledger.subscribe(guarded(listener)),
      onError: (listener) => errors.subscribe(listener),
      snapshot: () => snapshots.take(),
      revert: (id) => snapshots.revert(id),
      retry,
      stop: cleanup[Symbol.asyncDispose],
      [Symbol.asyncDispose]: cleanup[Symbol.asyncDispose],
    }
    hasStarted = true
    return {
      devnet: devnet as Devnet<Name, WithGateway, WithMarket>,
      relay,
      snapshots,
      accounts,
      protocols,
      messaging,
      gateway,
      market,
      keptFaults: state?.faults,
    }
  } catch (error) {
    // The first error is the reason. Cleaning up after it may fail too.
    await cleanup[Symbol.asyncDispose]().catch(() => undefined)
    throw error
  }
}

/** Deploys and observes the protocols: messaging on every chain, the gateway if it has a chain, the market if there is one. */
async function openProtocols(
  chains: readonly MessagingChain[],
  home: LocalChain | undefined,
  context: Parameters<typeof openMessaging>[1],
  withMarket: boolean,
): Promise<Pick<OpenDevnet<string, boolean, boolean>, "messaging" | "gateway" | "market">> {
  const messaging = await openMessaging(chains, context)
  // The same on every chain: forks have neither of the two.
  const { contracts } = messaging.contexts[0] as MessagingWorkerContext
  const { socket, switchboard } = contracts
  const gateway =
    home && (await (await import("./gateway/openGateway.js")).openGateway(home, chains, { ...context, switchboard }))
  if (!withMarket) return { messaging, gateway, market: undefined }
  const { openDevnetMarket } = await extras.market()
  const between = (one: string, other: string) => switchboardBetween(context.paths, [one, other], contracts)
  const market = await openDevnetMarket(chains, { ...context, messaging: { socket, switchboardBetween: between } })
  return { messaging, gateway, market }
}

/** A ledger notifies its listeners in the middle of a change, so an error of a user's listener must not reach it. */
function guardedBy(report: (error: unknown) => void) {
  return <Record>(listener: (record: Record) => void) =>
    (record: Record): void => {
      try {
        listener(record)
      } catch (error) {
        report(error)
      }
    }
}

function chainsByName(
  { contexts }: Messaging,
  gateway: Gateway | undefined,
  url: string,
): Record<string, DevnetChain<boolean>> {
  const entries = contexts.map(({ chain, contracts }) => {
    const all = { ...contracts, ...gateway?.servedContracts }
    return [chain.name, addToChain(chain, { contracts: all, rpcUrl: `${url}/rpc/${chain.name}` })] as const
  })
  return Object.fromEntries(entries)
}

async function mineEvery({ provider }: LocalChain, blockTime: number): Promise<void> {
  await provider.request({ method: "evm_setAutomine", params: [false] })
  await provider.request({ method: "evm_setIntervalMining", params: [blockTime] })
}
