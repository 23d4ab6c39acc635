import type { NewTaskActionFunction } from "hardhat/types/tasks"

import { publicClientOf, walletClientOf } from "../../src/plugin/connection/clientsOf.js"
import { connectChain } from "../../src/plugin/connection/connectChain.js"
import { openSwap } from "../../src/plugin/connection/openSwap.js"
import { pollingOf } from "../../src/plugin/connection/pollingOf.js"
import { executeSwap } from "../../src/plugin/run/swap/executeSwap.js"
import { openJournal } from "../../src/plugin/run/swap/openJournal.js"
import { type ExecuteArguments, readExecuteArguments } from "../../src/plugin/arguments/swap/readExecuteArguments.js"
import { nameSwapChains } from "../../src/plugin/run/swap/readSwapChain.js"
import { listenForInterruption } from "../../src/plugin/run/listenForInterruption.js"
import { readErrorAbis } from "../../src/plugin/run/readErrorAbis.js"
import { exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { requireConsent } from "../../src/terminal/core/askYes.js"
import { askForSwap } from "../../src/terminal/swap/askForSwap.js"
import { showExecution } from "../../src/terminal/swap/showExecution.js"
import { printResumed } from "../../src/terminal/swap/printResumed.js"

const execute: NewTaskActionFunction<ExecuteArguments> = runTask(async (args, hre, terminal) => {
  const { json, yes, requote } = args
  const { order, patience } = readExecuteArguments(args, hre)
  if (order.kind === "begin") requireConsent(yes)
  const { plugs, paths } = hre.config
  const client = await openSwap(plugs)
  using interruption = listenForInterruption()
  const { signal } = interruption
  const connection = await connectChain(hre, order.source)
  try {
    const publicClient = publicClientOf(connection)
    await executeSwap({
      ...(await openJournal(paths.cache, order.source.network, publicClient)),
      order,
      client,
      publicClient,
      walletClient: await walletClientOf(connection),
      errorAbis: await readErrorAbis(hre.artifacts),
      options: { ...pollingOf(plugs.swap), ...patience, requote },
      signal,
      consent: (plan) => askForSwap(plan, { terminal, json, yes, signal }),
      show: (run) => showExecution(run, { terminal, json, chainName: nameSwapChains(hre.config) }),
      onResume: (entry) => {
        printResumed(entry, { terminal, json })
      },
    })
  } finally {
    await connection.close()
  }
  return exitCodes.success
})

export default execute
