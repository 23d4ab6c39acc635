import { type QuoteArguments, readQuoteArguments } from "../../src/plugin/arguments/swap/readQuoteArguments.js"
import { openSwap } from "../../src/plugin/connection/openClients.js"
import { type BoundTask, exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { accountOn } from "../../src/plugin/run/swap/accountOn.js"
import { getSwapOffer } from "../../src/plugin/run/swap/getSwapOffer.js"
import { parseAddress } from "../../src/primitives/address.js"
import { toJson } from "../../src/terminal/core/toJson.js"
import { quoteTable } from "../../src/terminal/swap/quoteTable.js"

type SwapQuoteArguments = QuoteArguments & { user: string | undefined; json: boolean }

const quote: BoundTask<SwapQuoteArguments> = runTask(
  async ({ user, json, ...args }, hre, { terminal: { out }, signal, clock }) => {
    const swapRequest = readQuoteArguments(args, hre)
    const givenUser = user === undefined ? undefined : parseAddress(user, "--user")
    const client = await openSwap(hre.config.plugs, { clock })
    const userAddress = givenUser ?? (await accountOn(hre, swapRequest.source))
    const offer = await getSwapOffer(client, { swapRequest, userAddress, signal })
    const { request, input, output, routes } = offer
    out.line(json ? toJson({ request, input, output, routes }, { indent: 2 }) : quoteTable(offer, out))
    return routes.length === 0 ? exitCodes.error : exitCodes.success
  },
)

export default quote
