import { readSwapLimits } from "./arguments/readSwapLimits.js"
import { payDeposit } from "./deposits/payDeposit.js"
import { openSwapRun } from "./execute/openSwapRun.js"
import { showSwap } from "./execute/showSwap.js"
import { payRows } from "./index.js"
import { checkQuoteId } from "#extras/swap/src/wire/parameters/statusChecks.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { chainIdOf, chainsOf, sourceChain } from "#src/plugin/config/chainsOf.js"
import { identifyNetworks } from "#src/plugin/connection/chains/askForChain.js"
import { exitCodes } from "#src/plugin/run/runTask.js"
import { goOnLine } from "#src/primitives/commands/commandLine.js"
import { requireConsent } from "#src/terminal/askYes.js"

export default actionOf(payRows, async (args, project, io, given) => {
  const { json, yes } = args
  const quoteId = checkQuoteId(args.quoteId.trim(), "quoteId")
  // What a transfer does is known.
  const limits = readSwapLimits({ ...args, acceptUndecoded: false })
  const hre = await identifyNetworks(project, [args.from ?? project.globalOptions.network])
  const source = sourceChain(chainsOf(hre.config.plugs), { from: args.from, network: hre.globalOptions.network })
  requireConsent(yes, io.input)
  await using run = await openSwapRun(hre, { source, limits, pays: "deposit" }, io)
  const origin = { name: source.name, chainId: chainIdOf(source, hre.config) }
  const again = goOnLine("swap pay", given, ["quoteId"])
  const steps = payDeposit(run, quoteId, { origin, canAsk: !yes })
  await showSwap(run, steps, { json, yes, goOn: { again, resume: () => again } }, io)
  return exitCodes.success
})
