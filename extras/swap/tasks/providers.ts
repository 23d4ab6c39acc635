import { providersRows } from "./index.js"
import { providerTable } from "./output/listTables.js"
import { openSwap } from "#extras/swap/src/plugin/openSwap.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { exitCodes } from "#src/plugin/run/runTask.js"
import { openMalformedNotes } from "#src/terminal/malformedNotes.js"
import { printDocument } from "#src/terminal/printJson.js"

export default actionOf(providersRows, async (args, hre, { terminal: { out, err }, signal, clock }) => {
  using notes = openMalformedNotes(err)
  const client = await openSwap(hre.config.plugs, { clock, onMalformed: notes.onMalformed })
  const found = await client.getProviders({
    ...(args.withoutDeposits ? { includeDepositRoutes: false } : {}),
    signal,
  })
  if (args.json) printDocument(out, { bridges: found.bridges, dexes: found.dexes })
  else out.show(providerTable(found))
  return exitCodes.success
})
