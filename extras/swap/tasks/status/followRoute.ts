import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import { withPayout } from "../explain/confirmProjectPayout.js"
import { routeView } from "../output/routeReport.js"
import type { SwapClient } from "#extras/swap/src/createSwapClient.js"
import type { RouteStep } from "#extras/swap/src/following/routeTracker.js"
import { watchRoute, type WatchRouteParameters } from "#extras/swap/src/following/watchRoute.js"
import { nameSwapChains } from "#src/plugin/config/swapChains.js"
import { pollingIntervals } from "#src/plugin/connection/openClients.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import { describedSteps } from "#src/plugin/run/runTask.js"
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
