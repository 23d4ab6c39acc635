import { readTokenQuery, type TokensArguments } from "../../src/plugin/arguments/swap/readTokenQuery.js"
import { nameSwapChains } from "../../src/plugin/config/swapChains.js"
import { openSwap } from "../../src/plugin/connection/openClients.js"
import { type BoundTask, exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { openLeftOutNotes } from "../../src/terminal/core/leftOutNotes.js"
import { printDocument } from "../../src/terminal/core/printJson.js"
import { tokenTable } from "../../src/terminal/swap/tokenTable.js"

const tokens: BoundTask<TokensArguments & { json: boolean }> = runTask(
  async (args, hre, { terminal: { out, err }, signal, clock }) => {
    using notes = openLeftOutNotes(err)
    const { search, chainIds, list, userAddress } = readTokenQuery(args, hre.config)
    const client = await openSwap(hre.config.plugs, { clock, onLeftOut: notes.onLeftOut })
    const byChain =
      search === undefined
        ? await client.listTokens({ chainIds, list, userAddress, signal })
        : (await client.searchTokens({ q: search, userAddress, signal })).tokens
    const found = Object.values(byChain)
      .flat()
      .filter(({ chainId }) => chainIds === undefined || chainIds.includes(chainId))
    const tableOptions = { chainName: nameSwapChains(hre.config), hasBalances: userAddress !== undefined }
    if (args.json) printDocument(out, { tokens: found })
    else out.line(tokenTable(found, tableOptions, out))
    return found.length === 0 ? exitCodes.error : exitCodes.success
  },
)

export default tokens
