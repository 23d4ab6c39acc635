import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"

import { type Address, createWalletClient, custom, erc20Abi, getAddress, type PublicClient } from "viem"

import { type Devnet, type DevnetChain, startDevnet } from "../../../src/devnet/index.js"
import { isPlugsError } from "../../../src/primitives/PlugsError.js"
import {
  createFileJournal,
  createSwapClient,
  executeRoute,
  type ExecutionStep,
  type QuoteRoute,
  type RouteJournal,
  type RouteStatus,
  type SwapClient,
} from "../../../src/swap/index.js"
import type { DemoOptions } from "../../demo/DemoOptions.js"
import type { DemoBalance, DemoOffer, SwapDemoEvent } from "./SwapDemoEvent.js"

/** A swap as the command line describes it: tokens by symbol, the amount in whole tokens. */
type DemoSwapRequest = {
  readonly source: { readonly name: string; readonly slug: number; readonly network: string }
  readonly origin: { readonly name: string; readonly chainId: number }
  readonly destination: { readonly name: string; readonly chainId: number }
  readonly amount: string
  readonly token: string
  readonly wanted: string
  readonly receiver: undefined
  readonly slippage: string
  readonly includeProvider: readonly string[] | undefined
  readonly excludeProvider: undefined
}

type RouteChoice = "best" | "fastest"

/** The demo gets offers and chooses among them as the tasks do, so the tasks pass both functions. */
export type RunSwapDemoOptions = DemoOptions<SwapDemoEvent> & {
  readonly getSwapOffer: (
    client: SwapClient,
    parameters: {
      swapRequest: DemoSwapRequest
      userAddress: Address
      readers: { origin: PublicClient; destination: PublicClient }
      signal?: AbortSignal | undefined
    },
  ) => Promise<DemoOffer>
  readonly chooseRoute: (routes: readonly QuoteRoute[], choice: RouteChoice) => QuoteRoute
}

/**
 * Executes two swaps from one chain to another on a new devnet, and emits an event for everything that happens. The first one
 * completes; the second one fails on the other chain and is refunded.
 *
 * The relay moves everything on by one state only after the client has polled the previous one, so the demo shows every state.
 *
 * @throws {AbortedError} the signal was aborted
 */
export async function runSwapDemo({ onEvent, delay, signal, ...tools }: RunSwapDemoOptions): Promise<void> {
  const startedAt = performance.now()
  await using devnet = await startDevnet({ gateway: false })
  await using folder = await temporaryFolder()
  const { alpha, beta } = devnet.chains
  const chains = [alpha, beta].map(({ name, chainId }) => ({ name, chainId }))
  onEvent({ event: "ready", chains, elapsed: Math.round(performance.now() - startedAt) })

  const client = createSwapClient(devnet.swap)
  const stepped: SwapClient = {
    ...client,
    async getStatus(parameters) {
      const status = await client.getStatus(parameters)
      await delay()
      await devnet.relay.step()
      return status
    },
  }
  const demo: Demo = {
    devnet,
    client,
    stepped,
    alpha,
    beta,
    ...tools,
    journal: createFileJournal(folder.path),
    onEvent,
    signal,
  }
  await complete(demo)
  await failAndRefund(demo)
}

type Demo = Omit<RunSwapDemoOptions, "delay"> & {
  readonly devnet: Pick<Devnet<"alpha" | "beta", false>, "market" | "relay">
  readonly client: SwapClient
  /** Moves the devnet on by one state each time a route is polled. */
  readonly stepped: SwapClient
  readonly alpha: DevnetChain<false>
  readonly beta: DevnetChain<false>
  readonly journal: RouteJournal
}

/** Executes a swap for which several routes compete. */
async function complete(demo: Demo): Promise<void> {
  const user = userOf(demo)
  const offer = await ask(demo, user, { amount: "1000", token: "USDC", wanted: "WETH", slippage: "0.5" })
  demo.onEvent({ event: "quoted", swap: "completed", offer })
  await execute(demo, offer, "fastest")
}

