import type { Address, Client } from "viem"

import { readNativeCurrency } from "../../../src/onchain/tokens.js"
import type { SwapChain } from "../../../src/plugin/config/swapChains.js"
import { checkRoute } from "../../../src/swap/checks/checkRoute.js"
import { isAtLeast } from "../../../src/swap/execution/executionStates.js"
import type { JournalEntry } from "../../../src/swap/execution/types.js"
import { nativeToken } from "../../../src/swap/nativeToken.js"
import { describeToken } from "../offer/describeToken.js"
import type { SwapPlanFacts } from "../output/swapPlan.js"
import type { SwapRun } from "./openSwapRun.js"

/**
 * Checks whether resuming an entry may sign what the account has not signed yet. Such an entry proves nothing: anyone with access to
 * the journal can have written it.
 *
 * @param requote whether a new quote may replace the entry's
 */
export function needsSigning({ state, submission }: JournalEntry, requote: boolean): boolean {
  return !isAtLeast(state, "SENT") && (submission?.raw === undefined || requote)
}

/**
 * Describes what an entry will do, with its tokens as their chains describe them.
 *
 * @throws {RouteRefusedError} its route does not do what its request says
 */
export async function planOfEntry(
  { limits, publicClient, readerOf, chainName }: SwapRun,
  { account, request: recorded, route: offered, limits: before, leastOut }: JournalEntry,
): Promise<SwapPlanFacts> {
  const checked = checkRoute({
    ...{ ...before, ...limits, acceptLoss: limits.acceptLoss ?? before?.acceptLoss },
    ...{ request: recorded, route: offered, leastOut, payer: account, unlisted: "report" },
    // The execution checks whether the quote has expired, because it may take a new one.
    now: 0,
  })
  const { route, request, transaction, valueLoss, unlisted } = checked
  const origin: SwapChain = { chainId: request.originChainId, name: chainName(request.originChainId) }
  const destination: SwapChain = { chainId: request.destinationChainId, name: chainName(request.destinationChainId) }
  const { symbol, decimals } = route.output.token
  const destinationClient = await readerOf(destination.chainId)
  const describe = (chain: SwapChain, address: Address, reader: Client | undefined, claim: object = {}) =>
    describeToken({ ...claim, chainId: chain.chainId, address, isPinned: true }, { reader, chain, argument: "quoteId" })
  const [input, output, currency] = await Promise.all([
    describe(origin, request.inputToken, publicClient),
    describe(
      destination,
      request.outputToken,
      destinationClient,
      destinationClient === undefined ? { symbol, decimals } : {},
    ),
    readNativeCurrency(publicClient, origin.chainId),
  ])
  return {
    swapRequest: { origin, destination },
    // The account pays and signs, whoever the entry says does.
    request: { ...request, userAddress: account },
    ...{ input, output, route, transaction, leastOut: checked.leastOut, valueLoss, unlisted },
    currency: { ...currency, address: nativeToken, minNativeCurrencyForGas: null },
  }
}
