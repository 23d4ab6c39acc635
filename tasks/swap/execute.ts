import { type ExecuteArguments, readExecuteArguments } from "./arguments/readExecuteArguments.js"
import { identifyNetworks } from "../../src/plugin/connection/chains/identifyNetworks.js"
import { openSwap } from "../../src/plugin/connection/openClients.js"
import { type BoundTask, exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { commandLine } from "../../src/primitives/commands/commandLine.js"
import { requireConsent } from "../../src/terminal/core/askYes.js"
import { openMalformedNotes } from "../../src/terminal/core/malformedNotes.js"
import { executeDeposit } from "./executeDeposit.js"
import { runSwap } from "./execute/runSwap.js"

const execute: BoundTask<ExecuteArguments> = runTask(async (args, given, io) => {
  const { terminal, input, clock } = io
  const { json, yes, requote } = args
  const hre = await identifyNetworks(given, [args.from ?? given.globalOptions.network, args.to])
  const read = readExecuteArguments(args, hre)
  const { command, waitOptions, acceptLoss } = read
  if (command.kind === "begin" && command.swapRequest.refundAddress !== undefined) {
    using notes = openMalformedNotes(terminal.err)
    const client = await openSwap(hre.config.plugs, { clock, onMalformed: notes.onMalformed })
    await executeDeposit(hre, { command, client, waitOptions, acceptLoss, json, yes }, io)
    return exitCodes.success
  }
  if (command.kind === "begin") requireConsent(yes, input)
  const goOn = {
    again: commandLine("swap execute", args, { positional: ["amount", "token"], without: ["json"] }),
    resume: (quoteId: string) => `swap execute --resume ${quoteId} --from ${command.source.name}`,
  }
  await runSwap(hre, { ...read, json, yes, requote, goOn }, io)
  return exitCodes.success
})

export default execute
