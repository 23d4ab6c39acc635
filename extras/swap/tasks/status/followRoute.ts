import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import { routeView } from "../output/routeReport.js"
import type { SwapClient } from "#extras/swap/src/createSwapClient.js"
import type { RouteStep } from "#extras/swap/src/following/routeTracker.js"
import { watchRoute, type WatchRouteParameters } from "#extras/swap/src/following/watchRoute.js"
import { openSwapChains } from "#extras/swap/src/plugin/openSwapChains.js"
import { nameSwapChains } from "#extras/swap/src/plugin/swapChains.js"
import { confirmPayout } from "#extras/swap/src/reading/confirmPayout.js"
import type { Payout, RouteStatus } from "#extras/swap/src/types.js"
import { explainTimeout, openChains } from "#src/plugin/connection/chains/openChains.js"
import { pollingIntervals } from "#src/plugin/connection/openClients.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import { describedSteps } from "#src/plugin/run/runTask.js"
import type { Clock } from "#src/primitives/clock.js"
import { showSteps } from "#src/terminal/live/showSteps.js"

type FollowRouteParameters = {
  readonly client: SwapClient
  readonly route: Pick<WatchRouteParameters, "quoteId" | "statusCheck" | "includeQuoteDetails" | "timeout">
  readonly json: boolean
  /** Passes steps on, and does something of its own with them. */
  readonly along?: (steps: AsyncIterable<RouteStep>) => AsyncIterable<RouteStep>
}

/** Follows a route until it ends, and shows each step. A payout is looked for on the destination chain. */
export async function followRoute(
  hre: HardhatRuntimeEnvironment,
  { client, route, json, along = (steps) => steps }: FollowRouteParameters,
  { terminal, signal, clock }: TaskIo,
): Promise<void> {
  const polling = { ...pollingIntervals(hre.config.plugs.swap), ...route, signal }
  await showSteps(
    (onTrouble, onWait) => {
      const steps = along(watchRoute(client, { ...polling, onTrouble, onWait }))
      return describedSteps(withPayout(hre, steps, { clock, signal }), hre)
    },
    routeView(nameSwapChains(hre.config)),
    { terminal, json, clock },
  )
}

/** What the payouts of a project's swaps are looked for with. */
type ConfirmOptions = { readonly clock: Clock; readonly signal: AbortSignal }

/**
 * Passes the steps of a route on, and before the first one that is COMPLETED looks for the payout on the destination chain.
 *
 * @throws {PayoutNotSeenError} the chain shows no such payout
 */
export async function* withPayout(
  hre: HardhatRuntimeEnvironment,
  steps: AsyncIterable<RouteStep>,
  options: ConfirmOptions,
): AsyncGenerator<RouteStep, void, undefined> {
  let payout: Payout | undefined
  for await (const step of steps) {
    if (step.route.status === "COMPLETED") payout ??= await confirmProjectPayout(hre, step.route, options)
    yield { ...step, ...payout }
  }
}

async function confirmProjectPayout(
  hre: HardhatRuntimeEnvironment,
  route: RouteStatus,
  { clock, signal }: ConfirmOptions,
): Promise<Payout> {
  await using opened = openChains(hre, { timeout: explainTimeout, signal })
  const chains = openSwapChains(hre.config, opened)
  const record = await chains.recordOf(route.quoteId)
  // What was recorded on a chain that is gone says nothing of one that was started since.
  const own = record?.isOfAnotherChain === true ? undefined : record
  return await confirmPayout({ record: own, route, chainOf: (chainId) => chains.open(chainId), clock, signal })
}
