import { listRows } from "./index.js"
import { listSwaps } from "./listSwaps.js"
import { swapTable } from "./output/swapTable.js"
import { openSwap } from "#extras/swap/src/plugin/openSwap.js"
import { nameSwapChains } from "#extras/swap/src/plugin/swapChains.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { chainIdOf, chainsOf } from "#src/plugin/config/chainsOf.js"
import { findChain } from "#src/primitives/chains.js"
import { explainSwapCommand } from "#src/primitives/commands/explainCommands.js"
import { paint } from "#src/terminal/paint.js"
import { explainHint } from "#tasks/explain/output/adviseNext.js"

export default actionOf(listRows, async (args, hre, { terminal: { err }, signal, clock }) => {
  const { plugs } = hre.config
  const chain = args.chain === undefined ? undefined : findChain(chainsOf(plugs), args.chain, "--chain")
  const { swaps, problems } = await listSwaps({
    config: hre.config,
    client: await openSwap(plugs, { clock }),
    chainId: chain === undefined ? undefined : chainIdOf(chain, hre.config),
    account: args.account,
    state: args.state?.trim().toUpperCase(),
    limit: args.limit,
    signal,
  })
  for (const { file, says } of problems) err.line(paint.magenta(`Left out: ${file}: ${says}`))
  const late = swaps.find(({ status }) => status !== "COMPLETED")
  return {
    document: { swaps, problems },
    report: () =>
      swaps.length === 0
        ? "No swap that was sent from this project matches."
        : swapTable(swaps, { chainName: nameSwapChains(hre.config), now: clock.now() }),
    notes: explainHint(late && explainSwapCommand(late.quoteId)),
  }
})
