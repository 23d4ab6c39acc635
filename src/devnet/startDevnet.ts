import { systemClock } from "../primitives/clock.js"
import { createAccounts } from "./chain/accounts.js"
import { type LocalChain, openChains } from "./chain/chains.js"
import { checkOptions } from "./checkOptions.js"
import { createCleanup } from "./cleanup.js"
import { defaultAffiliate, defaultApiKey, defaultChains, gatewayChain } from "./defaults.js"
import type { Devnet, DevnetChain, StartDevnetOptions } from "./Devnet.js"
import { createErrorFeed } from "./errorFeed.js"
import { fund } from "./chain/fund.js"
import { identifyChains } from "./identifyChains.js"
import { describeMarket } from "./market/DevnetMarket.js"
import { type Gateway, openGateway } from "./gateway/openGateway.js"
import { openMarket } from "./market/openMarket.js"
import { type Messaging, openMessaging } from "./messaging/openMessaging.js"
import { joinWorkers } from "./relay/workers.js"
import { createRelay } from "./relay/relay.js"
import { createApp } from "./server/app.js"
import { listen } from "./server/listen.js"
import { swapBackend } from "./server/swap/backend.js"

/**
 * Starts a cross-chain world in this process: local chains with the protocol's contracts, a gateway with a chain of its own, a
 * market on every other, the actors that carry messages, payloads and routes, and the APIs that answer from their state, all on one loopback port.
 *
 * @throws {PortBusyError} something else listens on the port
 * @throws {InvalidInputError} chains with the same name, slug or id, or a number that can't be meant
 * @example
 * await using devnet = await startDevnet()
 * const { alpha, beta } = devnet.chains
 * const messaging = createMessagingClient(devnet.messaging)
 * const gateway = createGatewayClient(devnet.gateway)
 */
export async function startDevnet<
  const Name extends string = "alpha" | "beta",
  const WithGateway extends boolean = true,
  const WithMarket extends boolean = true,
>({
  chains: requested = defaultChains as readonly Name[],
  port = 0,
  apiKey = defaultApiKey,
  affiliate = defaultAffiliate,
  watchers = 1,
  blockTime,
  pace = 0,
  executionRetries: retries = { attempts: 30, delay: 1000 },
  gateway: withGateway = true as WithGateway,
  market: withMarket = true as WithMarket,
  clock = systemClock,
}: StartDevnetOptions<Name, WithGateway, WithMarket> = {}): Promise<Devnet<Name, WithGateway, WithMarket>> {
  const identities = identifyChains(requested)
  checkOptions({ port, watchers, blockTime, pace, executionRetries: retries })
  const cleanup = createCleanup()
  try {
    const opened = await openChains(withGateway ? [...identities, gatewayChain] : identities)
    cleanup.defer(() => opened.close())
    const chains = opened.chains.slice(0, identities.length)
    const home = opened.chains[identities.length]

    const staff = createAccounts(watchers)
    const errors = createErrorFeed()
    const report = (error: unknown) => {
      errors.report(error)
    }
    await Promise.all(opened.chains.map((chain) => fund(chain, staff)))
    const context = { staff, clock, retries, cleanup, report }
    const messaging = await openMessaging(chains, context)
    const gateway = home && (await openGateway(home, chains, context))
    const market = withMarket ? await openMarket(chains, context) : undefined
    if (blockTime !== undefined) await Promise.all(opened.chains.map((chain) => mineEvery(chain, blockTime)))

    const systems = [messaging, gateway, market].filter((system) => system !== undefined)
    const relay = createRelay({
      books: systems.flatMap(({ books }) => books),
      clock,
      pace,
      report,
      hireCrew: (signal) => joinWorkers(systems.map((system) => system.hireCrew(signal))),
    })
    cleanup.defer(() => relay.stop())

    const trade = market && {
      description: describeMarket(market.contracts),
      swap: swapBackend(market, { apiKey, affiliate, pace, blockTime }),
    }
    const { fetch } = createApp({ messaging, gateway, market: trade, apiKey, executor: staff.executor.address })
    const server = await listen(fetch, port)
    cleanup.defer(() => server.close())
    relay.start()

    /** A ledger that tells of a change is in the middle of its work, and must not pay for a listener's mistake. */
    const guarded =
      <Record>(listener: (record: Record) => void) =>
      (record: Record) => {
        try {
          listener(record)
        } catch (error) {
          report(error)
        }
      }
    const devnet: Devnet<string, boolean, boolean> = {
      url: server.url,
      chains: chainsByName(messaging, gateway, server.url),
      messaging: { baseUrl: `${server.url}/messaging`, apiKey },
      gateway: gateway && {
        baseUrl: `${server.url}/gateway`,
        chain: { ...gateway.chain, contracts: gateway.contracts, rpcUrl: `${server.url}/rpc/${gateway.chain.name}` },
        requestsFromTx: (txHash) => gateway.ledger.requestsOf(txHash),
        onPayload: (listener) => gateway.ledger.subscribe(guarded(listener)),
      },
      swap: market && { baseUrl: `${server.url}/swap`, apiKey, affiliate },
      market: trade && Object.fromEntries(chains.map(({ name }) => [name, trade.description])),
      relay,
      messagesFromTx: (chainSlug, txHash) => messaging.ledger.sentIn(chainSlug, txHash),
      onMessage: (listener) => messaging.ledger.subscribe(guarded(listener)),
      onError: (listener) => errors.subscribe(listener),
      stop: () => cleanup.run(),
      [Symbol.asyncDispose]: () => cleanup.run(),
    }
    return devnet as Devnet<Name, WithGateway, WithMarket>
  } catch (error) {
    // What went wrong first is the reason; cleaning up after it may well fail too.
    await cleanup.run().catch(() => undefined)
    throw error
  }
}

function chainsByName(
  { desks }: Messaging,
  gateway: Gateway | undefined,
  url: string,
): Record<string, DevnetChain<boolean>> {
  const entries = desks.map(({ chain, contracts }) => {
    const all = { ...contracts, ...gateway?.servedContracts }
    return [chain.name, { ...chain, contracts: all, rpcUrl: `${url}/rpc/${chain.name}` }] as const
  })
  return Object.fromEntries(entries)
}

async function mineEvery({ testClient }: LocalChain, blockTime: number): Promise<void> {
  await testClient.setAutomine(false)
  await testClient.request({ method: "evm_setIntervalMining" as never, params: [blockTime] as never })
}
