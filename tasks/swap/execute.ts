import { type ExecuteArguments, readExecuteArguments } from "../../src/plugin/arguments/swap/readExecuteArguments.js"
import { nameSwapChains } from "../../src/plugin/config/swapChains.js"
import { publicClientOf, walletClientOf } from "../../src/plugin/connection/clientsOf.js"
import { connectChain } from "../../src/plugin/connection/connectChain.js"
import { openSwap, pollingIntervals } from "../../src/plugin/connection/openClients.js"
import { readErrorAbis } from "../../src/plugin/run/readErrorAbis.js"
import { type BoundTask, exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { executeSwap } from "../../src/plugin/run/swap/executeSwap.js"
import { openJournal } from "../../src/plugin/run/swap/openJournal.js"
import { latestTime } from "../../src/primitives/clock.js"
import { requireConsent } from "../../src/terminal/core/askYes.js"
import { confirmSwap } from "../../src/terminal/swap/confirmSwap.js"
import { printReplaced } from "../../src/terminal/swap/printReplaced.js"
import { printResumed } from "../../src/terminal/swap/printResumed.js"
import { showExecution } from "../../src/terminal/swap/showExecution.js"

const execute: BoundTask<ExecuteArguments> = runTask(async (args, hre, io) => {
  const { terminal, input, signal, clock, startedAt = latestTime(clock) } = io
  const { json, yes, requote } = args
  const { command, waitOptions } = readExecuteArguments(args, hre)
  if (command.kind === "begin") requireConsent(yes, input)
  const { plugs, paths } = hre.config
  const client = await openSwap(plugs, { clock })
  const connection = await connectChain(hre, command.source)
  try {
    const publicClient = publicClientOf(connection)
    await executeSwap({
      ...(await openJournal(connection, paths, publicClient)),
      command,
      client,
      publicClient,
      walletClient: await walletClientOf(connection),
      errorAbis: await readErrorAbis(hre.artifacts),
      options: { ...pollingIntervals(plugs.swap), ...waitOptions, requote },
      signal,
      confirm: (plan) => confirmSwap(plan, { terminal, input, json, yes, signal }),
      show: (run) => showExecution(run, { terminal, json, clock, chainName: nameSwapChains(hre.config) }),
      onResume: (entry) => {
        printResumed(entry, { terminal, json })
      },
      onReplaced: (entry) => {
        printReplaced(entry, { terminal, json })
      },
      startedAt,
    })
  } finally {
    await connection.close()
  }
  return exitCodes.success
})

export default execute
