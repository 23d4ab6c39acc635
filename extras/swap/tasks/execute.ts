import { readExecuteArguments } from "./arguments/readExecuteArguments.js"
import { readSwapLimits } from "./arguments/readSwapLimits.js"
import { executeDeposit } from "./deposits/executeDeposit.js"
import { canAsk, executeSwap } from "./execute/executeSwap.js"
import { openSwapRun } from "./execute/openSwapRun.js"
import { showSwap } from "./execute/showSwap.js"
import { executeRows } from "./index.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { identifyNetworks } from "#src/plugin/connection/chains/askForChain.js"
import { exitCodes } from "#src/plugin/run/runTask.js"
import { latestTime } from "#src/primitives/clock.js"
import { goOnLine } from "#src/primitives/commands/commandLine.js"
import { requireConsent } from "#src/terminal/askYes.js"

export default actionOf(executeRows, async (args, project, io, given) => {
  const { input, clock, startedAt = latestTime(clock) } = io
  const { json, yes, requote } = args
  const hre = await identifyNetworks(project, [args.from ?? project.globalOptions.network, args.to])
  const limits = readSwapLimits(args)
  const command = readExecuteArguments(args, hre)
  if (command.kind === "begin" && command.swapRequest.refundAddress !== undefined) {
    await executeDeposit(hre, { command, limits, json }, io)
    return exitCodes.success
  }
  if (command.kind === "begin") requireConsent(yes, input)
  await using run = await openSwapRun(hre, { source: command.source, limits }, io)
  const steps = executeSwap(run, command, { requote, canAsk: canAsk(args, input), startedAt })
  const goOn = {
    again: goOnLine("swap execute", given, ["amount", "token"]),
    resume: (quoteId: string) => `swap execute --resume ${quoteId} --from ${command.source.name}`,
  }
  await showSwap(run, steps, { json, yes, goOn }, io)
  return exitCodes.success
})
