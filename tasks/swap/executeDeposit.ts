import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import type { SwapCommand } from "./arguments/readExecuteArguments.js"
import { nameSwapChains } from "../../src/plugin/config/swapChains.js"
import { publicClientOf } from "../../src/plugin/connection/chains/clientsOf.js"
import { connectChain } from "../../src/plugin/connection/chains/connectChain.js"
import { pollingIntervals } from "../../src/plugin/connection/openClients.js"
import { accountOn } from "./offer/accountOn.js"
import { isUnpaid } from "./deposits/findPayment.js"
import { openDeposit } from "./deposits/openDeposit.js"
import { openJournal } from "../../src/plugin/records/openJournal.js"
import { openReader } from "./offer/openReader.js"
import { pinnedTokens } from "../../src/plugin/tokens/pinnedTokens.js"
import type { TaskIo } from "../../src/plugin/run/TaskIo.js"
import type { RouteStep, SwapClient } from "../../src/swap/index.js"
import { watchRoute } from "../../src/swap/following/watchRoute.js"
import { showSteps } from "../../src/terminal/core/showSteps.js"
import { confirmLoss } from "../../src/terminal/swap/consent/confirmLoss.js"
import { printDeposit, printPaid } from "../../src/terminal/swap/printDeposit.js"
import { routeView } from "../../src/terminal/swap/routeView.js"

/** What a deposit is opened with. */
type ExecuteDepositParameters = {
  readonly command: Extract<SwapCommand, { kind: "begin" }>
  readonly client: SwapClient
  readonly waitOptions: { readonly timeout?: number }
  /** Percent of the value that may be lost; `undefined` for the default. */
  readonly acceptLoss: number | undefined
  readonly json: boolean
  readonly yes: boolean
}

/** Shows the deposit that pays for a swap, and follows the swap. Signs nothing. */
export async function executeDeposit(
  hre: HardhatRuntimeEnvironment,
  { command, client, waitOptions, acceptLoss, json, yes }: ExecuteDepositParameters,
  { terminal, input, signal, clock }: TaskIo,
): Promise<void> {
  const { plugs, paths } = hre.config
  const { source, swapRequest } = command
  const userAddress = swapRequest.receiver === undefined ? await accountOn(hre, source) : undefined
  const connection = await connectChain(hre, source)
  try {
    const origin = publicClientOf(connection)
    await using destination = await openReader(hre, swapRequest.destination.chainId)
    await openDeposit({
      ...(await openJournal(connection, paths.root, origin)),
      command,
      client,
      limits: { acceptLoss },
      pins: (name) => pinnedTokens(plugs, name),
      readers: { origin, destination: destination.client },
      userAddress,
      signal,
      confirmLoss: (valueLoss) =>
        confirmLoss(valueLoss, { terminal, input, signal, acceptLoss, yes: yes || input.isTTY !== true }),
      print: (facts) => {
        printDeposit(facts, { terminal, json })
      },
      printPaid: (payment) => {
        printPaid(payment, { terminal, json })
      },
      follow: async ({ route: { quoteId, statusCheck } }, onPaid) => {
        const polling = { ...pollingIntervals(plugs.swap), ...waitOptions, signal }
        await showSteps(
          (onTrouble) => notingPayment(watchRoute(client, { quoteId, statusCheck, ...polling, onTrouble }), onPaid),
          routeView(nameSwapChains(hre.config)),
          { terminal, json, clock },
        )
      },
    })
  } finally {
    await connection.close()
  }
}

/** Passes the steps of a route on, and notes first that the API has seen the payment: it may not say so again. */
async function* notingPayment(
  steps: AsyncIterable<RouteStep>,
  onPaid: (state: string) => Promise<void>,
): AsyncGenerator<RouteStep> {
  for await (const step of steps) {
    if (!isUnpaid(step.route)) await onPaid(step.route.status)
    yield step
  }
}
