import { readSwapLimits } from "./arguments/readSwapLimits.js"
import { canAsk, executeSwap } from "./execute/executeSwap.js"
import { findSwapToResume } from "./execute/findSwapToResume.js"
import { openSwapRun } from "./execute/openSwapRun.js"
import { showSwap } from "./execute/showSwap.js"
import { resumeRows } from "./index.js"
import { checkQuoteId } from "#extras/swap/src/wire/parameters/statusChecks.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { exitCodes } from "#src/plugin/run/runTask.js"
import { latestTime } from "#src/primitives/clock.js"
import { goOnLine } from "#src/primitives/commands/commandLine.js"

export default actionOf(resumeRows, async (args, hre, io, given) => {
  const { input, signal, clock, startedAt = latestTime(clock) } = io
  const { json, yes, requote } = args
  const wanted = args.quoteId === undefined ? undefined : checkQuoteId(args.quoteId.trim(), "quoteId")
  const limits = readSwapLimits(args)
  const { source, quoteId } = await findSwapToResume(hre, { quoteId: wanted, signal })
  await using run = await openSwapRun(hre, { source, limits }, io)
  const command = { kind: "resume", source, quoteId, argument: "quoteId" } as const
  const steps = executeSwap(run, command, { requote, canAsk: canAsk(args, input), startedAt })
  const again = goOnLine("swap resume", { ...given, quoteId }, ["quoteId"])
  await showSwap(run, steps, { json, yes, goOn: { again, resume: () => again } }, io)
  return exitCodes.success
})
