import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"

import { type Address, createWalletClient, custom, erc20Abi, getAddress } from "viem"

import { type Devnet, type DevnetChain, startDevnet } from "../../devnet/index.js"
import { isPlugsError } from "../../primitives/PlugsError.js"
import {
  createFileJournal,
  createSwapClient,
  executeRoute,
  type ExecutionStep,
  type RouteJournal,
  type RouteStatus,
  type SwapClient,
} from "../../swap/index.js"
import { askForQuote, type SwapOffer } from "../../plugin/run/swap/askForQuote.js"
import { chooseRoute, type RouteChoice } from "../../plugin/run/swap/chooseRoute.js"
import type { DemoBalance, SwapDemoEvent } from "./SwapDemoEvent.js"

export type RunSwapDemoOptions = {
  readonly tell: (event: SwapDemoEvent) => void
  /** Called between two looks, so that a person can follow. */
  readonly breathe: () => Promise<void>
  readonly signal?: AbortSignal | undefined
}

/**
 * Swaps from one chain to another on a devnet of its own, and tells everything that happens: once to the end, and once so that it
 * fails on the other chain and is paid back.
 *
 * The relay moves everything by one state each time the client has looked, so no state is ever missed.
 *
 * @throws {AbortedError} the signal was aborted
 */
export async function runSwapDemo({ tell, breathe, signal }: RunSwapDemoOptions): Promise<void> {
  const begun = performance.now()
  await using devnet = await startDevnet({ gateway: false })
  await using folder = await temporaryFolder()
  const { alpha, beta } = devnet.chains
  const chains = [alpha, beta].map(({ name, chainId }) => ({ name, chainId }))
  tell({ event: "ready", chains, elapsed: Math.round(performance.now() - begun) })

  const client = createSwapClient(devnet.swap)
  const stepped: SwapClient = {
    ...client,
    async getStatus(parameters) {
      const status = await client.getStatus(parameters)
      await breathe()
      await devnet.relay.step()
      return status
    },
  }
  const demo: Demo = { devnet, client, stepped, alpha, beta, journal: createFileJournal(folder.path), tell, signal }
  await complete(demo)
  await beRefunded(demo)
}

type Demo = Pick<RunSwapDemoOptions, "tell" | "signal"> & {
  readonly devnet: Pick<Devnet<"alpha" | "beta", false>, "market" | "relay">
  readonly client: SwapClient
  /** Moves the devnet by one state at each look at a route. */
  readonly stepped: SwapClient
  readonly alpha: DevnetChain<false>
  readonly beta: DevnetChain<false>
  readonly journal: RouteJournal
}

/** A swap that competing routes are offered for. */
async function complete(demo: Demo): Promise<void> {
  const user = userOf(demo)
  const offer = await ask(demo, user, { amount: "1000", token: "USDC", wanted: "WETH", slippage: "0.5" })
  demo.tell({ event: "quoted", swap: "completed", offer })
  await swap(demo, offer, "fastest")
}

/** A swap whose price moves on the other chain while it is under way. */
async function beRefunded(demo: Demo): Promise<void> {
  const { beta, tell, signal, client, journal } = demo
  const user = userOf(demo)
  const wish = { amount: "1000", token: "USDC", wanted: "SPARK", slippage: "0.1", includeProvider: ["pool"] }
  const offer = await ask(demo, user, wish)
  tell({ event: "quoted", swap: "refunded", offer })

  const [, rival] = (await beta.provider.request({ method: "eth_accounts" })) as [Address, Address]
  const rivalOffer = await ask(demo, getAddress(rival), {
    ...wish,
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
    route: chooseRoute(rivalOffer.routes, "best"),
    publicClient: beta.publicClient,
    walletClient: createWalletClient({ account: request.userAddress, transport: custom(beta.provider) }),
    journal,
    ...often,
    signal,
  })
  tell({
    event: "moved",
    chain: beta.name,
    amount: request.inputAmount,
    decimals: input.decimals,
    symbol: input.symbol,
  })
  await swap(demo, offer, "best")
}

/** Everything is in this process. */
const often = { minInterval: 5, maxInterval: 20, timeout: 60_000 } as const

/** Carries a swap out, and tells its balances before and after. */
async function swap(demo: Demo, offer: SwapOffer, choice: RouteChoice): Promise<void> {
  const { alpha, stepped: client, journal, tell, signal, devnet } = demo
  const { request, quote } = offer
  const route = chooseRoute(offer.routes, choice)
  const before = await balancesOf(demo, offer)
  tell({ event: "chosen", route, before })
  devnet.relay.pause()
  const { publicClient } = alpha
  const walletClient = createWalletClient({ account: request.userAddress, transport: custom(alpha.provider) })
  const clients = { client, publicClient, walletClient, journal }
  const onStep = (step: ExecutionStep): void => {
    tell({ event: "step", step })
  }
  const done = executeRoute({ ...clients, request, quote, route, ...often, signal, onStep })
  const ended = await done.then(({ route: final }) => final, refundOf)
  tell({ event: "ended", route: ended, before, after: await balancesOf(demo, offer) })
}

/** A refund is one of the ends that the demo shows. */
function refundOf(error: unknown): RouteStatus {
  if (isPlugsError(error) && error.code === "ROUTE_REFUNDED" && "route" in error) return error.route as RouteStatus
  throw error
}

type DemoWish = {
  readonly amount: string
  readonly token: string
  readonly wanted: string
  readonly slippage: string
  readonly includeProvider?: readonly string[] | undefined
  readonly from?: DevnetChain<false>
}

async function ask(
  { alpha, beta, client, signal }: Demo,
  userAddress: Address,
  { from = alpha, includeProvider, ...wish }: DemoWish,
): Promise<SwapOffer> {
  const { name, chainId, slug } = from
  const source = { name, slug, network: name }
  const destination = { name: beta.name, chainId: beta.chainId }
  const whom = { receiver: undefined, includeProvider, excludeProvider: undefined }
  return await askForQuote(client, {
    wish: { ...wish, ...whom, source, origin: { name, chainId }, destination },
    userAddress,
    signal,
  })
}

/** Of what is swapped, and of what is got for it. */
async function balancesOf({ alpha, beta }: Demo, { input, output, request }: SwapOffer): Promise<DemoBalance[]> {
  const sides = [
    { chain: alpha, token: input },
    { chain: beta, token: output },
  ]
  return await Promise.all(
    sides.map(async ({ chain, token: { address, symbol, decimals } }) => {
      const question = { address, abi: erc20Abi, functionName: "balanceOf", args: [request.userAddress] } as const
      return { chain: chain.name, symbol, decimals, amount: await chain.publicClient.readContract(question) }
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
