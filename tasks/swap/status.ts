import type { NewTaskActionFunction } from "hardhat/types/tasks"

import { refuseUnused } from "../../src/plugin/arguments/readArguments.js"
import { readWaitOptions } from "../../src/plugin/arguments/readWaitOptions.js"
import { openSwap } from "../../src/plugin/connection/openSwap.js"
import { pollingOf } from "../../src/plugin/connection/pollingOf.js"
import { refuseUnreachable } from "../../src/plugin/connection/refuseUnreachable.js"
import { findRouteEitherWay } from "../../src/plugin/run/swap/findRouteEitherWay.js"
import { nameSwapChains } from "../../src/plugin/run/swap/readSwapChain.js"
import { listenForInterruption } from "../../src/plugin/run/listenForInterruption.js"
import { exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { stateInfo, watchRoute } from "../../src/swap/index.js"
import { checkQuoteId } from "../../src/swap/parameters/statusChecks.js"
import { toJson } from "../../src/terminal/core/json.js"
import { routeReport } from "../../src/terminal/swap/routeReport.js"
import { showSteps } from "../../src/terminal/core/showSteps.js"
import { routeView } from "../../src/terminal/swap/routeView.js"

type StatusArguments = { id: string; wait: boolean; timeout: string | undefined; json: boolean }

const status: NewTaskActionFunction<StatusArguments> = runTask(async (args, hre, terminal) => {
  const { json } = args
  const quoteId = checkQuoteId(args.id.trim(), "id")
  if (!args.wait) refuseUnused({ "--timeout": args.timeout }, "--wait")
  const patience = readWaitOptions({ until: undefined, timeout: args.timeout }, String)
  const client = findRouteEitherWay(await openSwap(hre.config.plugs))
  const chainName = nameSwapChains(hre.config)
  using interruption = listenForInterruption()
  const { signal } = interruption

  if (!args.wait) {
    const route = await client.getStatus({ quoteId, signal })
    const { out } = terminal
    out.line(json ? toJson(route, { indent: 2 }) : routeReport(route, chainName, out))
    const end = stateInfo(route.status)?.final ?? "success"
    return end === "success" ? exitCodes.success : exitCodes.failure
  }

  await refuseUnreachable(() => client.getStatus({ quoteId, signal }))
  const watched = { quoteId, ...pollingOf(hre.config.plugs.swap), ...patience, signal }
  const watch = (onTrouble: (error: unknown) => void) => watchRoute(client, { ...watched, onTrouble })
  await showSteps(watch, routeView(chainName), { terminal, json })
  return exitCodes.success
})

export default status
