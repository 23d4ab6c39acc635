import type { NewTaskActionFunction } from "hardhat/types/tasks"

import { openSwap } from "../../src/plugin/connection/openSwap.js"
import { accountOn } from "../../src/plugin/run/swap/accountOn.js"
import { askForQuote } from "../../src/plugin/run/swap/askForQuote.js"
import { type QuoteArguments, readQuoteArguments } from "../../src/plugin/arguments/swap/readQuoteArguments.js"
import { listenForInterruption } from "../../src/plugin/run/listenForInterruption.js"
import { exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { parseAddress } from "../../src/primitives/address.js"
import { toJson } from "../../src/terminal/core/json.js"
import { quoteTable } from "../../src/terminal/swap/quoteTable.js"

type SwapQuoteArguments = QuoteArguments & { user: string | undefined; json: boolean }

const quote: NewTaskActionFunction<SwapQuoteArguments> = runTask(async ({ user, json, ...args }, hre, { out }) => {
  const wish = readQuoteArguments(args, hre)
  const given = user === undefined ? undefined : parseAddress(user, "--user")
  const client = await openSwap(hre.config.plugs)
  using interruption = listenForInterruption()
  const userAddress = given ?? (await accountOn(hre, wish.source))
  const offer = await askForQuote(client, { wish, userAddress, signal: interruption.signal })
  const { request, input, output, routes } = offer
  out.line(json ? toJson({ request, input, output, routes }, { indent: 2 }) : quoteTable(offer, out))
  return routes.length === 0 ? exitCodes.error : exitCodes.success
})

export default quote
