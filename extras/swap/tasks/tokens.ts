import { readTokenQuery, type TokensArguments } from "./arguments/readTokenQuery.js"
import { tokenTable } from "./output/listTables.js"
import { openSwap } from "#extras/swap/src/plugin/openSwap.js"
import { nameSwapChains } from "#src/plugin/config/swapChains.js"
import { type BoundTask, exitCodeOf, runTask } from "#src/plugin/run/runTask.js"
import { NothingFoundError } from "#src/plugin/run/shownErrors.js"
import { openMalformedNotes } from "#src/terminal/malformedNotes.js"
import { printDocument } from "#src/terminal/printJson.js"

const tokens: BoundTask<TokensArguments & { json: boolean }> = runTask(
  async (args, hre, { terminal: { out, err }, signal, clock }) => {
    using notes = openMalformedNotes(err)
    const { search, chainIds, list, userAddress } = readTokenQuery(args, hre.config)
    const client = await openSwap(hre.config.plugs, { clock, onMalformed: notes.onMalformed })
    const byChain =
      search === undefined
        ? await client.listTokens({ chainIds, list, userAddress, signal })
        : (await client.searchTokens({ q: search, userAddress, signal })).tokens
    const found = Object.values(byChain)
      .flat()
      .filter(({ chainId }) => chainIds === undefined || chainIds.includes(chainId))
    const tableOptions = { chainName: nameSwapChains(hre.config), hasBalances: userAddress !== undefined }
    const error =
      found.length === 0
        ? new NothingFoundError({
            message: "There is no such token.",
            next: "Search for a part of its name or symbol, or for its address, on other chains.",
          })
        : undefined
    if (args.json) printDocument(out, { tokens: found }, error)
    else out.line(tokenTable(found, tableOptions, out))
    return exitCodeOf(error)
  },
)

export default tokens