/** Executes a swap whose price rises on the other chain before it arrives there. */
async function failAndRefund(demo: Demo): Promise<void> {
  const { beta, onEvent, signal, client, journal } = demo
  const user = userOf(demo)
  const swap = { amount: "1000", token: "USDC", wanted: "SPARK", slippage: "0.1", includeProvider: ["pool"] }
  const offer = await ask(demo, user, swap)
  onEvent({ event: "quoted", swap: "refunded", offer })

  const [, rival] = (await beta.provider.request({ method: "eth_accounts" })) as [Address, Address]
  const rivalOffer = await ask(demo, getAddress(rival), {
    ...swap,
    amount: "20000",
    slippage: "5",
    from: beta,
    includeProvider: undefined,
  })
  const { request, quote, input } = rivalOffer
  demo.devnet.relay.resume()
  await executeRoute({
    client,
    request,
    quote,
    route: demo.chooseRoute(rivalOffer.routes, "best"),
    allowedTargets: [demo.devnet.market.beta.router],
    publicClient: beta.publicClient,
    walletClient: createWalletClient({
      account: getAddress(request.receiverAddress),
      transport: custom(beta.provider),
    }),
    journal,
    ...polling,
    signal,
  })
  onEvent({
    event: "moved",
    chainName: beta.name,
    amount: request.inputAmount,
    decimals: input.decimals,
    symbol: input.symbol,
  })
  await execute(demo, offer, "best")
}

/** How the demo polls, in milliseconds: often, because everything runs in this process. */
const polling = { minInterval: 5, maxInterval: 20, timeout: 60_000 } as const

/** Executes a swap, and emits the balances before and after. */
async function execute(demo: Demo, offer: DemoOffer, choice: RouteChoice): Promise<void> {
  const { alpha, stepped: client, journal, onEvent, signal, devnet } = demo
  const { request, quote } = offer
  const route = demo.chooseRoute(offer.routes, choice)
  const before = await balancesOf(demo, offer)
  onEvent({ event: "chosen", route, before })
  devnet.relay.pause()
  const { publicClient } = alpha
  const walletClient = createWalletClient({
    account: getAddress(request.receiverAddress),
    transport: custom(alpha.provider),
  })
  const clients = { client, publicClient, walletClient, journal }
  const onStep = (step: ExecutionStep): void => {
    onEvent({ event: "step", step })
  }
  const allowedTargets = [devnet.market.alpha.router]
  const done = executeRoute({ ...clients, request, quote, route, allowedTargets, ...polling, signal, onStep })
  const ended = await done.then(({ route: final }) => final, refundOf)
  onEvent({ event: "ended", route: ended, before, after: await balancesOf(demo, offer) })
}

/** Returns the refunded route, because the demo expects a refund. Rethrows any other error. */
function refundOf(error: unknown): RouteStatus {
  if (isPlugsError(error) && error.code === "ROUTE_REFUNDED" && "route" in error) return error.route as RouteStatus
  throw error
}

type DemoSwap = {
  readonly amount: string
  readonly token: string
  readonly wanted: string
  readonly slippage: string
  readonly includeProvider?: readonly string[] | undefined
  readonly from?: DevnetChain<false>
}

async function ask(
  { alpha, beta, client, getSwapOffer, signal }: Demo,
  userAddress: Address,
  { from = alpha, includeProvider, ...swap }: DemoSwap,
): Promise<DemoOffer> {
  const { name, chainId, slug } = from
  const source = { name, slug, network: name }
  const destination = { name: beta.name, chainId: beta.chainId }
  const rest = { receiver: undefined, includeProvider, excludeProvider: undefined }
  return await getSwapOffer(client, {
    swapRequest: { ...swap, ...rest, source, origin: { name, chainId }, destination },
    userAddress,
    readers: { origin: from.publicClient, destination: beta.publicClient },
    signal,
  })
}

/** Reads the account's balances of the token that is given and of the one that is received. */
async function balancesOf({ alpha, beta }: Demo, { input, output, request }: DemoOffer): Promise<DemoBalance[]> {
  const sides = [
    { chain: alpha, token: input },
    { chain: beta, token: output },
  ]
  return await Promise.all(
    sides.map(async ({ chain, token: { symbol, decimals, ...token } }) => {
      const [address, account] = [getAddress(token.address), getAddress(request.receiverAddress)]
      const question = { address, abi: erc20Abi, functionName: "balanceOf", args: [account] } as const
      return { chainName: chain.name, symbol, decimals, amount: await chain.publicClient.readContract(question) }
    }),
  )
}

function userOf({ alpha }: Demo): Address {
  return getAddress(alpha.walletClient.account.address)
}

async function temporaryFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), "hardhat-plugs-swap-demo-"))
  return { path: folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}
