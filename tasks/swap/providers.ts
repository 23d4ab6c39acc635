import { openSwap } from "../../src/plugin/connection/openClients.js"
import { type BoundTask, exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { openLeftOutNotes } from "../../src/terminal/core/leftOutNotes.js"
import { toJson } from "../../src/terminal/core/toJson.js"
import { providerTable } from "../../src/terminal/swap/providerTable.js"

type ProvidersArguments = { withoutDeposits: boolean; json: boolean }

const providers: BoundTask<ProvidersArguments> = runTask(
  async (args, hre, { terminal: { out, err }, signal, clock }) => {
    using notes = openLeftOutNotes(err)
    const client = await openSwap(hre.config.plugs, { clock, onLeftOut: notes.onLeftOut })
    const found = await client.getProviders({
      ...(args.withoutDeposits ? { includeDepositRoutes: false } : {}),
      signal,
    })
    out.line(args.json ? toJson(found, { indent: 2 }) : providerTable(found, out))
    return exitCodes.success
  },
)

export default providers
