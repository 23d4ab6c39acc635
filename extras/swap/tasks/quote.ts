import { readQuoteArguments } from "./arguments/readQuoteArguments.js"
import { quoteRows } from "./index.js"
import { getSwapOffer } from "./offer/getSwapOffer.js"
import { quoteTable } from "./output/quoteTable.js"
import { valueLossOf } from "#extras/swap/src/checks/valueLoss.js"
import { openSwap } from "#extras/swap/src/plugin/openSwap.js"
import { readerOf } from "#extras/swap/src/plugin/readerOf.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { pinnedTokens } from "#src/plugin/config/pinnedTokens.js"
import { identifyNetworks } from "#src/plugin/connection/chains/askForChain.js"
import { senderOn } from "#src/plugin/connection/chains/clientsOf.js"
import { openChains } from "#src/plugin/connection/chains/openChains.js"
import { NothingFoundError } from "#src/plugin/run/shownErrors.js"
import { openMalformedNotes } from "#src/terminal/malformedNotes.js"

export default actionOf(quoteRows, async ({ account: user, ...args }, given, { terminal: { err }, signal, clock }) => {
  using notes = openMalformedNotes(err)
  const hre = await identifyNetworks(given, [args.from ?? given.globalOptions.network, args.to])
  const swapRequest = readQuoteArguments(args, hre)
  const client = await openSwap(hre.config.plugs, { clock, onMalformed: notes.onMalformed })
  await using chains = openChains(hre, { signal })
  const account = async () => senderOn((await chains.connect(swapRequest.source)).connection)
  const needsAccount = swapRequest.refundAddress === undefined || swapRequest.receiver === undefined
  const userAddress = user ?? (needsAccount ? await account() : undefined)
  const { origin: from, destination: to } = swapRequest
  const readers = {
    origin: await readerOf(chains, from.chainId),
    destination: await readerOf(chains, to.chainId),
  }
  const pins = (name: string) => pinnedTokens(hre.config.plugs, name)
  const offer = await getSwapOffer(client, { swapRequest, userAddress, readers, pins, mayDiffer: true, signal })
  const { request, input, output, routes } = offer
  const error =
    routes.length === 0
      ? new NothingFoundError({
          message: "There is no route for this swap.",
          next: "Try another amount, other providers or more slippage. npx hardhat swap tokens lists the tokens.",
        })
      : undefined
  const valueLosses = routes.map((route) => ({
    quoteId: route.quoteId,
    ...valueLossOf(route, offer.quote.input?.valueInUsd),
  }))
  const document = { request, input, output, routes, valueLosses }
  return { document, report: () => quoteTable(offer), error }
})
