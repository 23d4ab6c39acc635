import { readWaitOptions } from "../../src/plugin/arguments/readWaitOptions.js"
import { readAcceptLoss } from "./arguments/readAcceptLoss.js"
import { readAllowedTargets } from "./arguments/readAllowedTargets.js"
import { type BoundTask, exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { findSwapToResume } from "./journal/findSwapToResume.js"
import { commandLine } from "../../src/primitives/commands/commandLine.js"
import { checkQuoteId } from "../../src/swap/wire/parameters/statusChecks.js"
import { runSwap } from "./execute/runSwap.js"

type ResumeArguments = {
  quoteId: string | undefined
  allowTarget: string | undefined
  acceptLoss: string | undefined
  requote: boolean
  yes: boolean
  timeout: string | undefined
  json: boolean
}

const resume: BoundTask<ResumeArguments> = runTask(async (args, hre, io) => {
  const { json, yes, requote } = args
  const asked = args.quoteId === undefined ? undefined : checkQuoteId(args.quoteId.trim(), "quoteId")
  const read = {
    waitOptions: readWaitOptions({ timeout: args.timeout }),
    allowedTargets: readAllowedTargets(args.allowTarget),
    acceptLoss: readAcceptLoss(args.acceptLoss),
  }
  const { source, quoteId } = await findSwapToResume(hre, { asked, signal: io.signal })
  const again = commandLine("swap resume", { ...args, quoteId }, { positional: ["quoteId"], without: ["json"] })
  const command = { kind: "resume", source, quoteId, argument: "quoteId" } as const
  await runSwap(hre, { ...read, command, json, yes, requote, goOn: { again, resume: () => again } }, io)
  return exitCodes.success
})

export default resume
