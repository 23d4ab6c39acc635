import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"

import { type Address, createWalletClient, custom, erc20Abi, getAddress } from "viem"

import { type Devnet, type DevnetChain, startDevnet } from "../../src/devnet/index.js"
import { type BoundTask, runTask } from "../../src/plugin/run/runTask.js"
import { formatAmount } from "../../src/primitives/numbers/amount.js"
import { isPlugsError } from "../../src/primitives/PlugsError.js"
import {
  createFileJournal,
  createSwapClient,
  executeRoute,
  type ExecutionStep,
  type RouteJournal,
  type RouteStatus,
  type SwapClient,
} from "../../src/swap/index.js"
import { routeStates } from "../../src/swap/states.js"
import { explainState, paintState, paintStateColumn } from "../../src/terminal/paintState.js"
import { formatTable } from "../../src/terminal/table.js"
import type { DemoStage } from "../demo/DemoStage.js"
import { showDemo } from "../demo/showDemo.js"
import { chooseRoute } from "./offer/chooseRoute.js"
import { getSwapOffer, type SwapOffer } from "./offer/getSwapOffer.js"
import { printExecutionStep } from "./output/printEvents.js"
import { quoteTable } from "./output/quoteTable.js"
import { routeName, safeName, tokenAmount } from "./output/routeFormat.js"

/** Milliseconds between two states: slow enough to read along. */
const pace = 60
const nameWidth = 11

const demo: BoundTask<{ json: boolean }> = runTask(({ json }, _hre, io) =>
  showDemo(runSwapDemo, { json, pace, nameWidth, io }),
)

export default demo

/** The account's balance of a token. */
type DemoBalance = {
  readonly chainName: string
  readonly symbol: string
  readonly decimals: number
  readonly amount: bigint
}

/**
 * Executes two swaps from one chain to another on a new devnet, and shows everything that happens. The first one completes; the
 * second one fails on the other chain and is refunded.
 *
 * The relay moves everything on by one state only after the client has polled the previous one, so the demo shows every state.
 *
 * @throws {AbortedError} the signal was aborted
 */
async function runSwapDemo(stage: DemoStage): Promise<void> {
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
  const journal = createFileJournal(folder.path)
  const demo: Demo = { devnet, client, stepped, alpha, beta, journal, stage }
  await complete(demo)
  await failAndRefund(demo)
}

type Demo = {
  readonly stage: DemoStage
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

/** How the demo polls, in milliseconds: often, because everything runs in this process. */
const polling = { minInterval: 5, maxInterval: 20, timeout: 60_000 } as const

/** Executes a swap, and shows the balances before and after. */
async function execute(demo: Demo, offer: SwapOffer, choice: "best" | "fastest"): Promise<void> {
  const { alpha, stepped: client, journal, stage, devnet } = demo
  const { paint, signal } = stage
  const { request, quote } = offer
  const route = chooseRoute(offer.routes, choice)
  const before = await balancesOf(demo, offer)
  const chosen = stage.facts(["route", `${routeName(route)}, quote ${route.quoteId}`])
  stage.show("chosen", { route, before }, chosen)
  devnet.relay.pause()
  const { publicClient } = alpha
  const walletClient = createWalletClient({
    account: getAddress(request.receiverAddress),
    transport: custom(alpha.provider),
  })
  const clients = { client, publicClient, walletClient, journal }
  const onStep = (step: ExecutionStep): void => {
    stage.showStep(
      (out) => {
        printExecutionStep(out, step)
      },
      stepLine(step, stage),
    )
  }
  const allowedTargets = [devnet.market.alpha.router]
  const done = executeRoute({ ...clients, request, quote, route, allowedTargets, ...polling, signal, onStep })
  const ended = await done.then(({ route: final }) => final, refundOf)
  const after = await balancesOf(demo, offer)
  const { status } = ended
  stage.show(
    "ended",
    { route: ended, before, after },
    "",
    formatTable({
      columns: [{ title: "balance" }, ...["before", "after", "difference"].map(rightColumn)],
      rows: after.map((balance, index) => balanceRow(before[index]?.amount ?? 0n, balance)),
      paint,
    }),
    `\n  ${paintState(status, paint, routeStates)}: ${explainState(status, routeStates)}`,
  )
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

/** Describes a step to a person. The steps that it leaves out are in others already. */
function stepLine(step: ExecutionStep, { paint, facts }: DemoStage): string | undefined {
  if (step.state === "APPROVING") return facts(["approving", `in ${step.hash}`])
  if (step.state === "MINED") return facts(["sent", `in ${step.hash}`])
  if (step.state !== "FOLLOWING") return undefined
  const { state, route } = step.step
  const hash =
    state === "REFUNDED" ? route.refund?.txHash : state === "COMPLETED" ? route.destination.txHash : undefined
  const where = typeof hash === "string" ? `, in ${hash}` : ""
  return `  ${paintStateColumn(state, paint, routeStates)}  ${paint.dim(explainState(state, routeStates) + where)}`
}

const rightColumn = (title: string) => ({ title, align: "right" }) as const

function balanceRow(before: bigint, { chainName, symbol, decimals, amount }: DemoBalance): string[] {
  const difference = amount - before
  const sign = difference > 0n ? "+" : ""
  return [
    `${safeName(symbol)} on ${chainName}`,
    formatAmount(before, decimals),
    formatAmount(amount, decimals),
    difference === 0n ? "none" : `${sign}${formatAmount(difference, decimals)}`,
  ]
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

/** Reads the account's balances of the token that is given and of the one that is received. */
async function balancesOf({ alpha, beta }: Demo, { input, output, request }: SwapOffer): Promise<DemoBalance[]> {
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
