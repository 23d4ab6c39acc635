import type { NewTaskActionFunction } from "hardhat/types/tasks"

import { openSwap } from "../../src/plugin/connection/openSwap.js"
import { lookUpTokens } from "../../src/plugin/run/swap/lookUpTokens.js"
import { nameSwapChains } from "../../src/plugin/run/swap/readSwapChain.js"
import { readTokenQuery, type TokensArguments } from "../../src/plugin/arguments/swap/readTokenQuery.js"
import { listenForInterruption } from "../../src/plugin/run/listenForInterruption.js"
import { exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { toJson } from "../../src/terminal/core/json.js"
import { tokenTable } from "../../src/terminal/swap/tokenTable.js"

const tokens: NewTaskActionFunction<TokensArguments & { json: boolean }> = runTask(async (args, hre, { out }) => {
  const query = readTokenQuery(args, hre.config)
  const client = await openSwap(hre.config.plugs)
  using interruption = listenForInterruption()
  const found = await lookUpTokens(client, query, interruption.signal)
  const wording = { chainName: nameSwapChains(hre.config), hasBalances: query.userAddress !== undefined }
  out.line(args.json ? toJson(found, { indent: 2 }) : tokenTable(found, wording, out))
  return found.length === 0 ? exitCodes.error : exitCodes.success
})

export default tokens
