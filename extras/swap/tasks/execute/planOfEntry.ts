import type { Address, Client } from "viem"

import { describeToken } from "../offer/describeToken.js"
import type { SwapPlanFacts } from "../output/swapPlan.js"
import type { SwapRun } from "./openSwapRun.js"
import { checkRoute, requireLeast } from "#extras/swap/src/checks/checkRoute.js"
import type { JournalEntry } from "#extras/swap/src/execution/types.js"
import { nativeToken } from "#extras/swap/src/nativeToken.js"
import type { SwapChain } from "#extras/swap/src/plugin/swapChains.js"
import type { GasForecast } from "#src/onchain/gas/forecastGas.js"
import { defaultGasCap, signedGas } from "#src/onchain/gas/gasErrors.js"
import { readNativeCurrency } from "#src/onchain/tokens.js"

/**
 * Describes what an entry will do, with its tokens as their chains describe them.
 *
 * @throws {RouteRefusedError} its route does not do what its request says
 */
export async function planOfEntry(
  { limits, leastOf, publicClient, readerOf, chainName }: SwapRun,
  entry: JournalEntry,
  { canAsk }: { readonly canAsk: boolean },
): Promise<SwapPlanFacts> {
  const { account, request: recorded, route: offered } = entry
  const checked = checkRoute({
    ...limits,
    acceptUndecoded: canAsk || limits.acceptUndecoded,
    ...{ request: recorded, route: offered, payer: account, unlisted: "report" },
    // The execution checks whether the quote has expired, because it may take a new one.
    now: 0,
  })
  const { route, request } = checked
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
  const swapRequest = { origin, destination }
  const minOut = await leastOf({ swapRequest, request, input, output })
  requireLeast(checked, minOut)
  return {
    ...checked,
    // The account pays and signs, whoever the entry says does.
    request: { ...request, userAddress: account },
    ...{ swapRequest, input, output, minOut },
    gas: gasOfEntry(entry, limits, currency),
    currency: { ...currency, address: nativeToken, minNativeCurrencyForGas: null },
  }
}

/**
 * Says what the gas of a recorded transaction costs at most: what is signed, no more than its bytes say; what is not, what the limits allow.
 *
 * @throws {GasPriceTooHighError} `GasTooExpensiveError` the bytes cost more than the limits
 */
export function gasOfEntry(
  { submission }: Pick<JournalEntry, "submission">,
  limits: SwapRun["limits"],
  native: GasForecast["native"],
): GasForecast {
  const { raw } = submission ?? {}
  const { symbol } = native
  const cost = raw === undefined ? (limits.maxGasCost ?? defaultGasCap(symbol)) : signedGas(raw, limits, symbol)
  return { cost, native, limits }
}
