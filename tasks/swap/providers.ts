import type { NewTaskActionFunction } from "hardhat/types/tasks"

import { openSwap } from "../../src/plugin/connection/openSwap.js"
import { listenForInterruption } from "../../src/plugin/run/listenForInterruption.js"
import { exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { toJson } from "../../src/terminal/core/json.js"
import { providerTable } from "../../src/terminal/swap/providerTable.js"

type ProvidersArguments = { withoutDeposits: boolean; json: boolean }

const providers: NewTaskActionFunction<ProvidersArguments> = runTask(async (args, hre, { out }) => {
  const client = await openSwap(hre.config.plugs)
  using interruption = listenForInterruption()
  const found = await client.getProviders({
    ...(args.withoutDeposits ? { includeDepositRoutes: false } : {}),
    signal: interruption.signal,
  })
  out.line(args.json ? toJson(found, { indent: 2 }) : providerTable(found, out))
  return exitCodes.success
})

export default providers
