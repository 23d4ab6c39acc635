import { chainsRows } from "./index.js"
import { openSwap } from "#extras/swap/src/plugin/openSwap.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { nameConfiguredChains } from "#src/plugin/config/chainsOf.js"
import { exitCodes } from "#src/plugin/run/runTask.js"
import { openMalformedNotes } from "#src/terminal/malformedNotes.js"
import { printDocument } from "#src/terminal/printJson.js"

export default actionOf(chainsRows, async ({ json }, hre, { terminal: { out, err }, signal, clock }) => {
  using notes = openMalformedNotes(err)
  const client = await openSwap(hre.config.plugs, { clock, onMalformed: notes.onMalformed })
  const found = await client.getSupportedChains({ signal })
  if (json) printDocument(out, { chains: found })
  else {
    const { swapChainTable } = await import("./output/listTables.js")
    out.show(swapChainTable(found, nameConfiguredChains(hre.config)))
  }
  return exitCodes.success
})
