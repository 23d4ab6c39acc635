import { randomBytes } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"

import { type Address, createWalletClient, custom, getAddress } from "viem"

import { chooseRoute } from "../offer/chooseRoute.js"
import { getSwapOffer, type SwapOffer } from "../offer/getSwapOffer.js"
import { quoteTable } from "../output/quoteTable.js"
import { tokenAmount } from "../output/routeFormat.js"
import { type Demo, execute, polling } from "./executeInDemo.js"
import { type DevnetChain, startDevnet } from "#src/devnet/index.js"
import { createFileJournal, createSwapClient, executeRoute, type SwapClient } from "#src/swap/index.js"
import type { DemoStage } from "#tasks/demo/DemoStage.js"

/**
 * Executes two swaps from one chain to another on a new devnet, and shows everything that happens. The first one completes; the
 * second one fails on the other chain and is refunded.
 *
 * The relay moves everything on by one state only after the client has polled the previous one, so the demo shows every state.
 *
 * @throws {AbortedError} the signal was aborted
 */
export async function runSwapDemo(stage: DemoStage): Promise<void> {
  const startedAt = performance.now()
  await using devnet = await startDevnet({ gateway: false })
  await using folder = await temporaryFolder()
  const { alpha, beta } = devnet.chains
  const chains = [alpha, beta].map(({ name, chainId }) => ({ name, chainId }))
  stage.showReady("Two chains with a market on each", chains, startedAt)

  const client = createSwapClient(devnet.swap)
  const stepped: SwapClient = {
    ...client,
    async getStatus(parameters) {
      const status = await client.getStatus(parameters)
      await stage.delay()
      await devnet.relay.step()
      return status
    },
  }
  const ownKey = randomBytes(32)
  const journal = createFileJournal(folder.path, { key: () => Promise.resolve(ownKey) })
  const demo: Demo = { devnet, client, stepped, alpha, beta, journal, stage }
  await complete(demo)
  await failAndRefund(demo)
}

/** Executes a swap for which several routes compete. */
async function complete(demo: Demo): Promise<void> {
  const user = userOf(demo)
  const offer = await ask(demo, user, { amount: "1000", token: "USDC", wanted: "WETH", slippage: "0.5" })
  showOffer(demo, "completed", offer)
  await execute(demo, offer, "fastest")
}

/** Executes a swap whose price rises on the other chain before it arrives there. */
async function failAndRefund(demo: Demo): Promise<void> {
  const { beta, stage, client, journal } = demo
  const user = userOf(demo)
  const swap = { amount: "1000", token: "USDC", wanted: "SPARK", slippage: "0.1", includeProvider: ["pool"] }
  const offer = await ask(demo, user, swap)
  showOffer(demo, "refunded", offer)

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
    route: chooseRoute(rivalOffer.routes, "best"),
    allowedTargets: [demo.devnet.market.beta.router],
    routers: demo.devnet.market.beta.routers,
    publicClient: beta.publicClient,
    walletClient: createWalletClient({
      account: getAddress(request.receiverAddress),
      transport: custom(beta.provider),
    }),
    journal,
    ...polling,
    signal: stage.signal,
  })
  const amount = request.inputAmount
  const { decimals, symbol } = input
  const purchase = `somebody buys the same for ${tokenAmount(amount, input)} on ${beta.name}`
  const fact = stage.facts(["meanwhile", stage.paint.magenta(purchase)])
  stage.show("moved", { chainName: beta.name, amount, decimals, symbol }, fact)
  await execute(demo, offer, "best")
}

const titles = {
  completed: "A swap from one chain to another: what is offered for it",
  refunded: "A swap that will fail on the other chain",
} as const

function showOffer({ stage }: Demo, swap: keyof typeof titles, offer: SwapOffer): void {
  const { request, input, output, routes } = offer
  const lines = [stage.title(titles[swap]), "", quoteTable(offer, stage.out), ""]
  stage.show("quoted", { swap, request, input, output, routes }, ...lines)
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
  { alpha, beta, client, stage }: Demo,
  userAddress: Address,
  { from = alpha, includeProvider, ...swap }: DemoSwap,
): Promise<SwapOffer> {
  const { name, chainId, slug } = from
  const source = { name, slug, network: name }
  const destination = { name: beta.name, chainId: beta.chainId }
  const rest = { receiver: undefined, includeProvider, excludeProvider: undefined }
  return await getSwapOffer(client, {
    swapRequest: { ...swap, ...rest, source, origin: { name, chainId }, destination },
    userAddress,
    readers: { origin: from.publicClient, destination: beta.publicClient },
    signal: stage.signal,
  })
}

function userOf({ alpha }: Demo): Address {
  return getAddress(alpha.walletClient.account.address)
}

async function temporaryFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), "hardhat-plugs-swap-demo-"))
  return { path: folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}
