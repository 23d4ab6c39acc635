import { providersRows } from "./index.js"
import { providerTable } from "./output/listTables.js"
import { openSwap } from "#extras/swap/src/plugin/openSwap.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { openMalformedNotes } from "#src/terminal/malformedNotes.js"

export default actionOf(providersRows, async (args, hre, { terminal: { err }, signal, clock }) => {
  using notes = openMalformedNotes(err)
  const client = await openSwap(hre.config.plugs, { clock, onMalformed: notes.onMalformed })
  const found = await client.getProviders({
    ...(args.withoutDeposits ? { includeDepositRoutes: false } : {}),
    signal,
  })
  return { document: { bridges: found.bridges, dexes: found.dexes }, report: () => providerTable(found) }
})
