import type { NewTaskActionFunction } from "hardhat/types/tasks"

import { refuseUnused } from "../../src/plugin/arguments/readArguments.js"
import { readPatience } from "../../src/plugin/arguments/readPatience.js"
import { openSwap } from "../../src/plugin/connection/openSwap.js"
import { pollingOf } from "../../src/plugin/connection/pollingOf.js"
import { refuseUnreachable } from "../../src/plugin/connection/refuseUnreachable.js"
import { findRouteEitherWay } from "../../src/plugin/swap/findRouteEitherWay.js"
import { nameSwapChains } from "../../src/plugin/swap/readSwapChain.js"
import { listenForInterruption } from "../../src/plugin/task/listenForInterruption.js"
import { exitCodes, runTask } from "../../src/plugin/task/runTask.js"
import { stateInfo, watchRoute } from "../../src/swap/index.js"
import { checkQuoteId } from "../../src/swap/parameters.js"
import { toJson } from "../../src/terminal/json.js"
import { routeReport } from "../../src/terminal/routeReport.js"
import { showJourney } from "../../src/terminal/showJourney.js"
import { tellRoute } from "../../src/terminal/tellRoute.js"

type StatusArguments = { id: string; wait: boolean; timeout: string | undefined; json: boolean }

const status: NewTaskActionFunction<StatusArguments> = runTask(async (args, hre, terminal) => {
  const { json } = args
  const quoteId = checkQuoteId(args.id.trim(), "id")
  if (!args.wait) refuseUnused({ "--timeout": args.timeout }, "--wait")
  const patience = readPatience({ until: undefined, timeout: args.timeout }, String)
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
  await showJourney(watch, tellRoute(chainName), { terminal, json })
  return exitCodes.success
})

export default status
