import { listSwaps } from "./listSwaps.js"
import { swapTable } from "./output/swapTable.js"
import { openSwap } from "#extras/swap/src/plugin/openSwap.js"
import { nameSwapChains } from "#extras/swap/src/plugin/swapChains.js"
import type { Texts } from "#src/plugin/arguments/options.js"
import { readWholeNumber } from "#src/plugin/arguments/readArguments.js"
import { chainIdOf } from "#src/plugin/config/chainIds.js"
import { chainsOf } from "#src/plugin/config/chainsOf.js"
import { type BoundTask, exitCodes, runTask } from "#src/plugin/run/runTask.js"
import { parseAddress } from "#src/primitives/address.js"
import { findChain } from "#src/primitives/chains.js"
import { explainSwapCommand } from "#src/primitives/commands/explainCommands.js"
import { printDocument } from "#src/terminal/printJson.js"
import { printExplainHint } from "#tasks/explain/output/adviseNext.js"

type ListArguments = Texts<"chain" | "account" | "state"> & {
  limit: string
  json: boolean
}

const list: BoundTask<ListArguments> = runTask(async (args, hre, { terminal: { out, err }, signal, clock }) => {
  const { plugs } = hre.config
  const chain = args.chain === undefined ? undefined : findChain(chainsOf(plugs), args.chain, "--chain")
  const { swaps, problems } = await listSwaps({
    config: hre.config,
    client: await openSwap(plugs, { clock }),
    chainId: chain === undefined ? undefined : chainIdOf(chain, hre.config),
    account: args.account === undefined ? undefined : parseAddress(args.account, "--account"),
    state: args.state?.trim().toUpperCase(),
    limit: Number(readWholeNumber(args.limit, { argument: "--limit", from: 1n, to: 500n })),
    signal,
  })
  for (const { file, says } of problems) err.line(err.paint.magenta(`Left out: ${file}: ${says}`))
  if (args.json) printDocument(out, { swaps, problems })
  else if (swaps.length === 0) out.line("No swap that was sent from this project matches.")
  else {
    out.line(swapTable(swaps, { chainName: nameSwapChains(hre.config), now: clock.now() }, out))
    const late = swaps.find(({ status }) => status !== "COMPLETED")
    printExplainHint(err, late && explainSwapCommand(late.quoteId))
  }
  return exitCodes.success
})

export default list
