/**
 * Executes two swaps on a new devnet, one that completes and one that is refunded, and shows everything that happens:
 * `npm run demo:swap`. The table of quotes is that of `npx hardhat swap quote`.
 */
import { randomBytes } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"

import { type Address, createWalletClient, custom, erc20Abi, formatUnits, getAddress } from "viem"

import {
  facts,
  paint,
  paintState,
  polling,
  runDemo,
  say,
  sayReady,
  saysOf,
  stateColumn,
  stepBefore,
  title,
} from "./show.js"
import { chooseRoute } from "#extras/swap/tasks/offer/chooseRoute.js"
import { getSwapOffer, type SwapOffer } from "#extras/swap/tasks/offer/getSwapOffer.js"
import { quoteTable } from "#extras/swap/tasks/output/quoteTable.js"
import { routeName, tokenAmount } from "#extras/swap/tasks/output/routeFormat.js"
import { startDevnet } from "#src/devnet/index.js"
import {
  createFileJournal,
  createSwapClient,
  executeRoute,
  type ExecutionStep,
  routeStates,
  type RouteStatus,
} from "#src/swap/index.js"
import { right, table } from "#src/terminal/report.js"
import { openTerminal } from "#src/terminal/terminal.js"

const width = 11
const { out } = openTerminal(process)

await runDemo(async () => {
  const startedAt = performance.now()
  await using devnet = await startDevnet({ gateway: false })
  await using folder = await temporaryFolder()
  const { alpha, beta } = devnet.chains
  sayReady("Two chains with a market on each", [alpha, beta], startedAt, width)
  const client = createSwapClient(devnet.swap)
  const ownKey = randomBytes(32)
  const journal = createFileJournal(folder.path, { key: () => Promise.resolve(ownKey) })
  const user = getAddress(alpha.walletClient.account.address)

  const first = await ask(user, { amount: "1000", token: "USDC", wanted: "WETH", slippage: "0.5" })
  say(title("A swap from one chain to another: what is offered for it"), "")
  out.show(quoteTable(first))
  say("")
  await show(first, "fastest")

  const swap = { amount: "1000", token: "USDC", wanted: "SPARK", slippage: "0.1", includeProvider: ["pool"] }
  const second = await ask(user, swap)
  say(title("A swap that will fail on the other chain"), "")
  out.show(quoteTable(second))
  say("")
  const [, rival] = (await beta.provider.request({ method: "eth_accounts" })) as [Address, Address]
  const large = { ...swap, amount: "20000", slippage: "5", includeProvider: undefined }
  const purchase = await ask(getAddress(rival), large, beta)
  devnet.relay.resume()
  await execute(purchase, "best")
  const bought = `somebody buys the same for ${tokenAmount(purchase.request.inputAmount, purchase.input)} on ${beta.name}`
  say(facts([["meanwhile", paint("magenta", bought)]], width))
  await show(second, "best")

  type Asked = Pick<Parameters<typeof getSwapOffer>[1]["swapRequest"], "amount" | "token" | "wanted" | "slippage"> & {
    readonly includeProvider?: readonly string[] | undefined
  }

  async function ask(userAddress: Address, { includeProvider, ...asked }: Asked, from = alpha): Promise<SwapOffer> {
    const { name, chainId, slug } = from
    const source = { name, slug, network: name }
    const destination = { name: beta.name, chainId: beta.chainId }
    const rest = { receiver: undefined, includeProvider, excludeProvider: undefined }
    return await getSwapOffer(client, {
      swapRequest: { ...asked, ...rest, source, origin: { name, chainId }, destination },
      userAddress,
      readers: { origin: from.publicClient, destination: beta.publicClient },
    })
  }

  async function execute(offer: SwapOffer, choice: "best" | "fastest", onStep?: (step: ExecutionStep) => void) {
    const { request, quote } = offer
    const from = request.originChainId === alpha.chainId ? alpha : beta
    const { router, routers } = devnet.market[from === alpha ? "alpha" : "beta"]
    return await executeRoute({
      client: onStep === undefined ? client : { ...client, getStatus: stepBefore(devnet, client.getStatus) },
      publicClient: from.publicClient,
      walletClient: createWalletClient({
        account: getAddress(request.receiverAddress),
        transport: custom(from.provider),
      }),
      ...{ journal, request, quote, route: chooseRoute(offer.routes, choice), onStep },
      ...{ allowedTargets: [router], routers, ...(from === alpha ? { destinationClient: beta.publicClient } : {}) },
      ...{ ...polling, minInterval: 5, maxInterval: 20 },
    })
  }

  /** Executes a swap, and shows its steps, and the balances before and after. */
  async function show(offer: SwapOffer, choice: "best" | "fastest"): Promise<void> {
    const route = chooseRoute(offer.routes, choice)
    const before = await balancesOf(offer)
    say(facts([["route", `${routeName(route)}, quote ${route.quoteId}`]], width))
    devnet.relay.pause()
    const done = execute(offer, choice, sayStep)
    const { status } = await done.then(({ route: ended }) => ended, refundOf)
    const after = await balancesOf(offer)
    const rows = [offer.input, offer.output].map(({ symbol, decimals }, index) => {
      const [was = 0n, is = 0n] = [before[index], after[index]]
      const amounts = [was, is].map((amount) => formatUnits(amount, decimals))
      const change = `${is > was ? "+" : ""}${formatUnits(is - was, decimals)}`
      return [`${symbol} on ${index === 0 ? alpha.name : beta.name}`, ...amounts, is === was ? "none" : change]
    })
    const columns = ["before", "after", "difference"].map((name, index) => [
      name,
      right((row: string[]) => row[index + 1]),
    ])
    say("")
    out.show(table(rows, { balance: ([name]) => name, ...Object.fromEntries(columns) }))
    say(`\n  ${paintState(status, routeStates)}: ${saysOf(status, routeStates)}`)
  }

  /** Reads the account's balances of the token that is given and of the one that is received. */
  async function balancesOf({ input, output, request }: SwapOffer): Promise<readonly bigint[]> {
    const args = [getAddress(request.receiverAddress)] as const
    const read = ({ publicClient }: typeof alpha, token: string) =>
      publicClient.readContract({ address: getAddress(token), abi: erc20Abi, functionName: "balanceOf", args })
    return await Promise.all([read(alpha, input.address), read(beta, output.address)])
  }
})

/** Leaves out the steps that are in others already. */
function sayStep(step: ExecutionStep): void {
  if (step.state === "APPROVING") say(facts([["approving", `in ${step.hash}`]], width))
  if (step.state === "MINED") say(facts([["sent", `in ${step.hash}`]], width))
  if (step.state !== "FOLLOWING") return
  const { state, route } = step.step
  const ends: Readonly<Record<string, unknown>> = {
    REFUNDED: route.refund?.txHash,
    COMPLETED: route.destination.txHash,
  }
  const where = typeof ends[state] === "string" ? `, in ${ends[state]}` : ""
  say(`  ${stateColumn(state, routeStates)}  ${paint("dim", saysOf(state, routeStates) + where)}`)
}

/** The refunded route, because the demo expects a refund. */
function refundOf(error: unknown): RouteStatus {
  const { code, route } = error as { readonly code?: string; readonly route?: RouteStatus }
  if (code === "ROUTE_REFUNDED" && route !== undefined) return route
  throw error
}

async function temporaryFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), "hardhat-plugs-swap-demo-"))
  return { path: folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}
