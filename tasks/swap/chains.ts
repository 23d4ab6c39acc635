import type { NewTaskActionFunction } from "hardhat/types/tasks"

import { openSwap } from "../../src/plugin/connection/openSwap.js"
import { nameConfiguredChains } from "../../src/plugin/run/swap/readSwapChain.js"
import { listenForInterruption } from "../../src/plugin/run/listenForInterruption.js"
import { exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { toJson } from "../../src/terminal/core/json.js"
import { swapChainTable } from "../../src/terminal/swap/swapChainTable.js"

const chains: NewTaskActionFunction<{ json: boolean }> = runTask(async ({ json }, hre, { out }) => {
  const client = await openSwap(hre.config.plugs)
  using interruption = listenForInterruption()
  const found = await client.getSupportedChains({ signal: interruption.signal })
  out.line(json ? toJson(found, { indent: 2 }) : swapChainTable(found, nameConfiguredChains(hre.config), out))
  return exitCodes.success
})

export default chains
