import { createWalletClient, custom, erc20Abi, getAddress } from "viem"

import { chooseRoute } from "../offer/chooseRoute.js"
import type { SwapOffer } from "../offer/getSwapOffer.js"
import { printExecutionStep } from "../output/printEvents.js"
import { routeName, safeName } from "../output/routeFormat.js"
import type { Devnet, DevnetChain } from "#src/devnet/index.js"
import { formatAmount } from "#src/primitives/numbers/amount.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import {
  executeRoute,
  type ExecutionStep,
  type RouteJournal,
  type RouteStatus,
  type SwapClient,
} from "#src/swap/index.js"
import { routeStates } from "#src/swap/states.js"
import { explainState, paintState, paintStateColumn } from "#src/terminal/paintState.js"
import { formatTable } from "#src/terminal/table.js"
import type { DemoStage } from "#tasks/demo/DemoStage.js"

/** What both swaps of the demo are executed with. */
export type Demo = {
  readonly stage: DemoStage
  readonly devnet: Pick<Devnet<"alpha" | "beta", false>, "market" | "relay">
  readonly client: SwapClient
  /** Moves the devnet on by one state each time a route is polled. */
  readonly stepped: SwapClient
  readonly alpha: DevnetChain<false>
  readonly beta: DevnetChain<false>
  readonly journal: RouteJournal
}

/** The account's balance of a token. */
type DemoBalance = {
  readonly chainName: string
  readonly symbol: string
  readonly decimals: number
  readonly amount: bigint
}

/** How the demo polls, in milliseconds: often, because everything runs in this process. */
export const polling = { minInterval: 5, maxInterval: 20, timeout: 60_000 } as const

/** Executes a swap, and shows the balances before and after. */
export async function execute(demo: Demo, offer: SwapOffer, choice: "best" | "fastest"): Promise<void> {
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
  const { router, routers } = devnet.market.alpha
  const contracts = { allowedTargets: [router], routers, destinationClient: demo.beta.publicClient }
  const done = executeRoute({ ...clients, request, quote, route, ...contracts, ...polling, signal, onStep })
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
