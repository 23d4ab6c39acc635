import { chainsRows } from "./index.js"
import { openSwap } from "#extras/swap/src/plugin/openSwap.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { nameConfiguredChains } from "#src/plugin/config/chainsOf.js"
import { openMalformedNotes } from "#src/terminal/malformedNotes.js"

export default actionOf(chainsRows, async (_, hre, { terminal: { err }, signal, clock }) => {
  using notes = openMalformedNotes(err)
  const client = await openSwap(hre.config.plugs, { clock, onMalformed: notes.onMalformed })
  const found = await client.getSupportedChains({ signal })
  return {
    document: { chains: found },
    report: async () =>
      (await import("./output/listTables.js")).swapChainTable(found, nameConfiguredChains(hre.config)),
  }
})
