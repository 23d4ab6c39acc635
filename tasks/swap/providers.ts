import { openSwap } from "../../src/plugin/connection/openClients.js"
import { type BoundTask, exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { toJson } from "../../src/terminal/core/toJson.js"
import { providerTable } from "../../src/terminal/swap/providerTable.js"

type ProvidersArguments = { withoutDeposits: boolean; json: boolean }

const providers: BoundTask<ProvidersArguments> = runTask(async (args, hre, { terminal: { out }, signal, clock }) => {
  const client = await openSwap(hre.config.plugs, { clock })
  const found = await client.getProviders({
    ...(args.withoutDeposits ? { includeDepositRoutes: false } : {}),
    signal,
  })
  out.line(args.json ? toJson(found, { indent: 2 }) : providerTable(found, out))
  return exitCodes.success
})

export default providers
